"""Cut the cable while the second machine is in the middle of an act."""

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.processes.chaos.mishaps import family_of, send
from tests.processes.hosts.acts import Act
from tests.processes.hosts.network import TWO, Cable
from tests.processes.hosts.office import Host

LONGEST_WAIT = 120.0
TRIES, BEGUN_WITHIN = 3, 120.0
"""Seconds: a worker whose cable was cut before may wait 40 s for a message on a dead
connection.
"""
A_MOMENT = 1.0
WAITS_THERE = """
SELECT 1 FROM pg_locks AS waiting JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND client_addr = '{address}' AND {sign} AND relation IN (
  SELECT '{table}'::regclass UNION SELECT relid FROM pg_partition_tree('{table}'))
"""
AT_WORK = """
SELECT 1 FROM pg_stat_activity WHERE client_port = ANY(%s) AND state <> 'idle'
"""


def cut_in_the_middle_of(act: Act, one: Host, cable: Cable) -> float:
    """Return how many seconds after the cut the first machine had completed it."""
    prepared = act.prepare(one)
    for _ in range(TRIES):
        left = _cut(act, one, cable, prepared)
        prepared = ""
        if left:
            break
    assert left, f"the second machine does not come to {act.name}"
    began = time.monotonic()
    one.wait_for(lambda: not left & set(one.sql(act.left)), LONGEST_WAIT)
    return time.monotonic() - began


def _cut(act: Act, one: Host, cable: Cable, prepared: str) -> set[tuple]:
    """Return what is left to be done after the cut; nothing if the second machine did
    not begin it, and then the cable is not cut. A lock on the table in which it writes
    next keeps it in the middle.
    """
    url = one.urls["DATABASE_OWNER_URL"]
    with (
        stopped(act.worker, one),
        psycopg.connect(url) as database,
        # A transaction keeps seeing only the connections that it saw first.
        psycopg.connect(url, autocommit=True) as watching,
    ):
        database.execute(f"LOCK TABLE {act.table} IN SHARE MODE")
        if prepared:
            act.ask(one, prepared)
        waits = WAITS_THERE.format(address=TWO, sign=act.sign, table=act.table)
        with suppress(AssertionError):
            one.wait_for(lambda: watching.execute(waits).fetchall(), BEGUN_WITHIN)
        left = set(one.sql(act.left)) if watching.execute(waits).fetchall() else set()
        if left:
            cable.cut()
            time.sleep(A_MOMENT)
        database.rollback()
    return left


@contextmanager
def stopped(worker: str, office: Host) -> Iterator[None]:
    """Stop a worker while the context is open, so that the other machine does its work.
    It is stopped between two transactions, so that it does not block others.
    """
    family = family_of(office.find_part(worker))
    try:
        while True:
            _send(family, signal.SIGSTOP)
            # What it sent last may not have been begun.
            time.sleep(A_MOMENT / 4)
            if not office.sql(AT_WORK, ports_of(family)):
                break
            _send(family, signal.SIGCONT)
            time.sleep(A_MOMENT / 10)
        yield
    finally:
        _send(family, signal.SIGCONT)


def _send(family: Sequence[int], number: signal.Signals) -> None:
    for pid in family:
        send(pid, number)


def ports_of(family: Sequence[int]) -> list[int]:
    """Return the local ports of these processes' connections."""
    sockets = {
        file.readlink().name
        for pid in family
        for file in Path(f"/proc/{pid}/fd").iterdir()
    }
    lines = Path(f"/proc/{family[0]}/net/tcp").read_text().splitlines()[1:]
    facts = [line.split() for line in lines]
    return [
        int(address.rpartition(":")[2], 16)
        for _, address, *others in facts
        if f"socket:[{others[7]}]" in sockets
    ]
