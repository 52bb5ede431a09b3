"""Send rows by COPY, on Django's own connection."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg import Copy


@contextmanager
def copying(statement: str) -> Iterator[Copy]:
    """Open a COPY FROM STDIN and yield the stream that rows are written to.

    Any failure raises Django's errors, as it does with every other statement: callers
    that wait for an unavailable database catch `django.db.OperationalError`.
    """
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.cursor.copy(statement) as stream,  # psycopg's own cursor
    ):
        yield stream
