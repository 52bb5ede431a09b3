"""The indexes of the ledger's games under a large write. Dropping and building them are
two acts of the tables' owner, which take no argument.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

LARGE = 200_000
"""Games in one transaction from which on building indexes after the rows is worth
that nobody reads the ledger meanwhile."""
AS_MANY = 3
"""Times as many games may stand already: all of them are indexed anew."""


@contextmanager
def large_writes(games: int) -> Iterator[None]:
    """Wrap a transaction that appends so many games: where they are many compared with
    the existing ones, indexes are built after the rows, which takes a fifth of the
    time.

    Then readers of games wait for the commit. What is unique stays so throughout.
    """
    if games < LARGE or _stands_more_than(AS_MANY * games) or not _dropped():
        yield
        return
    yield
    with connection.cursor() as cursor:
        # An index cannot be built while rows wait to be looked at.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT build_game_indexes()")


def _dropped() -> bool:
    """Drop the indexes and return whether that was possible: not when somebody reads
    games for so long that all others would wait.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT drop_game_indexes()")
    except OperationalError as refused:
        if isinstance(refused.__cause__, LockNotAvailable):
            return False
        raise
    return True


def _stands_more_than(games: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM ratings_game OFFSET %s LIMIT 1)", [games]
        )
        return bool(cursor.fetchone()[0])
