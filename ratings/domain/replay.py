"""Computing a pool anew from a step on, all players at once.

From the first step on, the rows go into a new partition that is swapped in at
the end, its indexes built after the rows; from a later step on, the rows from
there are deleted and written again.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.domain.at_fault import OrderNeeded, computed_or_at_fault
from ratings.domain.counting import CountingReports
from ratings.domain.derived_rows import copy_step
from ratings.domain.live_rows import LiveRows
from ratings.domain.packed import packed_row, unpack
from ratings.domain.partition_swap import CHANGES, new_partition, swap_in
from ratings.domain.step_facts import (
    DecisionLine,
    decisions_of_step,
    handed_over,
    state_of_all,
)
from ratings.domain.step_lines import (
    Ids,
    StepLines,
    StepOfPool,
    read_lines,
    read_whole_lines,
)
from ratings.domain.time_line import Step
from ratings.rules.step import Lines, Outcome, State


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay did."""

    steps: int
    games: int
    players: int
    rows: int


def replay_pool(
    pool_id: int,
    steps: list[Step],
    reports: CountingReports,
    decisions: list[DecisionLine],
) -> Replayed:
    """Computes these steps, the last ones of the pool, and writes their rows in
    place of what stood there. Raises ReportAtFault.
    """
    ids, lookup = _everybody()
    first = steps[0].start_date if steps else date.max
    state = (
        state_of_all(pool_id, lookup, len(ids), steps[0])
        if steps
        else State.unknown(len(ids))
    )
    whole = not _rows_before(pool_id, first)
    table = new_partition(CHANGES, pool_id) if whole else CHANGES.table
    before = _players_from(pool_id, first)
    if not whole:
        _delete_from(pool_id, first)
    row_of = _row_finder(lookup)
    live = LiveRows(ids)
    games = rows = 0
    for step in steps:
        if step.start_date == step.same_system_from:
            state = handed_over(state, step.system)
        days = reports.step(step.start_date, step.end_date)
        decided = decisions_of_step(
            decisions, step.start_date, step.end_date, row_of, len(ids)
        )
        count, outcome = _computed(step, days, lookup, state, decided)
        rows += copy_step(table, pool_id, step.key, outcome, ids)
        games += count
        state = outcome.next_state()
        live.take(step.key, outcome)
    if whole:
        swap_in(CHANGES, pool_id, table)
    live.write(pool_id, state, before)
    players = int(np.count_nonzero(~np.isnan(state.rating)))
    return Replayed(len(steps), games, players, rows)


def _everybody() -> tuple[Ids, NDArray[Any]]:
    """All players' ids, ascending, and each one's row by id."""
    (packed,) = packed_row(
        "SELECT array_send(array_agg(id::int4 ORDER BY id)) FROM federation_player", {}
    )
    ids = unpack(packed, "i4")
    lookup = np.zeros(int(ids[-1]) + 1 if len(ids) else 1, np.int32)
    lookup[ids] = np.arange(len(ids), dtype=np.int32)
    return ids, lookup


def _row_finder(lookup: NDArray[Any]) -> Any:
    return lambda player: int(lookup[player]) if player < len(lookup) else None


def _computed(
    step: Step, days: StepOfPool, lookup: NDArray[Any], state: State, decided: Any
) -> tuple[int, Outcome]:
    read = read_whole_lines if step.system.in_order else read_lines
    origin = read(days)
    lines = _placed(origin, lookup)
    if not origin.whole and _starts_differ(lines, state):
        origin = read_whole_lines(days)
        lines = _placed(origin, lookup)
    try:
        return len(lines), computed_or_at_fault(step, origin, lines, state, decided)
    except OrderNeeded:
        origin = read_whole_lines(days)
        lines = _placed(origin, lookup)
        return len(lines), computed_or_at_fault(step, origin, lines, state, decided)


def _placed(origin: StepLines, lookup: NDArray[Any]) -> Lines:
    return origin.placed(
        lookup.take(origin.lines.white), lookup.take(origin.lines.black)
    )


def _starts_differ(lines: Lines, state: State) -> bool:
    """A newcomer starts by the first line: where two lines tell different years
    of birth, their order matters.
    """
    rows = np.concatenate((lines.white, lines.black))
    years = np.concatenate((lines.white_birth_year, lines.black_birth_year))
    new = np.isnan(state.rating.take(rows))
    order = np.argsort(rows[new], kind="stable")
    rows, years = rows[new][order], years[new][order]
    return bool(np.any((rows[1:] == rows[:-1]) & (years[1:] != years[:-1])))


def _rows_before(pool_id: int, day: date) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM ratings_change WHERE pool_id = %s"
            " AND ended_on < %s)",
            [pool_id, day],
        )
        return bool(cursor.fetchone()[0])


def _players_from(pool_id: int, day: date) -> Ids:
    """Everybody on the live list whose newest step ends on this day or later."""
    (packed,) = packed_row(
        "SELECT array_send(array_agg(player_id)) FROM ratings_currentrating"
        " WHERE pool_id = %(pool)s AND ended_on >= %(day)s",
        {"pool": pool_id, "day": day},
    )
    return unpack(packed, "i4")


def _delete_from(pool_id: int, day: date) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ratings_change WHERE pool_id = %s AND ended_on >= %s",
            [pool_id, day],
        )
