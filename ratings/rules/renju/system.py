"""The renju correspondence ranking as the engine uses it.

A step is a tournament, rated on the levels of its first day; a step without games is a
month of the calendar, at whose end levels fall that were not confirmed in time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from ratings.rules.activity import Activity
from ratings.rules.calendar import date_of, day_number
from ratings.rules.explained import ExplainedStep
from ratings.rules.norms import NormSetting, Preliminary, TournamentNorms
from ratings.rules.played import last_days_played, played_lines
from ratings.rules.protocol import TournamentSystem
from ratings.rules.renju.ahead import preliminary_result, tournament_norms
from ratings.rules.renju.columns import (
    CONFIRMED,
    DROPPED,
    MEMORY,
    TOURNAMENTS,
    TournamentColumns,
    read_tournament,
    start_confirmed,
)
from ratings.rules.renju.conditions import tournament_obstacles
from ratings.rules.renju.confirmation import HeldLevel, next_drop
from ratings.rules.renju.dates import (
    computation_due,
    conditions_due,
    three_months_after,
)
from ratings.rules.renju.explained import explain_month, explain_tournament
from ratings.rules.renju.levels import (
    BOARD_FROM,
    LEVELS,
    Grade,
    level_parts,
    level_text,
    parse_level,
)
from ratings.rules.renju.months import over_the_board, rate_month, with_full_memory
from ratings.rules.renju.parameters import RenjuParameters
from ratings.rules.renju.records import Cycle, RatedPlayer
from ratings.rules.renju.tournament import leave_unchanged, rate_tournament
from ratings.rules.step import (
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    StartFrom,
    State,
    StepOutcome,
    Unit,
)


@dataclass(frozen=True, slots=True)
class Renju:
    """The system under an edition."""

    name: str = "renju"
    unit: Unit = "tournament"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    in_order: bool = True
    levels: range = LEVELS
    Parameters: type[RenjuParameters] = RenjuParameters

    def level_parts(self, index: int) -> tuple[int, Grade]:
        """Return number and grade of a level, kyu or dan (1 §1)."""
        return level_parts(index)

    def level_text(self, index: int) -> str:
        """Return the level in English, such as `3 kyu` (1 §1)."""
        return level_text(index)

    def parse_level(self, text: str) -> int:
        """Return a level from its text; also from `3k`, `1d` and the index (2 §2b)."""
        return parse_level(text)

    def watched_days(self, span: Span) -> tuple[int, ...]:
        """Return the day of P0: three months after the start (2 §4)."""
        return (day_number(three_months_after(date_of(span.first_day))),)

    def norms_of(
        self, setting: NormSetting, *, assumed: int | None = None
    ) -> TournamentNorms:
        """See `GivesNorms.norms_of`."""
        return tournament_norms(setting, assumed)

    def preliminary(self, setting: NormSetting) -> Preliminary:
        """See `GivesNorms.preliminary`."""
        return preliminary_result(setting)

    def conditions_due(self, start: date) -> date:
        """Return the day three weeks after the start (1 §3)."""
        return conditions_due(start)

    def computation_due(self, end: date) -> date:
        """Return the day two weeks after the end (1 §4)."""
        return computation_due(end)

    @property
    def board_from(self) -> int:
        """3 dan (1 §5)."""
        return BOARD_FROM

    def next_fall(
        self,
        rating: float,
        memory: Sequence[float],
        active: Sequence[Activity],
        day: date,
    ) -> tuple[date, float] | None:
        """See `ExemptsActivePlayers.next_fall`: for lack of confirmation (2 §5)."""
        since = max(memory[CONFIRMED], memory[DROPPED])
        holding = HeldLevel(
            int(rating), date_of(int(since)), active=over_the_board(active)
        )
        drop = next_drop(holding, day, held_on=day)
        return None if drop is None else (drop.day, float(drop.level))

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: RenjuParameters,
    ) -> StepOutcome:
        """See `System.rate_step`."""
        if not len(lines):
            return rate_month(state, decisions, span, parameters)
        tournament = read_tournament(lines, state, decisions, span)
        rated = _rated(tournament, lines, span)
        began = _began(tournament, decisions, span, parameters)
        return _outcome(lines, state, span, tournament, rated, began)

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: RenjuParameters,
        player: int,
    ) -> ExplainedStep:
        """See `System.explain_player`; `lines` are all those of the tournament."""
        if not len(lines):
            return explain_month(
                rate_month(state, decisions, span, parameters),
                state,
                decisions,
                span,
                player,
            )
        tournament = read_tournament(lines, state, decisions, span)
        rated = _rated(tournament, lines, span)
        began = _began(tournament, decisions, span, parameters)
        outcome = _outcome(lines, state, span, tournament, rated, began)
        return explain_tournament(tournament, rated, lines, state, outcome, player)


SYSTEM: Final[TournamentSystem[RenjuParameters]] = Renju()


def _rated(
    tournament: TournamentColumns, lines: Lines, span: Span
) -> tuple[RatedPlayer, ...]:
    """Compute the result of each player; CannotCompute if entry rankings never
    converge, unless the tournament changes no ranking anyway.
    """
    players, games = tournament.players, tournament.games
    outcome = rate_tournament(players, games, finished=span.closed)
    if not outcome.cycle:
        return outcome.players
    obstacles = tournament_obstacles(
        len(players), 0, sanctioned=True, finished=span.closed
    )
    if not obstacles:
        raise CannotCompute(CannotCompute.NEVER_SETTLES, _rows_of(outcome.cycle, lines))
    return leave_unchanged(players, games, obstacles)


def _rows_of(cycle: Cycle, lines: Lines) -> tuple[int, ...]:
    """Return the rows of the games of players in the cycle: the committee must decide
    about one of them.
    """
    in_cycle = np.isin(lines.white, cycle.players) | np.isin(lines.black, cycle.players)
    return tuple(np.flatnonzero(in_cycle).tolist())


def _outcome(
    lines: Lines,
    state: State,
    span: Span,
    tournament: TournamentColumns,
    rated: tuple[RatedPlayer, ...],
    began: IntArray,
) -> StepOutcome:
    """Return the outcome of a tournament; `began` as returned by `_began`."""
    size = len(state.rating)
    rows = np.array(tournament.rows, np.intp)[tournament.members]
    of_members = [
        player
        for player, member in zip(rated, tournament.members, strict=True)
        if member
    ]
    touched = np.zeros(size, np.bool_)
    touched[rows] = True
    start_from = np.zeros(size, np.int8)
    start_from[rows] = np.array(tournament.origins, np.int8)[tournament.members]
    before, after = state.rating.copy(), state.now.copy()
    before[rows] = [_base(player) for player in of_members]
    after[rows] = [_number(player.level) for player in of_members]
    present = np.where(np.isnan(state.now), before, state.now)
    games, score = np.zeros(size, np.int16), np.zeros(size, np.int32)
    games[rows] = [player.games for player in of_members]
    score[rows] = [player.score for player in of_members]
    nothing = np.broadcast_to(np.float32(0), (size,))
    _at, played = played_lines(lines)
    memory = _remember(state, span, of_members, rows, began[tournament.members])
    memory[after < present, DROPPED] = span.last_day
    return StepOutcome(
        touched=touched,
        before=before,
        start_from=start_from,
        change=np.nan_to_num(after - present),
        bonus=nothing,
        deduction=nothing,
        adjustment=nothing,
        after=after,
        games=games,
        score=score,
        last_played=last_days_played(played, state),
        adopts=state.adopts,
        memory=memory,
    )


def _began(
    tournament: TournamentColumns,
    decisions: Decisions,
    span: Span,
    parameters: RenjuParameters,
) -> IntArray:
    """Return the day (for each of the tournament's rows) from which the level counts as
    confirmed for players who have none stored yet.
    """
    return np.array(
        [
            start_confirmed(row, decisions, span, parameters)
            if origin == StartFrom.DECISION
            else span.last_day
            for row, origin in zip(tournament.rows, tournament.origins, strict=True)
        ],
        np.int64,
    )


def _base(player: RatedPlayer) -> float:
    """Return the level from which the player is rated; NaN for a player who remains
    without a level.
    """
    return _number(player.entry if player.level is not None else None)


def _number(level: int | None) -> float:
    return np.nan if level is None else float(level)


def _remember(
    state: State,
    span: Span,
    rated: list[RatedPlayer],
    rows: IntArray,
    began: IntArray,
) -> FloatArray:
    """Return the memory (p, 3) after the tournament, without falls; `began` (as `rows`)
    is the day on which players without memory obtained the level.
    """
    memory = with_full_memory(state.known_memory(len(MEMORY)), rows, began)
    if span.closed:
        memory[rows, TOURNAMENTS] += [player.level is not None for player in rated]
    confirmed = np.array([player.confirmed for player in rated], np.bool_)
    confirmed_rows = rows[confirmed]
    memory[confirmed_rows, CONFIRMED] = np.fmax(
        memory[confirmed_rows, CONFIRMED], span.last_day
    )
    return memory
