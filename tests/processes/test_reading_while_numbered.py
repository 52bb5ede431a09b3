"""Four pools are replayed and numbered concurrently while a dump is made and people
read: no one waits for another, and no one reads missing data.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date

import psycopg
import pytest
import redis
from django.db import connection
from kombu import Connection

from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.engine.domain.explaining import explain_step
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.lists.domain.live_list import number_live_list
from ratings.models import CurrentRating, Pool, Run
from ratings.pools.domain.pools import create_pool
from ratings.pools.queries.snapshots import one_snapshot
from script.checkout import ROOT
from script.embedded.postgres_binaries import postgres_binaries
from tests import database
from tests.factories import NOON, PlayerFactory, chess_pool, line, member, posted
from tests.journeys.installation import broker_url, database_url, wait_until

pytestmark = [
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]
PLAYERS, EVENTS = 60, 12
WITH_DUMP, WITHOUT_DUMP = 8.0, 8.0
SEEN = """
SELECT 'changes', pool_id, count(*), count(DISTINCT (player_id, ended_on)), sum(after)
FROM ratings_change GROUP BY pool_id
UNION ALL SELECT 'places', pool_id, count(*), max(position), sum(position)
FROM ratings_liveplace GROUP BY pool_id ORDER BY 1, 2
"""


def test_replays_and_numbering_do_not_block_readers_or_hide_rows():
    pools = [chess_pool(), *(a_pool(name) for name in ("one", "two", "three"))]
    fill(pools)
    deadlocks = counted_deadlocks()

    with worker() as log, at_work(pools) as answer_count:
        reading = Reading(pools)
        reading.start()
        with dump():
            time.sleep(WITH_DUMP)
        time.sleep(WITHOUT_DUMP)
        reading.stop()

    assert reading.problems == []
    assert reading.reads > 40
    assert counted_deadlocks() == deadlocks
    assert "Traceback" not in log()
    assert answer_count() > 40
    replays = Run.objects.filter(is_replay=True, state="done", cause="replay")
    assert {run.pool_id for run in replays} == {pool.pk for pool in pools}


def a_pool(code: str) -> Pool:
    return create_pool(
        code=code, name=code, system="ssf_2008", parameters={},
        from_date=date(2008, 4, 20),
    )  # fmt: skip


def fill(pools: list[Pool]) -> None:
    people = [member() for _ in range(PLAYERS)] + [PlayerFactory()]
    for pool in pools:
        for event in range(EVENTS):
            day = date(2023 + event // 3, 2 + 4 * (event % 3), 1)
            games = (
                line(people[at], people[(at + event + 1) % PLAYERS], at % 3, day)
                for at in range(PLAYERS)
            )
            posted(*games, pool_id=pool.pk)
        compute_pool(pool.pk, at=NOON, cause="posting")
        replay_whole_pool(pool.pk, at=NOON)
        number_live_list(pool.pk, today=date.today(), force=True)  # noqa: DTZ011


class Reading:
    """Readers with old and new snapshots, who note what differs from before."""

    def __init__(self, pools: list[Pool]) -> None:
        self.pools = pools
        self.problems: list[object] = []
        self.reads = 0
        self.going = True
        with a_reader() as reader:
            self.expected = reader.execute(SEEN).fetchall()
        self.explained = [explanation(pool.pk) for pool in pools]
        acts = (self.read_old, self.read_new, self.explain_old)
        self.threads = [
            threading.Thread(target=self.repeat, args=[act]) for act in acts
        ]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.going = False
        for thread in self.threads:
            thread.join()

    def repeat(self, act: Callable[[], None]) -> None:
        while self.going:
            try:
                act()
                self.reads += 1
            except Exception as problem:
                self.problems.append(problem)
        connection.close()

    def read_new(self) -> None:
        with a_reader() as reader:
            self.compare(reader.execute(SEEN).fetchall(), self.expected)

    def read_old(self) -> None:
        """Read with a snapshot that is a second old when the rows are first read."""
        with a_reader() as reader, reader.transaction():
            reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            reader.execute("SELECT count(*) FROM ratings_pool")
            for _ in range(3):
                time.sleep(1)
                self.compare(reader.execute(SEEN).fetchall(), self.expected)

    def explain_old(self) -> None:
        with one_snapshot():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '1s'")
            Pool.objects.count()
            time.sleep(1)
            found = [explanation(pool.pk) for pool in self.pools]
            self.compare(found, self.explained)

    def compare(self, found: object, expected: object) -> None:
        if found != expected:
            self.problems.append(found)


def explanation(pool_id: int) -> str:
    """Return the explanation of everything in the last period of a player who played in
    all.
    """
    snapshot = LedgerSnapshot.of(pool_id, Pool.objects.get(pk=pool_id).posted)
    played = [step for step in snapshot.steps() if step.start_date < date(2026, 7, 1)]
    player = CurrentRating.objects.earliest("player_id").player_id
    return repr(explain_step(snapshot, player, played[-1]))


def a_reader() -> psycopg.Connection:
    """Return a connection of a reader who waits at most a second for a lock."""
    return psycopg.connect(
        database_url(), autocommit=True, options="-c lock_timeout=1s"
    )


def counted_deadlocks() -> int:
    with a_reader() as reader:
        found = reader.execute(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    return found[0]


@contextmanager
def dump() -> Iterator[None]:
    """A dump that holds its locks because its output is not read until the end, and
    that has to succeed then.
    """
    (binaries, *_) = postgres_binaries()
    with database.owner():
        command = [binaries.tool("pg_dump"), database_url()]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: S603
    yield
    assert process.poll() is None, "the dump was over before the work"
    written, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"PostgreSQL database dump complete" in written


@contextmanager
def worker() -> Iterator[Callable[[], str]]:
    env = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": database_url(),
        "REDIS_URL": broker_url(),
        "SECRET_KEY": os.environ["SECRET_KEY"],
        "PYTHONUTF8": "1",
    }
    redis.Redis.from_url(broker_url()).flushdb()
    command = [
        sys.executable, "-m", "celery", "-A", "tests.processes.commands.numbering_worker",
        "worker", "-Q", "numbering", "--concurrency", "4", "--loglevel", "INFO",
        "--without-gossip", "--without-mingle",
    ]  # fmt: skip
    lines: list[str] = []
    process = subprocess.Popen(  # noqa: S603
        command, env=env, cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    listening = threading.Thread(target=lambda: lines.extend(process.stdout or ()))
    listening.start()
    try:
        wait_until(lambda: any("ready." in each for each in lines), "the worker is up")
        yield lambda: "".join(lines)
    finally:
        process.terminate()
        process.wait(30)
        listening.join()


@contextmanager
def at_work(pools: list[Pool]) -> Iterator[Callable[[], int]]:
    """Keep the worker busy with every pool; yield a function that returns how many
    tasks it was sent.
    """
    broker = redis.Redis.from_url(broker_url())
    going, sent = threading.Event(), []

    def ask() -> None:
        from tests.processes.commands.numbering_worker import app  # noqa: PLC0415

        with Connection(broker_url()) as to:
            while not going.is_set():
                if broker.llen("numbering") < 8:
                    for pool in pools:
                        for name in ("tests.replay", "tests.number"):
                            app.send_task(
                                name, kwargs={"pool_id": pool.pk},
                                queue="numbering", connection=to,
                            )  # fmt: skip
                            sent.append(name)
                time.sleep(0.02)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield lambda: len(sent)
    finally:
        going.set()
        asking.join()
        broker.delete("numbering")
