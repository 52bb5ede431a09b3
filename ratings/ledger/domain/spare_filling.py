"""Filling the spare slot of a pool's changes from a second connection, so that the
database takes rows in while the first connection reads and the next step is computed.

What the second connection has written is there before the first one commits. It is seen
by nobody while the slot is the spare one, and it is emptied away if the first one fails
(`slots.is_spare_empty`). A lock keeps every other computation from writing into the slot,
or emptying it, until the second connection is done. The indexes are made in the same
transaction as the rows: later, every page would be written once more, marked as seen.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from django.db import connection

from ratings.ledger.domain.slots import Slots, lock_spare

Write = Callable[..., None]
"""Calls a function that writes rows, with these arguments; maybe later."""


class SpareSlotTaken(Exception):  # noqa: N818 - not a fault: another run may find it free
    """Another computation writes into the spare slot, or has left rows there."""


@contextmanager
def filling_spare(slots: Slots) -> Iterator[Write]:
    """Write rows into the spare slot, in one transaction of a second connection that is
    committed at the end. In a transaction of somebody else's, which a second connection
    does not see, they are written in this one. Raises SpareSlotTaken.
    """
    if not slots.is_alone:
        yield write_here
        return
    with ThreadPoolExecutor(1) as second:
        try:
            if not second.submit(_begin, slots.pool_id).result():
                raise SpareSlotTaken
            _ask_whether_connected()
            writing = _Writing(second)
            yield writing.write
            writing.wait()
            second.submit(_commit).result()
        finally:
            second.submit(_close).result()


def write_here(function: Callable[..., object], *arguments: object) -> None:
    """Call the function at once, in this connection."""
    function(*arguments)


class _Writing:
    """Writes one after the other in the second connection; at most one waits, so that no
    more than the rows of two are in memory.
    """

    def __init__(self, second: ThreadPoolExecutor) -> None:
        self.second = second
        self.last: Future[object] | None = None

    def write(self, function: Callable[..., object], *arguments: object) -> None:
        self.wait()
        self.last = self.second.submit(function, *arguments)

    def wait(self) -> None:
        if self.last:
            self.last.result()


def _begin(pool_id: int) -> bool:
    connection.set_autocommit(False)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    return lock_spare(pool_id)


def _ask_whether_connected() -> None:
    """Raise OperationalError if this connection, and with it the claim of the pool, was
    lost before the slot was locked: somebody else may have begun to fill it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _commit() -> None:
    connection.commit()


def _close() -> None:
    connection.close()
