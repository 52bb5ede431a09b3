"""Convert a tournament from the engine's columns to participants and games."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.calendar import date_of, day_number, period_of
from ratings.rules.played import refuse_lines
from ratings.rules.renju.dates import GameEnd, counting_games
from ratings.rules.renju.levels import HIGHEST, LOWEST
from ratings.rules.renju.parameters import RenjuParameters
from ratings.rules.renju.records import InputGame, InputPlayer
from ratings.rules.step import (
    NEVER,
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    Lines,
    Span,
    StartFrom,
    State,
)

MEMORY: Final = ("tournaments", "confirmed", "dropped")
"""Number of tournaments rated, and the days (day numbers) of 2 §5: when the level was
last confirmed or obtained, and when it last fell."""
TOURNAMENTS, CONFIRMED, DROPPED = range(len(MEMORY))


@dataclass(frozen=True, slots=True)
class TournamentColumns:
    """A tournament's participants, by row of State, ascending, and its games."""

    rows: tuple[int, ...]
    players: tuple[InputPlayer, ...]
    """The ids of the players are the rows."""
    origins: tuple[int, ...]
    """The `StartFrom` of each player's level at the start."""
    games: tuple[InputGame, ...]
    members: BoolArray
    """Which players (as `rows`) have this ranking: guests do not."""


def read_tournament(
    lines: Lines, state: State, decisions: Decisions, span: Span
) -> TournamentColumns:
    """Return the tournament of these lines; all players on them take part.

    Raises CannotCompute if a line has the same player on both sides, or if a rating, a
    start rating or a number from elsewhere on a line is no level.
    """
    every = np.arange(len(lines))
    refuse_lines(CannotCompute.PLAYS_SELF, every, lines.white == lines.black)
    for side in lines.sides:
        refuse_lines(CannotCompute.NO_SUCH_LEVEL, every, _is_no_level(side.outside))
        for held in (state.rating, state.now, decisions.start):
            wrong = _is_no_level(held.take(side.player))
            refuse_lines(CannotCompute.NO_SUCH_LEVEL, every, wrong)
    rows = np.unique(np.concatenate((lines.white, lines.black))).tolist()
    elsewhere = _levels_elsewhere(lines)
    participants = [
        _player(row, elsewhere.get(row), state, decisions, span) for row in rows
    ]
    return TournamentColumns(
        rows=tuple(rows),
        players=tuple(player for player, _ in participants),
        origins=tuple(origin for _, origin in participants),
        games=_games(lines, span),
        members=_members(lines, rows),
    )


def level_or_none(value: float) -> int | None:
    """Return a stored number as a level, None for NaN."""
    return None if np.isnan(value) else int(value)


def _player(
    row: int, elsewhere: int | None, state: State, decisions: Decisions, span: Span
) -> tuple[InputPlayer, int]:
    level, origin = _level_at_start(row, elsewhere, state, decisions, span)
    at_three_months = None if state.watched is None else state.watched[row, 0]
    player = InputPlayer(
        id=row,
        level=level,
        at_three_months=(
            None if at_three_months is None else level_or_none(at_three_months)
        ),
        at_end=level_or_none(state.now[row]),
        first_tournament=not state.known_memory(len(MEMORY))[row, TOURNAMENTS] > 0,
        decided=_decided(row, decisions, span) if level is None else None,
        board=tuple(decisions.board.get(row, {}).items()),
    )
    return player, origin


def _level_at_start(
    row: int, elsewhere: int | None, state: State, decisions: Decisions, span: Span
) -> tuple[int | None, int]:
    level = level_or_none(state.rating[row])
    if level is not None:
        return level, StartFrom.RATING
    start = level_or_none(decisions.start[row])
    if start is not None and not _is_within(row, decisions, span):
        return start, StartFrom.DECISION
    return elsewhere, StartFrom.DEFAULT if elsewhere is None else StartFrom.OUTSIDE


def _decided(row: int, decisions: Decisions, span: Span) -> int | None:
    """Return the committee's decision about a new player of this tournament (1 §2)."""
    start = level_or_none(decisions.start[row])
    return start if _is_within(row, decisions, span) else None


def _is_within(row: int, decisions: Decisions, span: Span) -> bool:
    if decisions.start_day is None:
        return False
    return bool(decisions.start_day[row] >= span.first_day)


def start_confirmed(
    row: int, decisions: Decisions, span: Span, parameters: RenjuParameters
) -> int:
    """Return the day number from which a start level counts as confirmed: the last day
    of the month in which it was decided, or the step's last day if no day is known.
    """
    if decisions.start_day is None or decisions.start_day[row] == NEVER:
        return span.last_day
    decided_on = date_of(int(decisions.start_day[row]))
    return day_number(period_of(decided_on, parameters.period_starts).last_date)


def _levels_elsewhere(lines: Lines) -> dict[int, int]:
    """Return the level from elsewhere on the first line of each player that has one."""
    levels: dict[int, int] = {}
    for line in range(len(lines)):
        for side in lines.sides:
            level = level_or_none(side.outside[line])
            if level is not None:
                levels.setdefault(int(side.player[line]), level)
    return levels


def _members(lines: Lines, rows: list[int]) -> BoolArray:
    member = np.zeros(len(rows), np.bool_)
    for side in lines.sides:
        member[np.searchsorted(rows, side.player[side.member])] = True
    return member


def _games(lines: Lines, span: Span) -> tuple[InputGame, ...]:
    """Return the games; whether each counts (3 §3) follows from the day on which it
    ended.
    """
    days = np.clip(lines.day, span.first_day, span.last_day).tolist()
    ends = [
        GameEnd(bool(played), date_of(day))
        for played, day in zip(lines.played, days, strict=True)
    ]
    counting = counting_games(ends, date_of(span.first_day), date_of(span.last_day))
    return tuple(
        InputGame(white, black, score, counts)
        for white, black, score, counts in zip(
            lines.white.tolist(),
            lines.black.tolist(),
            lines.score.tolist(),
            counting,
            strict=True,
        )
    )


def _is_no_level(outside: FloatArray) -> BoolArray:
    wrong: BoolArray = ~np.isnan(outside) & ((outside < LOWEST) | (outside > HIGHEST))
    return wrong
