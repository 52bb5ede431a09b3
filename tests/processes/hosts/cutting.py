"""The cable is cut while the second machine is in the middle of an act."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.processes.chaos.mishaps import family_of, send
from tests.processes.hosts.acts import Act
from tests.processes.hosts.network import TWO, Cable
from tests.processes.hosts.office import Host

PATIENCE = 120.0
BEGUN_WITHIN = 180.0
A_MOMENT = 1.0
WAITS_THERE = """
SELECT 1 FROM pg_locks AS waiting JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND client_addr = '{address}' AND {sign} AND relation IN (
  SELECT '{table}'::regclass UNION SELECT relid FROM pg_partition_tree('{table}'))
"""
IN_A_TRANSACTION = """
SELECT 1 FROM pg_stat_activity WHERE xact_start IS NOT NULL AND client_addr <> '{address}'
AND pid <> pg_backend_pid()
"""


def cut_in_the_middle_of(act: Act, one: Host, cable: Cable) -> float:
    """Return how many seconds after the cut the first machine had done it. The second
    one is kept in the middle by a lock on the table in which it writes next.
    """
    prepared = act.prepare(one)
    with (
        stopped(act.worker, one),
        psycopg.connect(one.urls["DATABASE_OWNER_URL"]) as database,
    ):
        database.execute(f"LOCK TABLE {act.table} IN SHARE MODE")
        act.ask(one, prepared)
        waits = WAITS_THERE.format(address=TWO, sign=act.sign, table=act.table)
        one.wait_for(lambda: database.execute(waits).fetchall(), BEGUN_WITHIN)
        left = set(one.sql(act.left))
        assert left, f"nothing is left of {act.name}"
        cable.cut()
        time.sleep(A_MOMENT)
        database.rollback()
    began = time.monotonic()
    one.wait_for(lambda: not left & set(one.sql(act.left)), PATIENCE)
    return time.monotonic() - began


@contextmanager
def stopped(worker: str, office: Host) -> Iterator[None]:
    """While this lasts another machine does what it would do. It is stopped between two
    transactions, or it would hold others up.
    """
    family = family_of(office.find_part(worker))
    in_one = IN_A_TRANSACTION.format(address=TWO)
    while True:
        for pid in family:
            send(pid, signal.SIGSTOP)
        end = time.monotonic() + A_MOMENT
        while (busy := office.sql(in_one)) and time.monotonic() < end:
            time.sleep(0.02)
        if not busy:
            break
        for pid in family:
            send(pid, signal.SIGCONT)
        time.sleep(0.1)
    try:
        yield
    finally:
        for pid in family:
            send(pid, signal.SIGCONT)
