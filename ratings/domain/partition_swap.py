"""Filling a pool's new partition beside the old one and swapping it in: readers
see the old rows until the commit, and indexes are built after the rows.
"""

from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class Partitioned:
    """A table of derived rows, with the indexes that its pages need."""

    table: str
    primary_key: str
    index: str


CHANGES = Partitioned(
    "ratings_change",
    "pool_id, player_id, ended_on, started_on, report_id",
    "pool_id, ended_on",
)
PLACES = Partitioned("ratings_liveplace", "pool_id, player_id", "pool_id, position")


def new_partition(of: Partitioned, pool_id: int) -> str:
    """Makes an empty table of the same columns and returns its name."""
    table = f"{of.table}_{pool_id}_next"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {table} (LIKE {of.table} INCLUDING DEFAULTS)")
    return table


def swap_in(of: Partitioned, pool_id: int, table: str) -> None:
    """Puts the filled table in the old partition's place. ATTACH takes the
    indexes that stand and checks no rows, as the CHECK says what they hold.
    """
    partition = f"{of.table}_{pool_id}"
    with connection.cursor() as cursor:
        for statement in (
            f"ALTER TABLE {table} ADD PRIMARY KEY ({of.primary_key})",
            f"CREATE INDEX ON {table} ({of.index})",
            f"ALTER TABLE {table} ADD CONSTRAINT of_pool CHECK (pool_id = {pool_id})",
            f"ANALYZE {table}",
            f"ALTER TABLE {of.table} DETACH PARTITION {partition}",
            f"DROP TABLE {partition}",
            f"ALTER TABLE {table} RENAME TO {partition}",
            f"ALTER TABLE {of.table} ATTACH PARTITION {partition}"
            f" FOR VALUES IN ({pool_id})",
            f"ALTER TABLE {partition} DROP CONSTRAINT of_pool",
        ):
            cursor.execute(statement)
