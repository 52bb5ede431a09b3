"""The lock shared by pools and merges of two cards, and the merges that hold in a new
pool.
"""

from django.db import connection
from django.db.backends.postgresql.psycopg_any import NumericRange

from ratings.models import Merge, MergeSpan

MERGES = 7_120_366
"""The advisory lock for merging: two merges at once could form a cycle, and a pool
created at the same time would miss one of them.
"""


def add_merges_to_pool(pool_id: int) -> None:
    """Let every merge that holds also hold in a new pool from its beginning."""
    lock_merges()
    MergeSpan.objects.bulk_create(
        MergeSpan(pool_id=pool_id, merge=merge, span=NumericRange(0, None))
        for merge in Merge.objects.in_force()
    )


def lock_merges() -> None:
    """Wait until no other transaction merges cards or creates a pool, and keep others
    from doing so until the end of this one.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MERGES])
