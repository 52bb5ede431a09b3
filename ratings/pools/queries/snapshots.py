"""Read all parts of a page or of a computation from one database snapshot."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot(*, writes: bool = False) -> Iterator[None]:
    """Make all reads inside see the database as it was at the first of them, whatever a
    worker commits in the meantime; inside another transaction, as that one sees it.

    `writes`: a computation, whose commit does not wait for the disk. What is lost when
    the server crashes is computed again, since the rows and the number up to which they
    are computed are committed together; a later transaction that builds on them and
    does wait, such as an approval, makes them durable before itself.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;"
                    " SET LOCAL synchronous_commit = off"
                    if writes
                    else "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
                )
        yield
