"""Filling the spare slot of a pool's changes from a second connection, so that the
database stores rows while the first connection reads and the next step is computed.

What the second connection has written is committed before the first one commits. It is
not read while the slot is the spare one; if the first connection fails it is left
behind, until `slots.empty_spare` removes it. A lock keeps every other computation from
writing into the slot, or emptying it, until the second connection is done. The indexes
are made in the same transaction as the rows: if made later, every page would be written
once more to set its hint bits.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from django.db import OperationalError, connection

from ratings.ledger.domain.slots import Slots, lock_spare

Send = Callable[..., None]
"""Calls a function that writes rows, with these arguments, at once or later."""


class SpareSlotTaken(Exception):
    """Another computation writes into the spare slot, or has left rows there."""


@contextmanager
def filling_spare(slots: Slots) -> Iterator[Send]:
    """Write rows into the spare slot, in one transaction of a second connection that is
    committed at the end. If the current transaction is nested in another, whose data a
    second connection would not see, or no second connection is available, write them in
    the current one. Raises SpareSlotTaken.
    """
    with ThreadPoolExecutor(1) as thread:
        try:
            if not slots.is_outermost or not thread.submit(_connect).result():
                _begin(slots.pool_id)
                yield send_here
                return
            thread.submit(_begin, slots.pool_id).result()
            _check_connection()
            sender = _Sender(thread)
            yield sender.send
            sender.wait()
            thread.submit(_commit).result()
        finally:
            thread.submit(_close).result()


def send_here(function: Callable[..., object], *arguments: object) -> None:
    """Call the function at once, in this connection."""
    function(*arguments)


class _Sender:
    """Runs the writes of the second connection one after the other. While it writes,
    the next rows may be prepared, but no more than those.
    """

    def __init__(self, thread: ThreadPoolExecutor) -> None:
        self.thread = thread
        self.last: Future[object] | None = None

    def send(self, function: Callable[..., object], *arguments: object) -> None:
        self.wait()
        self.last = self.thread.submit(function, *arguments)

    def wait(self) -> None:
        if self.last:
            self.last.result()


def _connect() -> bool:
    """Begin a transaction; return False if no further connection is available. It does
    not wait long for a lock, because the first connection may hold it.
    """
    try:
        connection.set_autocommit(False)
    except OperationalError:
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '5s'"
        )
    return True


def _begin(pool_id: int) -> None:
    if not lock_spare(pool_id):
        raise SpareSlotTaken


def _check_connection() -> None:
    """Raise OperationalError if this connection, and with it the claim of the pool, was
    lost before the slot was locked: another computation may have begun to fill it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


# Called in the thread of the second connection: `connection` is each thread's own.
def _commit() -> None:
    connection.commit()


def _close() -> None:
    connection.close()
