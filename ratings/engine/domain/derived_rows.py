"""Write what was computed: rows are replaced, never incremented."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from federation.database.copying import copying
from ratings.engine.domain.step_lines import Ids
from ratings.ledger.domain.binary_columns import DAYS_TO_2000, copy_in
from ratings.ledger.domain.slots import Slots
from ratings.ledger.domain.spare_filling import Send, send_here
from ratings.ledger.queries.current_rows import CHANGES
from ratings.rules.calendar import date_of
from ratings.rules.step import NEVER, StepOutcome

DerivedRow = tuple[Any, ...]

COLUMNS = (
    "before", "change", "bonus", "deduction", "adjustment", "after",
    "games", "score", "start_from", "last_played", "adopts", "memory",
)  # fmt: skip
NULL_FOR_ZERO = frozenset({"bonus", "deduction", "adjustment"})
"""Columns whose values are almost all zero, stored as NULL, which takes no bytes."""


@dataclass(frozen=True, slots=True, order=True)
class StepKey:
    """The position of a step on the time line, in order; periods have report 0."""

    ended_on: date
    started_on: date
    report_id: int = 0


def rows_of(
    outcome: StepOutcome, rows: NDArray[Any], ids: Ids
) -> dict[int, DerivedRow]:
    """Return the rows of a step, as stored, by player id, for the players in `rows`;
    only for players whom the step touched.
    """
    found: dict[int, DerivedRow] = {}
    for row in rows[outcome.touched[rows]].tolist():
        last = int(outcome.last_played[row])
        found[int(ids[row])] = (
            _number(outcome.before[row]),
            float(outcome.change[row]),
            float(outcome.bonus[row]) or None,
            float(outcome.deduction[row]) or None,
            float(outcome.adjustment[row]) or None,
            _number(outcome.after[row]),
            int(outcome.games[row]),
            int(outcome.score[row]),
            int(outcome.start_from[row]),
            None if last == NEVER else date_of(last),
            bool(outcome.adopts[row]),
            _remembered(outcome, row),
        )
    return found


def _remembered(outcome: StepOutcome, row: int) -> list[float] | None:
    """Format a memory as `copy_in` writes it; the database refuses one in which only
    some of the numbers are known.
    """
    if outcome.memory is None or np.isnan(outcome.memory[row]).all():
        return None
    return [*outcome.memory[row].tolist(), *outcome.tails.get(row, ())]


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def stored_rows(
    slots: Slots, step: StepKey, players: Iterable[int]
) -> dict[int, DerivedRow]:
    """Read the stored rows of a step, by player id."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT player_id, {', '.join(COLUMNS)}"
            f" FROM {slots.of.table} WHERE pool_id = %s AND slot = %s"
            " AND player_id = ANY(%s) AND ended_on = %s"
            " AND started_on = %s AND report_id = %s",
            [
                slots.pool_id,
                slots.current,
                list(players),
                step.ended_on,
                step.started_on,
                step.report_id,
            ],
        )
        return {row[0]: row[1:] for row in cursor.fetchall()}


def replace_rows(
    slots: Slots, step: StepKey, old: dict[int, DerivedRow], new: dict[int, DerivedRow]
) -> list[int]:
    """Replace the rows that differ and return the ids of their players."""
    differing = [
        player
        for player in old.keys() | new.keys()
        if old.get(player) != new.get(player)
    ]
    to_delete = [player for player in differing if player in old]
    key = (step.ended_on, step.started_on, step.report_id)
    with connection.cursor() as cursor:
        if to_delete:
            cursor.execute(
                f"DELETE FROM {slots.of.table} WHERE pool_id = %s AND slot = %s"
                " AND player_id = ANY(%s)"
                " AND ended_on = %s AND started_on = %s AND report_id = %s",
                [slots.pool_id, slots.current, to_delete, *key],
            )
        to_insert = {player: new[player] for player in differing if player in new}
        if to_insert:
            _copy_rows(slots, slots.current, step, to_insert)
    return differing


def _copy_rows(
    slots: Slots, slot: int, step: StepKey, rows: dict[int, DerivedRow]
) -> None:
    into = (
        f"COPY {slots.of.table} (pool_id, slot, player_id, ended_on, started_on,"
        f" report_id, {', '.join(COLUMNS)}) FROM STDIN"
    )
    key = (step.ended_on, step.started_on, step.report_id)
    with copying(into) as stream:
        for player, row in rows.items():
            stream.write_row((slots.pool_id, slot, player, *key, *row))


ROWS_AT_ONCE = 50_000
"""Rows of small steps are gathered until there are this many."""


class ChangeWriter:
    """Append the rows of one step after another to a slot, many rows at once."""

    def __init__(self, slots: Slots, slot: int, send: Send = send_here) -> None:
        """Start with nothing written."""
        self.slots, self.slot, self.send = slots, slot, send
        self.rows = self.waiting = 0
        self.blocks: list[dict[str, NDArray[Any]]] = []

    def add(self, step: StepKey, outcome: StepOutcome, ids: Ids) -> None:
        """Add a step's rows for all players it touched; `ids` are those of its players."""
        rows = np.flatnonzero(outcome.touched)
        self.rows += len(rows)
        if outcome.tails:
            rows = self._copy_tailed(step, outcome, rows, ids)
        block = _columns(step, outcome, rows, ids)
        if self.blocks and not _fit(self.blocks[0], block):
            self.write()
        self.blocks.append(block)
        self.waiting += len(rows)
        if self.waiting >= ROWS_AT_ONCE:
            self.write()

    def finish(self) -> int:
        """Write the buffered rows and return how many rows there were in all."""
        self.write()
        return self.rows

    def write(self) -> None:
        """Write the buffered rows."""
        if self.waiting:
            pool_id = np.full(self.waiting, self.slots.pool_id, np.int32)
            slot = np.full(self.waiting, self.slot, np.int16)
            rows = _joined(self.blocks) | {"pool_id": pool_id, "slot": slot}
            self.send(copy_in, self.slots.of.table, rows)
        self.blocks, self.waiting = [], 0

    def _copy_tailed(
        self, step: StepKey, outcome: StepOutcome, rows: NDArray[Any], ids: Ids
    ) -> NDArray[Any]:
        """Append the rows of the few players whose memory is longer than the columns,
        and return the remaining rows.
        """
        tailed = np.isin(rows, list(outcome.tails))
        found = rows_of(outcome, rows[tailed], ids)
        self.send(_copy_rows, self.slots, self.slot, step, found)
        others: NDArray[Any] = rows[~tailed]
        return others


def _columns(
    step: StepKey, outcome: StepOutcome, rows: NDArray[Any], ids: Ids
) -> dict[str, NDArray[Any]]:
    last = outcome.last_played[rows]
    size = len(rows)
    columns: dict[str, NDArray[Any]] = {
        "player_id": ids[rows].astype(np.int32),
        "ended_on": np.full(size, days_since_2000(step.ended_on), np.int32),
        "started_on": np.full(size, days_since_2000(step.started_on), np.int32),
        "report_id": np.full(size, step.report_id, np.int32),
    }
    for name in ("before", "change", "bonus", "deduction", "adjustment", "after"):
        values = getattr(outcome, name)[rows].astype(np.float64)
        if name in NULL_FOR_ZERO:
            values[values == 0] = np.nan
        columns[name] = values
    for name in ("games", "score", "start_from"):
        columns[name] = getattr(outcome, name)[rows].astype(np.int16)
    columns["last_played"] = np.ma.masked_where(
        last == NEVER, last.astype(np.int32) - np.int32(DAYS_TO_2000)
    )
    columns["adopts"] = outcome.adopts[rows]
    if outcome.memory is not None:
        columns["memory"] = outcome.memory[rows]
    return columns


def _fit(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> bool:
    """Return whether the memories of both blocks have the same shape."""
    return [column.shape[1:] for column in one.values()] == [
        column.shape[1:] for column in other.values()
    ]


def _joined(blocks: list[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    if len(blocks) == 1:
        return blocks[0]
    return {name: _end_to_end([block[name] for block in blocks]) for name in blocks[0]}


def _end_to_end(columns: list[NDArray[Any]]) -> NDArray[Any]:
    masked = any(isinstance(column, np.ma.MaskedArray) for column in columns)
    joined: NDArray[Any] = (np.ma if masked else np).concatenate(columns)
    return joined


def days_since_2000(day: date) -> int:
    """Return a date as PostgreSQL encodes it."""
    return (day - date(2000, 1, 1)).days


def refresh_current(pool_id: int, players: Iterable[int]) -> None:
    """Update the live list's rows of these players to their newest step. Positions are
    updated later.
    """
    with connection.cursor() as cursor:
        cursor.execute(_REFRESH, {"pool": pool_id, "players": list(players)})


_REFRESH = f"""
WITH newest (pool_id, player_id, rating, base, games, ended_on, last_played) AS (
  SELECT pool_id, player_id, after, coalesce(before, after), games, ended_on,
    last_played
  FROM (
    SELECT DISTINCT ON (player_id) * FROM {CHANGES} AS change
    WHERE player_id = ANY(%(players)s)
    ORDER BY player_id, ended_on DESC, started_on DESC, report_id DESC
  ) AS newest WHERE after IS NOT NULL
), gone AS (
  DELETE FROM ratings_currentrating WHERE pool_id = %(pool)s
    AND player_id = ANY(%(players)s)
    AND player_id NOT IN (SELECT player_id FROM newest)
)
INSERT INTO ratings_currentrating
  (pool_id, player_id, rating, base, games, ended_on, last_played)
SELECT * FROM newest
ON CONFLICT (pool_id, player_id) DO UPDATE SET rating = excluded.rating,
  base = excluded.base, games = excluded.games, ended_on = excluded.ended_on,
  last_played = excluded.last_played
"""
