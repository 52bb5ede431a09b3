"""Two acts that run concurrently, each on a connection of its own."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection, transaction

LONGEST_WAIT = 20


def second_waits(
    first: Callable[[], Any],
    second: Callable[[], Any],
    *,
    then: Callable[[], Any] = lambda: None,
    may_pass: bool = False,
) -> Any:
    """Run `first` in a transaction, start `second` in another one, make sure that it
    waits for a lock (or, if `may_pass`, completes without one), run `then` in the first
    transaction, and commit. Return what `second` returned or raised.
    """
    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            first()
            answer = elsewhere.submit(alone, second)
            _wait_until_somebody_waits_for_us(answer.done, may_pass=may_pass)
            then()
        return answer.result(LONGEST_WAIT)


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run all acts concurrently and return their results, or the exceptions they
    raised.
    """
    start = threading.Barrier(len(acts))

    def at_once(act: Callable[[], Any]) -> Any:
        start.wait(LONGEST_WAIT)
        return alone(act)

    with ThreadPoolExecutor(len(acts)) as elsewhere:
        return list(elsewhere.map(at_once, acts))


def alone(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except Exception as answer:
        return answer
    finally:
        connection.close()


def _wait_until_somebody_waits_for_us(
    done: Callable[[], bool], *, may_pass: bool
) -> None:
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end and not done():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted"
                " AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
            )
            if cursor.fetchone()[0]:
                return
        time.sleep(0.02)
    if may_pass and done():
        return
    raise AssertionError("nobody waited for the first")
