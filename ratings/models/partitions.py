"""Derived rows lie in partitions, one a pool. This made them for the standard pools,
when the tables were new; `ratings_add_pool` of the database does it since.
"""

from collections.abc import Callable
from typing import Any

PARTITIONED = (
    "ratings_change",
    "ratings_currentrating",
    "ratings_liveplace",
    "ratings_listentry",
)


def add_partitions(pool_id: int, execute: Callable[[str], Any]) -> None:
    """Makes room for the derived rows of a new pool."""
    for table in PARTITIONED:
        execute(
            f"CREATE TABLE {table}_{int(pool_id)} PARTITION OF {table}"
            f" FOR VALUES IN ({int(pool_id)})"
        )
