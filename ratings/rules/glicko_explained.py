"""One player's period under Glicko-2 written out for a reader to check."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.base_numbers import Numbers
from ratings.rules.explained import (
    ExplainedGame,
    ExplainedStep,
    Measure,
    NotRated,
    Origin,
)
from ratings.rules.glicko_columns import WIN, GlickoPlayers
from ratings.rules.glicko_scale import (
    SCALE,
    expected_scores,
    improvement,
    surprise,
    to_mu,
    to_phi,
    weight,
)
from ratings.rules.step import (
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Outcome,
    StartFrom,
)

START = "Glicko-2, step 1"
GAME = "Glicko-2, steps 3 and 4"
VOLATILITY = "Glicko-2, step 5"
DEVIATION = "Glicko-2, steps 6 to 8"
PERIOD = "Glicko-2, introduction"
ROUNDS_BY = 1e-6
"""Floating point: the shares are computed game by game, their sum all at once."""

_ORIGINS: dict[int, Origin] = {
    StartFrom.RATING: "rating",
    StartFrom.DECISION: "decision",
    StartFrom.OUTSIDE: "outside",
    StartFrom.DEFAULT: "default",
}


@dataclass(frozen=True, slots=True)
class OwnPeriod:
    """A period as one player sees it: `rows` (n) name the own lines among all."""

    rows: IntArray
    lines: Lines
    numbers: Numbers
    """What everybody counts as on each line, forfeits too."""
    begun: GlickoPlayers
    rd: tuple[FloatArray, FloatArray]
    """What White and Black are held to deviate by, by line (n)."""
    decisions: Decisions
    player: int


@dataclass(frozen=True, slots=True)
class _Opponent:
    """Who was met on a line, and with which numbers."""

    player: int
    counts_as: float | None
    rd: float
    origin: Origin | None


def explain_period(period: OwnPeriod, outcome: Outcome) -> ExplainedStep:
    """The working behind the player's row of `outcome`, which the own lines gave."""
    player = period.player
    before, after = _known(outcome.before[player]), _known(outcome.after[player])
    change, added = float(outcome.change[player]), float(outcome.adjustment[player])
    raw = None if before is None else before + change + added
    lines = range(len(period.lines))
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else _origin(outcome.start_from[player]),
        games=tuple(_game(period, outcome, line) for line in lines),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=0.0,
        deduction=0.0,
        anniversaries=(),
        adjustment=added,
        assessed=_known(period.decisions.assessed[player]),
        raw=raw,
        rounded=after,
        floored=False,
        after=after,
        cited={"start": START, "adjustment": PERIOD, "rounding": DEVIATION},
        measures=_measures(period, outcome),
        rounds_by=ROUNDS_BY,
    )


def _measures(period: OwnPeriod, outcome: Outcome) -> tuple[Measure, ...]:
    if outcome.memory is None or not outcome.touched[period.player]:
        return ()
    rd, volatility, _as_of = outcome.memory[period.player].tolist()
    return (
        Measure("rd", _known(period.begun.rd[period.player]), rd, DEVIATION),
        Measure(
            "volatility",
            _known(period.begun.volatility[period.player]),
            volatility,
            VOLATILITY,
        ),
    )


def _game(period: OwnPeriod, outcome: Outcome, line: int) -> ExplainedGame:
    is_white = bool(period.lines.white[line] == period.player)
    score = int(period.lines.score[line])
    own_score = score if is_white else WIN - score
    opponent = _opponent(period, line, is_white=is_white)
    reason = _why_not(period, line, is_white=is_white)
    expected, change = None, 0.0
    if reason is None and opponent.counts_as is not None:
        expected, change = _worth(period, outcome, opponent, own_score)
    return ExplainedGame(
        row=int(period.rows[line]),
        colour="white" if is_white else "black",
        opponent=opponent.player,
        score=own_score,
        rated=reason is None,
        reason=reason,
        base=_known(outcome.before[period.player]),
        opponent_base=opponent.counts_as,
        opponent_from=opponent.origin,
        difference=None,
        table_low=None,
        table_high=None,
        compensation=None,
        unhalved=None,
        halved=False,
        change=change,
        bonus=0.0,
        running_before=None,
        running_after=None,
        paragraphs=(GAME if reason is None else PERIOD,),
        expected=expected,
    )


def _opponent(period: OwnPeriod, line: int, *, is_white: bool) -> _Opponent:
    numbers = period.numbers
    row, side, rd = (
        (period.lines.black, numbers.black, period.rd[1])
        if is_white
        else (period.lines.white, numbers.white, period.rd[0])
    )
    counts_as = _known(side.counts_as[line])
    origins = numbers.start_from.take(row) if side.origin is None else side.origin
    return _Opponent(
        player=int(row[line]),
        counts_as=counts_as,
        rd=float(rd[line]),
        origin=None if counts_as is None else _origin(origins[line]),
    )


def _worth(
    period: OwnPeriod, outcome: Outcome, opponent: _Opponent, own_score: int
) -> tuple[float, float]:
    """The expected score of a rated game, and its share in the change of rating."""
    assert outcome.memory is not None  # noqa: S101 - the system always gives it
    mu = to_mu(np.array([float(outcome.before[period.player])]))
    weights = weight(to_phi(np.array([opponent.rd])))
    opponent_mu = to_mu(np.array([opponent.counts_as or 0.0]))
    expected, rest = expected_scores(mu, opponent_mu, weights)
    surprised = surprise(weights, expected, rest, np.array([own_score / WIN]))
    phi = to_phi(outcome.memory[period.player, :1])
    return float(expected[0]), float(SCALE * improvement(phi, surprised)[0])


def _why_not(period: OwnPeriod, line: int, *, is_white: bool) -> NotRated | None:
    lines = period.lines
    member = lines.white_member if is_white else lines.black_member
    if not lines.played[line]:
        return "forfeit"
    return None if member[line] else "outside"


def _origin(value: int) -> Origin:
    return _ORIGINS[int(value)]


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
