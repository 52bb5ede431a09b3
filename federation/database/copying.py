"""Rows sent by COPY, on Django's own connection."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg import Copy


@contextmanager
def copying(statement: str) -> Iterator[Copy]:
    """Open a COPY FROM STDIN and yield what rows are written to.

    Whatever fails raises Django's errors, as it does with every other statement: who
    waits for a database that is away asks for `django.db.OperationalError`.
    """
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.cursor.copy(statement) as stream,  # psycopg's own cursor
    ):
        yield stream
