"""One player's period under Glicko-2 written out for a reader to check."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ratings.rules.explained import ExplainedGame, ExplainedStep, Measure, NotRated
from ratings.rules.glicko2.begin import VOLATILITY as VOLATILITY_COLUMN
from ratings.rules.glicko2.columns import WIN, GlickoPlayers
from ratings.rules.glicko2.scale import (
    SCALE,
    deviation_after,
    deviation_before,
    expected_scores,
    improvement,
    information,
    interval,
    surprise,
    to_mu,
    to_phi,
    weight,
)
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.step import Decisions, FloatArray, IntArray, Lines, StepOutcome
from ratings.rules.step_ratings import StepRatings

START = "Glicko-2, step 1"
GAME = "Glicko-2, steps 3–4"
VOLATILITY = "Glicko-2, step 5"
DEVIATION = "Glicko-2, steps 6–8"
PERIOD = "Glicko-2, introduction"
ROUNDS_BY = 1e-6
"""Floating-point error: the shares are computed game by game, their sum all at once."""


@dataclass(frozen=True, slots=True)
class OwnPeriod:
    """A period from one player's side: `rows` (n) are the rows of the own lines among
    all.
    """

    rows: IntArray
    lines: Lines
    ratings: StepRatings
    """What each player counts as on each line, including forfeits."""
    initial: GlickoPlayers
    rd: tuple[FloatArray, FloatArray]
    """The rating deviations of White and Black, by line (n)."""
    decisions: Decisions
    player: int


def explain_period(period: OwnPeriod, outcome: StepOutcome) -> ExplainedStep:
    """Return the working behind the player's row of `outcome`, which was computed from
    the own lines.
    """
    player = period.player
    before, after = known(outcome.before[player]), known(outcome.after[player])
    change, added = float(outcome.change[player]), float(outcome.adjustment[player])
    raw = None if before is None else before + change + added
    lines = [
        own_line(period.lines, period.ratings, line, player)
        for line in range(len(period.lines))
    ]
    rated = [own for own in lines if _why_not(period, own) is None]
    deviation = _deviation_after(period, outcome, rated)
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=tuple(_game(period, outcome, own, deviation) for own in lines),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=0.0,
        deduction=0.0,
        anniversaries=(),
        adjustment=added,
        assessed=known(period.decisions.assessed[player]),
        raw=raw,
        rounded=after,
        floored=False,
        after=after,
        cited={"start": START, "adjustment": PERIOD, "rounding": DEVIATION},
        measures=_measures(period, outcome),
        rounds_by=ROUNDS_BY,
    )


def _measures(period: OwnPeriod, outcome: StepOutcome) -> tuple[Measure, ...]:
    if outcome.memory is None or not outcome.touched[period.player]:
        return ()
    rd, volatility, _as_of = outcome.memory[period.player].tolist()
    after = known(outcome.after[period.player])
    between = None if after is None else interval(after, rd)
    return (
        Measure("rd", known(period.initial.rd[period.player]), rd, DEVIATION, between),
        Measure(
            "volatility",
            known(period.initial.volatility[period.player]),
            volatility,
            VOLATILITY,
        ),
    )


def _game(
    period: OwnPeriod, outcome: StepOutcome, own: OwnLine, after: FloatArray
) -> ExplainedGame:
    """Return the explained line; `after` is the deviation φ' after the period."""
    reason = _why_not(period, own)
    base = known(outcome.before[period.player])
    paragraph = GAME if reason is None else PERIOD
    game = plain_game(own, int(period.rows[own.line]), base, reason, paragraph)
    if reason is not None:
        return game
    evidence = _evidence(period, outcome, own)
    change = SCALE * improvement(after, evidence.surprise).item()
    return replace(game, expected=evidence.expected, change=change)


def _why_not(period: OwnPeriod, own: OwnLine) -> NotRated | None:
    if not period.lines.played[own.line]:
        return "forfeit"
    return None if own.member else "outside"


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a rated game says about the player (steps 3 and 4)."""

    expected: float
    information: float
    surprise: FloatArray


def _evidence(period: OwnPeriod, outcome: StepOutcome, own: OwnLine) -> _Evidence:
    rd = period.rd[1] if own.is_white else period.rd[0]
    mu = to_mu(np.array([float(outcome.before[period.player])]))
    weights = weight(to_phi(np.array([rd[own.line]])))
    opponent_mu = to_mu(np.array([own.counts_as], np.float64))
    expected, rest = expected_scores(mu, opponent_mu, weights)
    return _Evidence(
        expected.item(),
        information(weights, expected, rest).item(),
        surprise(weights, expected, rest, np.array([own.score / WIN])),
    )


def _deviation_after(
    period: OwnPeriod, outcome: StepOutcome, rated: Iterable[OwnLine]
) -> FloatArray:
    """Return φ' after the rated games (step 7), by which each of them counts: unlike
    the deviation that is remembered, it has no limit.
    """
    assert outcome.memory is not None  # noqa: S101 - the system always gives it
    informed = sum(_evidence(period, outcome, own).information for own in rated)
    phi = to_phi(period.initial.rd[[period.player]])
    volatility = outcome.memory[period.player, [VOLATILITY_COLUMN]]
    return deviation_after(deviation_before(phi, volatility), np.array([informed]))
