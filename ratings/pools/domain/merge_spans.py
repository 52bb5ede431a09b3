"""What pools and merges of two cards have in common: their lock, and the merges that
hold in a new pool.
"""

from django.db import connection
from django.db.backends.postgresql.psycopg_any import NumericRange

from ratings.models import Merge, MergeSpan

MERGES = 7_120_366
"""The advisory lock of those who merge: two merges at once could close a ring, and a
pool that is made meanwhile would miss one."""


def hold_merges_in(pool_id: int) -> None:
    """Every merge that holds, holds in a new pool from its beginning."""
    lock_merges()
    MergeSpan.objects.bulk_create(
        MergeSpan(pool_id=pool_id, merge=merge, span=NumericRange(0, None))
        for merge in Merge.objects.standing()
    )


def lock_merges() -> None:
    """Wait until nobody else merges cards or creates a pool, and keep others from it
    until the end of the transaction.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MERGES])
