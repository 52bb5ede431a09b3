"""The two slots that store a pool's changes, and the places of its live list.

One is the current slot, which everyone reads through the views `ratings_change` and
`ratings_liveplace`. Writers fill the spare one, without indexes of all its rows until
it is full; a commit then makes it the current one. A snapshot older than that commit
goes on reading the other slot. The slot that was current before is emptied when no
snapshot can see it any more; until then (a dump may take an hour) rows are replaced
within the current slot, which takes longer.
"""

import time
from dataclasses import dataclass

from django.db import connection, transaction

TRIES = 3
PAUSE = 0.02
"""Seconds between two attempts to get a lock for which the database waits only briefly.
"""


@dataclass(frozen=True, slots=True)
class SlottedTable:
    """A table with two slots per pool, and the table that stores which slot is current."""

    table: str
    state: str


CHANGES = SlottedTable("ratings_changerow", "ratings_computation")
PLACES = SlottedTable("ratings_liveplacerow", "ratings_livelist")


@dataclass(frozen=True, slots=True)
class Slots:
    """The two slots of a pool, for the transaction that holds the lock on the pool's
    row of the state table; `current` is the one that is read.
    """

    of: SlottedTable
    pool_id: int
    current: int
    can_fill: bool
    """Whether the other slot is empty and without indexes of all its rows."""
    may_empty: bool = False
    """Whether this transaction may give up, so that the other slot is emptied and the
    computation tried again.
    """
    is_outermost: bool = False
    """Whether this transaction is not nested in another one, so that a second
    connection sees the data that it builds on.
    """

    @property
    def spare(self) -> int:
        """The slot that is not current."""
        return 1 - self.current

    def index_spare(self) -> None:
        """Index the slot that was filled."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {self.of.table}_index(%s, %s)", [self.pool_id, self.spare]
            )

    def make_spare_current(self) -> None:
        """Make the filled and indexed slot the current one from this commit on."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {self.of.state} SET slot = %s,"
                " spare_since = pg_current_xact_id()::text::bigint WHERE pool_id = %s",
                [self.spare, self.pool_id],
            )


def is_spare_empty(of: SlottedTable, pool_id: int) -> bool:
    """Return whether the spare slot can be filled: it was emptied, and has no rows left
    behind since, for instance by a failed computation.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {of.table}_spare_is_empty(%s)", [pool_id])
        return bool(cursor.fetchone()[0])


def lock_spare(pool_id: int) -> bool:
    """Keep others from writing into the spare slot of the changes, and from emptying
    it, until this transaction ends. Return False if another transaction does either, or
    the slot is not empty.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {CHANGES.table}_lock_spare(%s)", [pool_id])
        return bool(cursor.fetchone()[0])


def spares_to_empty() -> list[tuple[SlottedTable, int]]:
    """Return the slots that are not current and not ready to be filled, with their
    pools; also those that contain only rows of transactions that were rolled back.
    """
    left: list[tuple[SlottedTable, int]] = []
    for of in (CHANGES, PLACES):
        leaf = f"format('{of.table}_%%s_%%s', pool_id, 1 - slot)::regclass"
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT pool_id FROM {of.state} WHERE spare_since IS NOT NULL"
                f" OR pg_relation_size({leaf}) > 0 ORDER BY pool_id",
                [],
            )
            left += [(of, pool_id) for (pool_id,) in cursor.fetchall()]
    return left


def empty_spare(of: SlottedTable, pool_id: int) -> bool:
    """Empty the slot that readers do not use, so that it can be filled, in a
    transaction of its own, as this locks the slot for a moment. Return False while a
    snapshot may still read it.
    """
    for _try in range(TRIES):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SELECT {of.table}_empty_spare(%s)", [pool_id])
            [is_empty] = cursor.fetchone()
        if is_empty is not None:
            return bool(is_empty)
        time.sleep(PAUSE)
    return False
