"""The state of the players when a step begins."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.engine.domain.derived_rows import StepKey
from ratings.engine.domain.step_lines import Ids
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.domain.binary_columns import DAYS_TO_2000
from ratings.ledger.queries.current_rows import CHANGES
from ratings.ledger.queries.packed_rows import packed_row, unpack
from ratings.rules.calendar import date_of, day_number
from ratings.rules.step import NEVER, FloatArray, State

_BEFORE = (
    "(ended_on, started_on, report_id) < (%(ended_on)s, %(started_on)s, %(report)s)"
)
_REMEMBERED_IF = "started_on >= %(system_from)s AND started_on < %(system_until)s"
_STATE_OF_PLAYERS = f"""
SELECT found.player_id, found.after, found.last_played, found.adopts,
  CASE WHEN {_REMEMBERED_IF} THEN found.memory END
FROM unnest(%(players)s::int4[]) AS asked (player_id)
CROSS JOIN LATERAL (
  SELECT player_id, after, last_played, adopts, started_on, memory
  FROM {CHANGES} AS change
  WHERE player_id = asked.player_id AND {_BEFORE}
  ORDER BY ended_on DESC, started_on DESC, report_id DESC LIMIT 1
) AS found
"""
_STATE_OF_ALL = f"""
SELECT array_send(array_agg(player_id)),
  array_send(array_agg(coalesce(after, 'NaN'))),
  array_send(array_agg(coalesce(last_played, '-infinity'))),
  array_send(array_agg(adopts)){{memory}}
FROM (
  SELECT DISTINCT ON (player_id) player_id, after, last_played, adopts, started_on,
    memory
  FROM {CHANGES} AS change WHERE {_BEFORE}
  ORDER BY player_id, ended_on DESC, started_on DESC, report_id DESC
) AS newest
"""


_REMEMBERED = f""",
  array_send(array_agg(CASE WHEN {_REMEMBERED_IF}
    THEN coalesce(memory[{{place}}], 'NaN') ELSE 'NaN' END))"""


_TAILS = f"""
SELECT player_id, memory[%(width)s + 1:] FROM (
  SELECT DISTINCT ON (player_id) player_id, started_on, memory
  FROM {CHANGES} AS change WHERE {_BEFORE}
  ORDER BY player_id, ended_on DESC, started_on DESC, report_id DESC
) AS newest
WHERE {_REMEMBERED_IF} AND cardinality(memory) > %(width)s
"""


def state_of_players(
    pool_id: int, players: Ids, step: PoolStep, before: StepKey | None = None
) -> State:
    """Return the state of these players (ids, ascending) when the step begins, or as
    left by the rows in front of `before`.
    """
    system = step.system
    state = State.unknown(len(players), system.memory, fractional=step.exact)
    parameters = _query_parameters(pool_id, step, before or step.key)
    with connection.cursor() as cursor:
        cursor.execute(_STATE_OF_PLAYERS, parameters | {"players": players.tolist()})
        found = cursor.fetchall()
    if found:
        ids, after, last_played, adopts, memory = zip(*found, strict=True)
        rows = np.searchsorted(players, np.array(ids))
        state.rating[rows] = np.array(after, np.float64)
        state.last_played[rows] = [
            NEVER if day is None else day_number(day) for day in last_played
        ]
        state.adopts[rows] = adopts
        return with_memory(state, dict(zip(rows.tolist(), memory, strict=True)))
    return state


def state_of_step(pool_id: int, players: Ids, step: PoolStep) -> State:
    """Read the state of these players (ids, ascending) before the step: for a
    tournament the ratings of its first day, those of the days that its system watches,
    and the current ones.
    """
    state = state_of_players(pool_id, players, step)
    if not step.report_id:
        return state

    def ratings(day: date) -> FloatArray:
        before = min(StepKey(day, date.min), step.key)
        return state_of_players(pool_id, players, step, before).rating

    return state_for_tournament(state, step, ratings)


def state_for_tournament(
    state: State, step: PoolStep, ratings: Callable[[date], FloatArray]
) -> State:
    """Return the state with which a tournament is rated: `state` is the one before the
    step; `ratings` returns the ratings after all steps that ended before a day.
    """
    watched = [ratings(date_of(day)) for day in step.watched_days]
    return replace(
        state,
        rating=ratings(step.start_date),
        standing=state.rating,
        watched=np.column_stack(watched) if watched else None,
    )


def with_memory(state: State, stored: Mapping[int, list[float] | None]) -> State:
    """Return the state with the memories of stored rows, by row."""
    if state.memory is None:
        return state
    width = state.memory.shape[1]
    tails = {}
    for row, memory in stored.items():
        if memory is not None:
            state.memory[row] = memory[:width]
            if memory[width:]:
                tails[row] = tuple(memory[width:])
    return replace(state, tails=tails)


def with_rows_of(state: State, other: State, rows: NDArray[np.intp]) -> State:
    """Return the state with the data of another state for the players in these rows."""
    if not len(rows):
        return state
    replaced = set(rows.tolist())
    tails = {row: tail for row, tail in state.tails.items() if row not in replaced}
    tails |= {row: tail for row, tail in other.tails.items() if row in replaced}
    joined = replace(
        state,
        rating=state.rating.copy(),
        last_played=state.last_played.copy(),
        adopts=state.adopts.copy(),
        memory=None if state.memory is None else state.memory.copy(),
        tails=tails,
    )
    joined.rating[rows] = other.rating[rows]
    joined.last_played[rows] = other.last_played[rows]
    joined.adopts[rows] = other.adopts[rows]
    if joined.memory is not None and other.memory is not None:
        joined.memory[rows] = other.memory[rows]
    return joined


def without_players(state: State, rows: NDArray[np.intp]) -> State:
    """Return the state without any data about the players in these rows."""
    memory = None if state.memory is None else np.full_like(state.memory, np.nan)
    nothing = State.unknown(len(state.rating))
    return with_rows_of(state, replace(nothing, memory=memory), rows)


def _query_parameters(pool_id: int, step: PoolStep, before: StepKey) -> dict[str, Any]:
    return {
        "pool": pool_id,
        "ended_on": before.ended_on,
        "started_on": before.started_on,
        "report": before.report_id,
        "system_from": step.system_days.from_date,
        "system_until": step.system_days.until,
    }


def state_of_all(
    pool_id: int, lookup: NDArray[Any], size: int, step: PoolStep, before: StepKey
) -> State:
    """Return the state of every player of a pool as left by the rows in front of
    `before`, in the rows that `lookup` gives by id.
    """
    system = step.system
    places = range(1, len(system.memory) + 1)
    memory = "".join(_REMEMBERED.format(place=place) for place in places)
    ids, after, last_played, adopts, *remembered = packed_row(
        _STATE_OF_ALL.format(memory=memory), _query_parameters(pool_id, step, before)
    )
    state = State.unknown(size, system.memory, fractional=step.exact)
    rows = lookup[unpack(ids, "i4")]
    days = unpack(last_played, "i4")
    state.rating[rows] = unpack(after, "f8")
    state.last_played[rows] = np.where(
        days == np.iinfo(np.int32).min, NEVER, days + np.int32(DAYS_TO_2000)
    )
    state.adopts[rows] = unpack(adopts, "u1").astype(np.bool_)
    if state.memory is not None:
        for place, column in enumerate(remembered):
            state.memory[rows, place] = unpack(column, "f8")
        return replace(state, tails=_tails(pool_id, lookup, step, before))
    return state


def _tails(
    pool_id: int, lookup: NDArray[Any], step: PoolStep, before: StepKey
) -> dict[int, tuple[float, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            _TAILS,
            _query_parameters(pool_id, step, before)
            | {"width": len(step.system.memory)},
        )
        return {int(lookup[player]): tuple(tail) for player, tail in cursor}


def without_memory(state: State, step: PoolStep) -> State:
    """Return the state as another system takes it over: without memory, since that
    system does not remember anything yet.
    """
    players, memory = len(state.rating), step.system.memory
    empty = State.unknown(players, memory, fractional=step.exact)
    rating = state.rating.astype(empty.rating.dtype)
    return State(rating, state.last_played, state.adopts, empty.memory)
