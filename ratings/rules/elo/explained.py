"""One player's period under the FIDE rating system written out for a reader."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ratings.rules.elo.citing import (
    BONUS,
    COEFFICIENT,
    DECIMALS,
    DIFFERENCE,
    FIRST,
    FLOOR,
    GAME,
    LOGISTIC,
    PERFORMANCE,
    PROVISIONAL,
    ROUNDING,
    UNRATED,
)
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.provisional import performances
from ratings.rules.elo.sides import Sides
from ratings.rules.elo.tables import HUNDRED
from ratings.rules.explained import ExplainedGame, ExplainedStep, Measure, NotRated
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.step import Decisions, IntArray, Lines, StepOutcome
from ratings.rules.step_ratings import StepRatings

_SUMS_OFF_BY = 1e-6


@dataclass(frozen=True, slots=True)
class OwnEloPeriod:
    """A period from one player's side: `rows` (n) are the rows of the own lines among
    all.
    """

    rows: IntArray
    lines: Lines
    at: IntArray
    """The played lines among the own ones."""
    shown: StepRatings
    """What each player counts as on each line, including forfeits."""
    sides: Sides
    decisions: Decisions
    player: int
    parameters: EloParameters

    @property
    def first(self) -> str:
        """The paragraph by which first ratings are computed."""
        by_mean = self.parameters.performance_points is not None
        return PERFORMANCE if by_mean else FIRST

    @property
    def expectation(self) -> str:
        """The paragraph by which the expected score of a game is computed."""
        return GAME if self.parameters.logistic is None else LOGISTIC


def explain_games(own: OwnEloPeriod, outcome: StepOutcome) -> ExplainedStep:
    """Return the working behind the player's row of `outcome`, which was computed from
    the own lines.
    """
    player = own.player
    before, after = known(outcome.before[player]), known(outcome.after[player])
    games = _games(own, before)
    exact, bonus = sum(game.change for game in games), float(outcome.bonus[player])
    decimals = own.parameters.decimals
    added = float(outcome.adjustment[player])
    change = float(outcome.change[player])
    raw = None if before is None else before + round(exact, 4) + bonus + added
    rounded = None
    if before is not None:
        # Round away the floating-point error of adding up decimals.
        rounded = round(before + change + bonus + added, max(decimals, 1))
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=games,
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=bonus,
        deduction=0.0,
        anniversaries=(),
        adjustment=added,
        assessed=known(own.decisions.assessed[player]),
        raw=raw if raw is None else round(raw, 4),
        rounded=rounded,
        floored=before is not None and after is None,
        after=after,
        cited=_cited(own, bonus),
        measures=(*_measures(own, outcome), *_performance(own, bonus)),
        period_bonus=bonus,
        # Half of the last decimal, and the floating-point error of a sum of fractions.
        rounds_by=0.5 / 10**decimals + (_SUMS_OFF_BY if decimals else 0.0),
    )


def _cited(own: OwnEloPeriod, bonus: float) -> dict[str, str]:
    return {
        "start": own.first,
        "adjustment": GAME,
        "rounding": DECIMALS if own.parameters.decimals else ROUNDING,
        "floor": FLOOR,
        **({"bonus": BONUS} if bonus else {}),
    }


def _performance(own: OwnEloPeriod, bonus: float) -> tuple[Measure, ...]:
    """Return the mean performance of a period with a bonus, which base rating and bonus
    together may not exceed.
    """
    if not bonus:
        return ()
    rows = np.flatnonzero(own.sides.player == own.player)
    worth = performances(
        own.sides.opponent.take(rows),
        own.sides.score.take(rows).astype(np.int64),
        own.parameters,
    )
    return (Measure("performance", None, round(float(worth.mean()), 2), BONUS),)


def _measures(own: OwnEloPeriod, outcome: StepOutcome) -> tuple[Measure, ...]:
    if outcome.memory is None or not outcome.touched[own.player]:
        return ()
    career, highest = outcome.memory[own.player].tolist()
    return (
        Measure("career_games", None, career, COEFFICIENT),
        Measure("highest", None, highest or None, COEFFICIENT),
    )


def _games(own: OwnEloPeriod, before: float | None) -> tuple[ExplainedGame, ...]:
    games = [_unchanged(own, line, before) for line in range(len(own.lines))]
    sides = own.sides
    for side in np.flatnonzero(sides.player == own.player).tolist():
        line = int(own.at[sides.line[side]])
        games[line] = _rated(games[line], own, side)
    return tuple(games)


def _unchanged(games: OwnEloPeriod, line: int, before: float | None) -> ExplainedGame:
    """Return the explained line of a game that does not change the player's rating; for
    an unrated player it counts towards a first rating.
    """
    own = own_line(games.lines, games.shown, line, games.player)
    reason = _why_not(games, own)
    paragraph = games.first if reason is None else UNRATED
    return plain_game(own, int(games.rows[line]), before, reason, paragraph)


def _rated(game: ExplainedGame, own: OwnEloPeriod, side: int) -> ExplainedGame:
    sides = own.sides
    counted, k = _plain(sides.counted[side]), int(sides.k[side])
    assert game.base is not None  # noqa: S101 - a rated side has a rating
    assert game.opponent_base is not None  # noqa: S101
    change = float(sides.points[side]) / HUNDRED
    if sides.provisional[side]:
        return replace(
            game, rated=True, reason=None, change=change, paragraphs=(PROVISIONAL,)
        )
    capped = counted != _plain(np.float64(game.base - game.opponent_base))
    cited = (own.expectation, COEFFICIENT)
    return replace(
        game,
        rated=True,
        reason=None,
        change=change,
        difference=abs(counted),
        expected=float(sides.expected[side]) / HUNDRED,
        coefficient=k,
        length=_length(own, side),
        paragraphs=(DIFFERENCE, *cited) if capped else cited,
    )


def _length(own: OwnEloPeriod, side: int) -> int | None:
    if not own.parameters.match_length:
        return None
    length = own.lines.length
    return 1 if length is None else max(int(length[own.at[own.sides.line[side]]]), 1)


def _plain(difference: np.number[Any]) -> float:
    """Return a difference of ratings for display: an int if it is whole."""
    two_decimals = round(float(difference), 2)
    return int(two_decimals) if two_decimals.is_integer() else two_decimals


def _why_not(games: OwnEloPeriod, own: OwnLine) -> NotRated | None:
    if not games.lines.played[own.line]:
        return "forfeit"
    if not own.member:
        return "outside"
    return "opponent_unrated" if own.counts_as is None else None
