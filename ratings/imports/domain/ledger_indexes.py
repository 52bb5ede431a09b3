"""Dropping the indexes of the ledger's games for a large write, and building them again,
by two database functions of the tables' owner, which take no argument.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

LARGE = 200_000
"""The least number of games in one transaction for which the indexes are built after
the rows, although nobody can read games in the meantime."""
AS_MANY = 3
"""The ledger may already have at most this many times as many games as are appended,
since all of them have to be indexed again."""


@contextmanager
def large_writes(games: int) -> Iterator[None]:
    """Wrap a transaction that appends so many games: if they are many compared with the
    existing ones, indexes are built after the rows, which takes a fifth of the time.

    In that case readers of games wait for the commit. Unique constraints are enforced
    throughout.
    """
    if games < LARGE or _stands_more_than(AS_MANY * games) or not _dropped():
        yield
        return
    yield
    with connection.cursor() as cursor:
        # An index cannot be built while deferred constraint checks are pending.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT build_game_indexes()")


def _dropped() -> bool:
    """Drop the indexes and return whether that was possible: it is not if a long read of
    games holds the lock, since all other readers would have to wait too.
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
