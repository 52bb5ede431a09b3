"""The LASK rating system of 1970 as the engine knows it.

What it remembers of a player are the ledger games of the season, for the deductions
of 1 June. Initial ratings are a person's (rules 8 to 10): nobody has one by default.
What the committee adds over the summer it decides (11a and 11b).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.base_numbers import (
    Numbers,
    SideNumbers,
    find_numbers,
    round_half_up,
)
from ratings.rules.calendar import date_of, day_number
from ratings.rules.explained import ExplainedStep
from ratings.rules.lask_explained import OwnLedger, explain_ledger
from ratings.rules.lask_games import game_changes, long_games
from ratings.rules.lask_parameters import LaskParameters
from ratings.rules.lask_season import (
    books_deductions,
    deductions,
    season_games,
    season_of,
)
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_lines import rate_alone
from ratings.rules.played import last_days_played, played_lines
from ratings.rules.protocol import System
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Outcome,
    Side,
    Span,
    State,
    Unit,
)

MEMORY: Final = ("season", "season_games")
"""The first day (a day number) of the season, and the ledger games in it so far."""
SEASON, GAMES = range(2)
UNKNOWN: Final = np.float32(np.nan)


@dataclass(frozen=True, slots=True)
class Lask:
    """The system as an edition knows it."""

    name: str = "lask_1970"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    in_order: bool = False
    Parameters: type[LaskParameters] = LaskParameters

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: LaskParameters,
    ) -> Outcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: LaskParameters,
        player: int,
    ) -> ExplainedStep:
        """See `System.explain_player`."""

        def rate(own: Lines) -> Outcome:
            return rate_step(own, state, decisions, span, parameters)

        rows, own, outcome = rate_alone(rate, lines, player)
        shown = numbers_of(own, state, decisions)
        ledger = OwnLedger(rows, own, shown, decisions, span, parameters, player)
        return explain_ledger(ledger, outcome)


SYSTEM: Final[System[LaskParameters]] = Lask()


@dataclass(frozen=True, slots=True)
class _Totals:
    """What the games add up to, columns of length p."""

    change: FloatArray
    games: IntArray
    score: IntArray


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: LaskParameters,
) -> Outcome:
    """Rate every player of a period (Rankingregel 1 and 2, rules 4 to 6).

    Raises CannotCompute, with the rows of `lines`, where a member meets somebody
    without any number (8), or a player the same player.
    """
    players = len(state.rating)
    long = long_games(lines, parameters)
    rows = np.flatnonzero(long)
    ledger = lines if long.all() else lines.take(rows)
    _refuse(CannotCompute.PLAYS_SELF, rows, ledger.white == ledger.black)
    numbers = numbers_of(ledger, state, decisions)
    totals = _add_up(rows, ledger, numbers, players, parameters)
    before = earned_base(numbers, state, totals.games)
    season, so_far = _season_so_far(ledger, state, span, parameters)
    deduction = _deductions(before, so_far, span, parameters)
    _at, played = played_lines(lines)
    last_played = last_days_played(played, state)
    touched = touched_players(totals.games, last_played, state, decisions)
    touched |= (deduction != 0) | _is_counted(ledger, players)
    result = before + totals.change + deduction
    return Outcome(
        touched=touched,
        before=before,
        start_from=numbers.start_from,
        change=totals.change,
        bonus=np.broadcast_to(np.float32(0), (players,)),
        deduction=deduction,
        adjustment=decisions.adjustment,
        after=round_half_up(with_decisions(result, decisions).astype(np.float32)),
        games=totals.games,
        score=totals.score,
        last_played=last_played,
        adopts=state.adopts,
        memory=_remember(state, season, so_far, touched),
    )


def numbers_of(lines: Lines, state: State, decisions: Decisions) -> Numbers:
    """Base ratings, and what everybody counts as for the opponent (Rankingregel 2)."""
    return find_numbers(
        lines, state, decisions, lambda born: np.full(len(born), UNKNOWN)
    )


def _add_up(
    rows: IntArray,
    lines: Lines,
    numbers: Numbers,
    players: int,
    parameters: LaskParameters,
) -> _Totals:
    change = np.zeros(players, np.int32)
    games, score = np.zeros(players, np.int16), np.zeros(players, np.int32)
    white, black = lines.sides
    for side, own, other in (
        (white, numbers.white, numbers.black),
        (black, numbers.black, numbers.white),
    ):
        rated = np.flatnonzero(_rated(rows, side, own, other))
        player, points = side.player.take(rated), side.score.take(rated)
        worth = game_changes(
            own.base.take(rated), other.counts_as.take(rated), points, parameters
        )
        np.add.at(change, player, worth.astype(np.int32))
        np.add.at(games, player, np.int16(1))
        np.add.at(score, player, points.astype(np.int32))
    return _Totals(change.astype(np.float32), games, score)


def _rated(
    rows: IntArray, side: Side, own: SideNumbers, other: SideNumbers
) -> BoolArray:
    """The games of members who have a rating; every member's opponent must have a
    number, whether the member has one or not: that the base of a newcomer comes from
    lines which not everybody's computation sees may decide no refusal.
    """
    unknown = side.member & np.isnan(other.counts_as)
    _refuse(CannotCompute.OPPONENT_UNKNOWN, rows, unknown)
    rated: BoolArray = side.member & ~np.isnan(own.base)
    return rated


def _season_so_far(
    lines: Lines, state: State, span: Span, parameters: LaskParameters
) -> tuple[int, FloatArray]:
    """The first day of the season of the step's first, and everybody's games in the
    season so far (p).
    """
    season = season_of(date_of(span.first_day), parameters)
    first = day_number(season.first_date)
    games = season_games(lines, len(state.rating), season, parameters)
    if state.memory is None:
        return first, games.astype(np.float64)
    same = state.memory[:, SEASON] == first
    before = np.where(same, state.memory[:, GAMES], np.float64(0))
    return first, before + games


def _deductions(
    before: FloatArray, games: FloatArray, span: Span, parameters: LaskParameters
) -> FloatArray:
    """Points for too few games, booked as the summer begins (6)."""
    if not books_deductions(span, parameters):
        return np.broadcast_to(np.float32(0), (len(before),))
    taken = deductions(games.astype(np.int32), parameters).astype(np.float32)
    return np.where(np.isnan(before), np.float32(0), taken)


def _is_counted(lines: Lines, players: int) -> BoolArray:
    """Who has a ledger game, also one that was played late or by somebody unrated."""
    counted = np.zeros(players, np.bool_)
    counted[lines.white] = True
    counted[lines.black] = True
    return counted


def _remember(
    state: State, season: int, games: FloatArray, touched: BoolArray
) -> FloatArray:
    if state.memory is None:
        return np.column_stack((np.full(len(games), float(season)), games))
    memory = state.memory.copy()
    rows = np.flatnonzero(touched)
    memory[rows, SEASON] = season
    memory[rows, GAMES] = games.take(rows)
    return memory


def _refuse(reason: str, rows: IntArray, wrong: BoolArray) -> None:
    if wrong.any():
        raise CannotCompute(reason, tuple(rows[wrong].tolist()))
