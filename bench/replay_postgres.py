"""The full replay from and to PostgreSQL, compared with only reading and only writing
the same rows, measured in the same run.

Needs a database that `bench.ledger_data` has filled:

    python -m bench.replay_postgres --runs 3
"""

import argparse
import os
import resource
import statistics
import time
from datetime import UTC, datetime

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
django.setup()

from django.db import connection, transaction

from ratings.engine.domain.computation import replay_whole_pool
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_lines import read_lines
from ratings.models import Computation, Pool

INDEXED = (
    "CREATE UNIQUE INDEX ON bench_copy (player_id, ended_on, started_on, report_id)",
    "CREATE INDEX ON bench_copy (ended_on)",
)


def read_alone(pool: Pool) -> float:
    """Return the seconds for only reading every step's games, as the replay does."""
    started = time.perf_counter()
    with transaction.atomic():
        snapshot = LedgerSnapshot.of(pool.pk, pool.posted)
        for step in snapshot.steps():
            read_lines(step.games(snapshot.reports_at(pool.posted)))
    return time.perf_counter() - started


def write_alone(pool: Pool) -> float:
    """Return the seconds for only writing the rows of the replay, step by step from
    memory into an empty table, then the same indexes, and the live list's rows besides.
    """
    blocks = list(_blocks(pool))
    started = time.perf_counter()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_copy (LIKE ratings_changerow)")
        for block in blocks:
            with cursor.cursor.copy(
                "COPY bench_copy FROM STDIN (FORMAT BINARY)"
            ) as stream:
                stream.write(block)
        for statement in INDEXED:
            cursor.execute(statement)
        cursor.execute(
            "CREATE TABLE bench_live (LIKE ratings_currentrating INCLUDING ALL)"
        )
        cursor.execute("INSERT INTO bench_live SELECT * FROM ratings_currentrating")
    spent = time.perf_counter() - started
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE bench_copy")
        cursor.execute("DROP TABLE bench_live")
    return spent


def _blocks(pool: Pool):
    computation = Computation.objects.get(pool=pool)
    for step in LedgerSnapshot.of(pool.pk, pool.posted).steps():
        with connection.cursor() as cursor:
            query = (
                "COPY (SELECT * FROM ratings_changerow"
                f" WHERE pool_id = {pool.pk} AND ended_on = '{step.end_date}'"
                f" AND slot = {computation.slot})"
                " TO STDOUT (FORMAT BINARY)"
            )
            with cursor.cursor.copy(query) as stream:
                yield b"".join(bytes(part) for part in stream)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    pool = Pool.objects.get(code="bench")
    replays, reads, writes = [], [], []
    memory = 0
    for _ in range(options.runs):
        started = time.perf_counter()
        done = replay_whole_pool(pool.pk, at=datetime.now(UTC))
        replays.append(time.perf_counter() - started)
        memory = memory or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        reads.append(read_alone(pool))
        writes.append(write_alone(pool))
        print(
            f"replay {replays[-1]:.1f} s, read {reads[-1]:.1f}, write {writes[-1]:.1f}"
        )
    replay, read, write = map(statistics.median, (replays, reads, writes))
    print(f"{done}")
    print(
        f"median: replay {replay:.1f} s, read alone {read:.1f}, write alone {write:.1f}"
    )
    print(f"ratio replay / (read + write): {replay / (read + write):.2f}")
    print(f"peak memory after the first replay: {memory} MB")


if __name__ == "__main__":
    main()
