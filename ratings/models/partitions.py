"""Derived rows lie in one partition a pool: a replay fills a new one and
swaps it in.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection

PARTITIONED = (
    "ratings_change",
    "ratings_currentrating",
    "ratings_liveplace",
    "ratings_listentry",
)


def add_partitions(pool_id: int, execute: Callable[[str], Any]) -> None:
    """Makes room for the derived rows of the pools that migrations open."""
    for table in PARTITIONED:
        execute(
            f"CREATE TABLE {table}_{int(pool_id)} PARTITION OF {table}"
            f" FOR VALUES IN ({int(pool_id)})"
        )


def open_partitions(pool_id: int) -> None:
    """Makes room for the derived rows of a new pool, by an act of the tables' owner."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT add_pool_partitions(%s)", [pool_id])
