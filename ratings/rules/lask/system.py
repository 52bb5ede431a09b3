"""The LASK rating system of 1970 as the engine uses it.

It remembers each player's ledger games of the season, for the deductions of 1 June. The
bonus of the summer is booked if a line's event is marked as large (11a). A person
decides initial ratings (8 to 10) and the supplement of the first year (11b).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.calendar import date_of
from ratings.rules.explained import ExplainedStep
from ratings.rules.lask.explained import OwnLedger, explain_ledger
from ratings.rules.lask.games import game_changes, long_games
from ratings.rules.lask.memory import MEMORY, remembered, season_so_far
from ratings.rules.lask.methods import OpponentRatings, opponent_ratings, section_means
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import (
    books_bonus,
    books_deductions,
    deductions,
    season_of,
)
from ratings.rules.lask.summer import summer_bonus
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_step import ExplainsOwnLines, OwnStep
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.protocol import System
from ratings.rules.rounding import round_half_up
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    SideColumns,
    Span,
    State,
    StepOutcome,
    Unit,
)
from ratings.rules.step_ratings import (
    UNKNOWN,
    SideRatings,
    StepRatings,
    find_step_ratings,
    for_everybody,
)


@dataclass(frozen=True, slots=True)
class Lask(ExplainsOwnLines[LaskParameters]):
    """The system under an edition."""

    name: str = "lask_1970"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    in_order: bool = False
    first_by_decision: bool = True
    Parameters: type[LaskParameters] = LaskParameters

    def minimum_minutes(self, parameters: LaskParameters) -> int:
        """Return the minutes for 60 moves, three a move in the text (rules 4 and 5)."""
        return parameters.minutes

    def required_minutes(
        self, base: FloatArray, adopts: BoolArray, parameters: LaskParameters
    ) -> IntArray:
        """Return the same minutes for all players (rules 4 and 5)."""
        return np.full(len(base), parameters.minutes)

    def class_by_rating(self, rating: float, parameters: LaskParameters) -> str:
        """Return SM from 2250, M from 2050, I from 1875, else II (text, point 13)."""
        limits = parameters.tables.class_limits
        return next(
            (limit.name for limit in limits if rating >= limit.lowest), limits[-1].name
        )

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: LaskParameters,
    ) -> StepOutcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_own(
        self, own: OwnStep[LaskParameters], outcome: StepOutcome
    ) -> ExplainedStep:
        """See `ExplainsOwnLines.explain_own`."""
        shown = ratings_of(own.lines, own.state, own.decisions)
        ledger = enter_games(own.lines, own.state, own.decisions, own.parameters)
        sheet = OwnLedger(
            own.rows,
            own.lines,
            shown,
            ledger.faced,
            ledger.rows,
            own.decisions,
            own.span,
            own.parameters,
            own.player,
        )
        return explain_ledger(sheet, outcome)


SYSTEM: Final[System[LaskParameters]] = Lask()


@dataclass(frozen=True, slots=True)
class _Totals:
    """The sums of the games, columns of length p."""

    change: FloatArray
    games: IntArray
    score: IntArray


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: LaskParameters,
) -> StepOutcome:
    """Rate every player of a period (Rankingregel 1 and 2, rules 4 to 6).

    Raises CannotCompute, with the rows of `lines`, if a member meets an opponent
    without any rating (8), or a line has the same player on both sides.
    """
    players = len(state.rating)
    entered = enter_games(lines, state, decisions, parameters)
    ledger, ratings = entered.lines, entered.ratings
    refuse_lines(CannotCompute.PLAYS_SELF, entered.rows, ledger.white == ledger.black)
    totals = _add_up(side_changes(entered, parameters), players)
    before = earned_base(ratings, state, totals.games)
    season, so_far = season_so_far(ledger, state, span, parameters)
    deduction = _deductions(before, so_far, span, parameters)
    bonus = _bonus(ledger, before, decisions, span, parameters)
    _at, played = played_lines(lines)
    last_played = last_days_played(played, state)
    touched = touched_players(totals.games, last_played, state, decisions)
    touched |= (deduction != 0) | _is_counted(ledger, players)
    result = before + totals.change + bonus + deduction
    return StepOutcome(
        touched=touched,
        before=before,
        start_from=ratings.start_from,
        change=totals.change,
        bonus=bonus,
        deduction=deduction,
        adjustment=decisions.adjustment,
        after=round_half_up(with_decisions(result, decisions).astype(np.float32)),
        games=totals.games,
        score=totals.score,
        last_played=last_played,
        adopts=state.adopts,
        memory=remembered(state, season, so_far, touched),
    )


def ratings_of(lines: Lines, state: State, decisions: Decisions) -> StepRatings:
    """Return base ratings, and what players count as for opponents (Rankingregel 2)."""
    return find_step_ratings(lines, state, decisions, for_everybody(UNKNOWN))


@dataclass(frozen=True, slots=True)
class Ledger:
    """The games of a period that are entered: long games that were played (4, 5)."""

    rows: IntArray
    """The rows of these games among the lines given."""
    lines: Lines
    ratings: StepRatings
    faced: OpponentRatings
    """The rating used for the opponent in each of them."""


def enter_games(
    lines: Lines, state: State, decisions: Decisions, parameters: LaskParameters
) -> Ledger:
    """Return the ledger of some lines, and the ratings by which its games are rated."""
    long = long_games(lines, parameters)
    rows = np.flatnonzero(long)
    ledger = lines if long.all() else lines.take(rows)
    ratings = ratings_of(ledger, state, decisions)
    means = None
    if lines.method is not None and lines.method.any():
        means = section_means(lines, ratings_of(lines, state, decisions)).take(rows)
    return Ledger(rows, ledger, ratings, opponent_ratings(ledger, ratings, means))


@dataclass(frozen=True, slots=True)
class SideChanges:
    """The changes by games for one colour, columns with one row for each rated game."""

    line: IntArray
    """Row of the line in the ledger."""
    player: IntArray
    score: IntArray
    worth: IntArray


def side_changes(
    ledger: Ledger, parameters: LaskParameters
) -> tuple[SideChanges, SideChanges]:
    """Return the changes of ledger games for White's side and for Black's (Rankingregel
    1; text, points 11 and 12 if an event is rated as a whole).

    Raises CannotCompute if a member meets an opponent without any rating (8).
    """
    white, black = ledger.lines.sides
    ratings, faced = ledger.ratings, ledger.faced
    return (
        _side_changes(ledger.rows, white, ratings.white, faced.white, parameters),
        _side_changes(ledger.rows, black, ratings.black, faced.black, parameters),
    )


def _side_changes(
    rows: IntArray,
    side: SideColumns,
    own: SideRatings,
    faced: FloatArray,
    parameters: LaskParameters,
) -> SideChanges:
    rated = np.flatnonzero(_rated(rows, side, own, faced))
    points = side.score.take(rated)
    worth = game_changes(own.base.take(rated), faced.take(rated), points, parameters)
    return SideChanges(rated, side.player.take(rated), points, worth)


def _add_up(sides: tuple[SideChanges, SideChanges], players: int) -> _Totals:
    change = np.zeros(players, np.int32)
    games, score = np.zeros(players, np.int16), np.zeros(players, np.int32)
    for side in sides:
        np.add.at(change, side.player, side.worth.astype(np.int32))
        np.add.at(games, side.player, np.int16(1))
        np.add.at(score, side.player, side.score.astype(np.int32))
    return _Totals(change.astype(np.float32), games, score)


def _rated(
    rows: IntArray, side: SideColumns, own: SideRatings, faced: FloatArray
) -> BoolArray:
    """Return the games of members who have a rating. Every member's opponent must have
    a rating, whether or not the member has one: a newcomer's base comes from lines that
    not every player's computation sees, so it must not decide whether to refuse a game.
    """
    unknown = side.member & np.isnan(faced)
    refuse_lines(CannotCompute.OPPONENT_UNKNOWN, rows, unknown)
    rated: BoolArray = side.member & ~np.isnan(own.base)
    return rated


def _deductions(
    before: FloatArray, games: FloatArray, span: Span, parameters: LaskParameters
) -> FloatArray:
    """Return the points for too few games, booked as the summer begins (6)."""
    if not books_deductions(span, parameters):
        return np.broadcast_to(np.float32(0), (len(before),))
    deducted = deductions(games.astype(np.int32), parameters).astype(np.float32)
    return np.where(np.isnan(before), np.float32(0), deducted)


def _bonus(
    lines: Lines,
    before: FloatArray,
    decisions: Decisions,
    span: Span,
    parameters: LaskParameters,
) -> FloatArray:
    """Return the points for having played in a large summer tournament, booked with
    the next season's base unless they are withheld (11a).
    """
    nothing = np.broadcast_to(np.float32(0), (len(before),))
    if lines.large is None or not books_bonus(span, parameters):
        return nothing
    season = season_of(date_of(span.last_day), parameters)
    entrants = [side.player[lines.large & side.member] for side in lines.sides]
    days = [lines.day[lines.large & side.member] for side in lines.sides]
    bonus = summer_bonus(
        np.concatenate(entrants), np.concatenate(days), len(before), season, parameters
    )
    withheld = decisions.bonus_withheld | np.isnan(before)
    return np.where(withheld, nothing, bonus.astype(np.float32))


def _is_counted(lines: Lines, players: int) -> BoolArray:
    """Return who has a ledger game, including late games and unrated players."""
    counted = np.zeros(players, np.bool_)
    counted[lines.white] = counted[lines.black] = True
    return counted
