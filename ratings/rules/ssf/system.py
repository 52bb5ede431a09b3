"""The SSF rating system of 2008, cited by the points of `docs/rules.md`.

Exact: every change is a whole or half point, and so is every sum of these.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ratings.rules.explained import ExplainedStep
from ratings.rules.own_step import ExplainsOwnLines, OwnStep
from ratings.rules.played import last_days_played, played_lines
from ratings.rules.protocol import System
from ratings.rules.rating_table import WIN
from ratings.rules.ssf.bonus import latest_choices, total_bonus
from ratings.rules.ssf.explained import explain_step
from ratings.rules.ssf.inactivity import deductions
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.result import SsfResult, new_ratings
from ratings.rules.ssf.sides import RatedSides, find_rated_sides, required_minutes
from ratings.rules.ssf.step_ratings import find_step_ratings, start_by_age
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    State,
    StepOutcome,
    Unit,
)
from ratings.rules.step_ratings import StepRatings, has_decision


@dataclass(frozen=True, slots=True)
class Ssf(ExplainsOwnLines[SsfParameters]):
    """The system under an edition."""

    name: str = "ssf_2008"
    unit: Unit = "period"
    memory: tuple[str, ...] = ()
    fractional: bool = False
    in_order: bool = False
    Parameters: type[SsfParameters] = SsfParameters

    def default_start(
        self, born: IntArray, year: int, parameters: SsfParameters
    ) -> FloatArray:
        """Return start ratings by age (SSF rating, point 9)."""
        return start_by_age(born, year, parameters)

    def minimum_minutes(self, parameters: SsfParameters) -> int:
        """Return the minutes for a junior's game at low ratings (SSF rating, point
        6).
        """
        return parameters.low_minutes

    def required_minutes(
        self, base: FloatArray, adopts: BoolArray, parameters: SsfParameters
    ) -> IntArray:
        """Return fewer minutes for low ratings if the district adopts it (SSF rating,
        point 6).
        """
        return required_minutes(base, adopts, parameters)

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: SsfParameters,
    ) -> StepOutcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: SsfParameters,
        player: int,
    ) -> ExplainedStep:
        """See `System.explain_player`.

        The games of a guest have no thinking time here, so that no side of them is
        rated. Whether the opponent's is may follow from lines that are not the guest's.
        """
        as_guest = (lines.white == player) & ~lines.white_member
        as_guest |= (lines.black == player) & ~lines.black_member
        minutes = np.where(as_guest, np.int16(0), lines.minutes)
        own = replace(lines, minutes=minutes)
        return ExplainsOwnLines.explain_player(
            self, own, state, decisions, span, parameters, player
        )

    def explain_own(
        self, own: OwnStep[SsfParameters], outcome: StepOutcome
    ) -> ExplainedStep:
        """See `ExplainsOwnLines.explain_own`."""
        return explain_step(own, outcome)


MOST_DOUBLED = 4 * WIN
"""Twice a game's change is never more than this, up or down."""

SYSTEM: Final[System[SsfParameters]] = Ssf()


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: SsfParameters,
) -> StepOutcome:
    """Rate every player of a period: points 1 to 10 and Below 1200.

    Raises CannotCompute, with the rows of `lines`, if a rated side meets an opponent
    without rating or estimate, or a line has the same player on both sides.
    """
    players = len(state.rating)
    rows, played = played_lines(lines)
    ratings = find_step_ratings(played, state, decisions, span, parameters)
    white, black = find_rated_sides(rows, played, ratings, parameters)
    change, games, score = _add_up(white, black, players)
    last_played = last_days_played(played, state)
    result = SsfResult(
        before=_earned(ratings, games),
        change=change,
        bonus=total_bonus(white, black, ratings.base, decisions, parameters),
        deduction=deductions(state.rating, last_played, span, parameters),
        adjustment=decisions.adjustment,
        assessed=decisions.assessed,
    )
    adopts = latest_choices(played, state)
    all_rated = len(white) + len(black) == 2 * len(played)
    touched = _played(games, None if all_rated else last_played, state)
    touched = _touch_others(touched, adopts, result, state, decisions)
    has_floor = adopts & touched if adopts.any() else None
    return StepOutcome(
        touched=touched,
        before=result.before,
        start_from=ratings.start_from,
        change=change,
        bonus=_or_zeros(result.bonus, players),
        deduction=_or_zeros(result.deduction, players),
        adjustment=decisions.adjustment,
        after=new_ratings(result, has_floor, parameters),
        games=games,
        score=score,
        last_played=last_played,
        adopts=adopts,
    )


def _add_up(
    white: RatedSides, black: RatedSides, players: int
) -> tuple[FloatArray, IntArray, IntArray]:
    """Return changes, games and half points: float32, int16, int16 or int32 (p)."""
    games = _count(white, black, players)
    # Small numbers, since memory access takes all the time here; and np.add.at is fast
    # only if the types agree exactly.
    fits = int(games.max(initial=0)) * MOST_DOUBLED <= np.iinfo(np.int16).max
    small = np.dtype(np.int16 if fits else np.int32)
    doubled, score = np.zeros(players, small), np.zeros(players, small)
    for sides in (white, black):
        np.add.at(doubled, sides.player, sides.doubled.astype(small, copy=False))
        np.add.at(score, sides.player, sides.score.astype(small, copy=False))
    change = doubled.astype(np.float32)
    change *= 0.5
    return change, games, score


def _count(white: RatedSides, black: RatedSides, players: int) -> IntArray:
    """Return each player's rated games, int16 (p).

    OverflowError if a player has more than int16 can hold.
    """
    games = np.zeros(players, np.int16)
    for sides in (white, black):
        np.add.at(games, sides.player, np.int16(1))
    if games.min(initial=0) < 0:
        raise OverflowError("Somebody has more than 32,767 games in one step.")
    return games


def _earned(ratings: StepRatings, games: IntArray) -> FloatArray:
    """Return base ratings without those of newcomers who have no rated game."""
    unrated = ratings.newcomers[games.take(ratings.newcomers) == 0]
    if not unrated.size:
        return ratings.base
    before = ratings.base.copy()
    before[unrated] = np.nan
    return before


def _played(games: IntArray, last_played: IntArray | None, state: State) -> BoolArray:
    """Return who has a rated game or, unless all games are rated, any game to
    record.
    """
    played: BoolArray = games > 0
    return (
        played if last_played is None else played | (last_played != state.last_played)
    )


def _touch_others(
    touched: BoolArray,
    adopts: BoolArray,
    result: SsfResult,
    state: State,
    decisions: Decisions,
) -> BoolArray:
    """Add to `touched`, in place, the players who have anything else to record."""
    if adopts is not state.adopts:
        touched |= adopts != state.adopts
    if result.deduction is not None:
        touched |= result.deduction != 0
    if has_decision(decisions.start, np.nan):
        touched |= np.isnan(state.rating) & ~np.isnan(decisions.start)
    if has_decision(decisions.adjustment, 0):
        touched |= decisions.adjustment != 0
    if has_decision(decisions.assessed, np.nan):
        touched |= ~np.isnan(decisions.assessed)
    return touched


def _or_zeros(column: FloatArray | None, players: int) -> FloatArray:
    """Return the column, or zeros (without allocating them) if there is none."""
    return np.broadcast_to(np.float32(0), (players,)) if column is None else column
