"""Rows of the database in binary, for queries that answer with packed columns."""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection
from numpy.typing import NDArray

Column = NDArray[Any]


def packed_row(
    statement: str, asked: Mapping[str, object] | None = None
) -> tuple[Any, ...]:
    """Return the single row of a query in binary, so that bytea comes as it is.

    Django's own cursors bind on the client and speak text only.
    """
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor:
        found = cursor.execute(statement, asked, binary=True).fetchone()
    if found is None:
        raise LookupError(statement)
    return tuple(found)
