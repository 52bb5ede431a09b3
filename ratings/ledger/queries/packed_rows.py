"""Rows of the database in binary, for queries that return packed columns."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import psycopg
from django.db import connection
from numpy.typing import NDArray

Column = NDArray[Any]


def packed_row(
    statement: str, values: Mapping[str, object] | None = None
) -> tuple[Any, ...]:
    """Return the single row of a query in binary, so that bytea is returned unchanged.

    Django's own cursors bind parameters on the client and use the text format only.
    """
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor:
        found = cursor.execute(statement, values, binary=True).fetchone()
    if found is None:
        raise LookupError(statement)
    return tuple(found)


def unpack(packed: bytes | memoryview | None, kind: str) -> Column:
    """Return the elements of a sent array as an array of native numbers.

    `kind` is the element's type as NumPy names it, such as `i4`. An empty aggregate
    gives an empty array. The array must contain no NULL.
    """
    if packed is None:
        return np.empty(0, kind)
    element = np.dtype([("length", ">i4"), ("value", f">{kind}")])
    return np.frombuffer(packed, element, offset=20)["value"].astype(kind)
