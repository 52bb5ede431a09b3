"""What else a step needs: the players' state when it begins and the decisions
that bear on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Q
from numpy.typing import NDArray

from ratings.domain.packed import DAYS_TO_2000, packed_row, unpack
from ratings.domain.step_lines import Ids
from ratings.domain.time_line import Step
from ratings.enums import DecisionKind
from ratings.models import Decision
from ratings.rules.calendar import day_number
from ratings.rules.protocol import System
from ratings.rules.step import NEVER, Decisions, State

_STATE_OF_PLAYERS = """
SELECT found.player_id, found.after, found.last_played, found.adopts,
  CASE WHEN found.started_on >= %(same_system_from)s THEN found.memory END
FROM unnest(%(players)s::int4[]) AS asked (player_id)
CROSS JOIN LATERAL (
  SELECT player_id, after, last_played, adopts, started_on, memory
  FROM ratings_change
  WHERE pool_id = %(pool)s AND player_id = asked.player_id AND ended_on < %(before)s
  ORDER BY ended_on DESC, started_on DESC, report_id DESC LIMIT 1
) AS found
"""
_STATE_OF_ALL = """
SELECT array_send(array_agg(player_id)),
  array_send(array_agg(coalesce(after, 'NaN'))),
  array_send(array_agg(coalesce(last_played, '-infinity'))),
  array_send(array_agg(adopts)){memory}
FROM (
  SELECT DISTINCT ON (player_id) player_id, after, last_played, adopts, started_on,
    memory
  FROM ratings_change WHERE pool_id = %(pool)s AND ended_on < %(before)s
  ORDER BY player_id, ended_on DESC, started_on DESC, report_id DESC
) AS newest
"""


_REMEMBERED = """,
  array_send(array_agg(CASE WHEN started_on >= %(same_system_from)s
    THEN coalesce(memory[{place}], 'NaN') ELSE 'NaN' END))"""


_TAILS = """
SELECT player_id, memory[%(width)s + 1:] FROM (
  SELECT DISTINCT ON (player_id) player_id, started_on, memory FROM ratings_change
  WHERE pool_id = %(pool)s AND ended_on < %(before)s
  ORDER BY player_id, ended_on DESC, started_on DESC, report_id DESC
) AS newest
WHERE started_on >= %(same_system_from)s AND cardinality(memory) > %(width)s
"""


def state_of_players(pool_id: int, players: Ids, step: Step) -> State:
    """The state of these players (ids, ascending) when the step begins: what their
    newest earlier step left.
    """
    system = step.system
    state = State.unknown(len(players), system.memory, fractional=system.fractional)
    with connection.cursor() as cursor:
        cursor.execute(
            _STATE_OF_PLAYERS, _asked(pool_id, step) | {"players": players.tolist()}
        )
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


def with_memory(state: State, stored: Mapping[int, list[float] | None]) -> State:
    """The state with what stored rows remember, by row."""
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


def _asked(pool_id: int, step: Step) -> dict[str, Any]:
    return {
        "pool": pool_id,
        "before": step.start_date,
        "same_system_from": step.same_system_from,
    }


def state_of_all(pool_id: int, lookup: NDArray[Any], size: int, step: Step) -> State:
    """The state of every player of a pool when the step begins, in rows as `lookup`
    (by id) gives.
    """
    system = step.system
    places = range(1, len(system.memory) + 1)
    memory = "".join(_REMEMBERED.format(place=place) for place in places)
    ids, after, last_played, adopts, *remembered = packed_row(
        _STATE_OF_ALL.format(memory=memory), _asked(pool_id, step)
    )
    state = State.unknown(size, system.memory, fractional=system.fractional)
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
        return replace(state, tails=_tails(pool_id, lookup, step))
    return state


def _tails(
    pool_id: int, lookup: NDArray[Any], step: Step
) -> dict[int, tuple[float, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            _TAILS, _asked(pool_id, step) | {"width": len(step.system.memory)}
        )
        return {int(lookup[player]): tuple(tail) for player, tail in cursor}


def handed_over(state: State, system: System[Any]) -> State:
    """The state as another system takes it over, which has nothing to remember yet."""
    begun = State.unknown(
        len(state.rating), system.memory, fractional=system.fractional
    )
    rating = state.rating.astype(begun.rating.dtype)
    return State(rating, state.last_played, state.adopts, begun.memory)


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A confirmed decision as the engine needs it."""

    kind: str
    player_id: int | None
    on_date: date
    points: int | None


def decisions_as_of(pool_id: int, number: int) -> list[DecisionLine]:
    """Every decision that stands as of a posting number, oldest first."""
    rows = (
        Decision.objects.filter(pool_id=pool_id)
        .filter(Q(span__contains=number))
        .order_by("on_date", "pk")
        .values_list("kind", "player_id", "on_date", "points")
    )
    return [DecisionLine(*row) for row in rows]


def decisions_of_step(
    lines: Iterable[DecisionLine], first: date, last: date, row_of: Any, size: int
) -> Decisions:
    """The decisions that bear on a step of these days, for players in rows.

    `row_of` maps an id to its row or None. Start ratings hold from their day on
    for whoever has none yet; everything else belongs to the step of its day.
    """
    decided = [line for line in lines if line.on_date <= last]
    if not decided:
        return Decisions.none(size)
    columns = Decisions(
        start=np.full(size, np.nan),
        adjustment=np.zeros(size),
        assessed=np.full(size, np.nan),
        bonus_withheld=np.zeros(size, np.bool_),
    )
    for line in decided:
        _enter(columns, line, row_of, within=line.on_date >= first)
    return columns


def _enter(
    columns: Decisions, line: DecisionLine, row_of: Any, *, within: bool
) -> None:
    if line.player_id is None:
        if within and line.kind == DecisionKind.WITHHOLD_BONUS:
            columns.bonus_withheld[:] = True
        return
    row = row_of(line.player_id)
    if row is None:
        return
    if line.kind == DecisionKind.START:
        columns.start[row] = line.points
    elif not within:
        return
    elif line.kind == DecisionKind.ADJUSTMENT:
        columns.adjustment[row] += line.points or 0
    elif line.kind == DecisionKind.ASSESSED:
        columns.assessed[row] = line.points
    else:
        columns.bonus_withheld[row] = True
