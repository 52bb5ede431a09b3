"""The two slots in which a pool's changes, and the places of its live list, lie.

One stands and is read by everybody through the views `ratings_change` and
`ratings_liveplace`. The other one is filled beside it, without indexes until it is
full, and stands from the commit on that says so: a snapshot older than that goes on
reading the first. It is emptied when no snapshot can see it any more; until then
(a dump may take an hour) rows are replaced where they stand, which takes longer.
"""

import time
from dataclasses import dataclass

from django.db import OperationalError, connection, transaction

LOCK_NOT_AVAILABLE = "55P03"
TRIES = 3
PAUSE = 0.02
"""Seconds between two tries for a lock that the database waits for only shortly."""


@dataclass(frozen=True, slots=True)
class Slotted:
    """A table of two slots a pool, and the table that says which one stands."""

    table: str
    state: str


CHANGES = Slotted("ratings_changerow", "ratings_computation")
PLACES = Slotted("ratings_liveplacerow", "ratings_livelist")


@dataclass(frozen=True, slots=True)
class Slots:
    """Those of a pool, for whoever holds the lock on its row of the state."""

    of: Slotted
    pool_id: int
    standing: int
    can_fill: bool
    """Is the other slot empty and without indexes."""

    @property
    def spare(self) -> int:
        """The slot that does not stand."""
        return 1 - self.standing

    def let_spare_stand(self) -> None:
        """Indexes the filled slot and says that it stands from this commit on."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {self.of.table}_index(%s, %s)", [self.pool_id, self.spare]
            )
            cursor.execute(
                f"UPDATE {self.of.state} SET slot = %s,"
                " spare_since = pg_current_xact_id()::text::bigint WHERE pool_id = %s",
                [self.spare, self.pool_id],
            )


def spares_left() -> list[tuple[Slotted, int]]:
    """The slots that do not stand and are not ready to be filled, with their pools."""
    left: list[tuple[Slotted, int]] = []
    for of in (CHANGES, PLACES):
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT pool_id FROM {of.state} WHERE spare_since IS NOT NULL"
                " ORDER BY pool_id"
            )
            left += [(of, pool_id) for (pool_id,) in cursor.fetchall()]
    return left


def empty_spare(of: Slotted, pool_id: int) -> bool:
    """Makes the slot that does not stand ready to be filled, in a transaction of its
    own, as it locks the slot for a moment. False while somebody may still read it.
    """
    for _try in range(TRIES):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SELECT {of.table}_empty_spare(%s)", [pool_id])
                return bool(cursor.fetchone()[0])
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                raise
        time.sleep(PAUSE)
    return False
