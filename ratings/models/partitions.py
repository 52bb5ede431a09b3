"""Derived rows lie in one partition a pool: a replay fills a new one and
swaps it in.
"""

from typing import Any

from django.db import connection

PARTITIONED = (
    "ratings_change",
    "ratings_currentrating",
    "ratings_liveplace",
    "ratings_listentry",
)


def add_partitions(pool_id: int, execute: Any = None) -> None:
    """Makes room for the derived rows of a new pool."""
    run = execute or connection.cursor().execute
    for table in PARTITIONED:
        run(
            f"CREATE TABLE {table}_{int(pool_id)} PARTITION OF {table}"
            f" FOR VALUES IN ({int(pool_id)})"
        )
