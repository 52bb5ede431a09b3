"""Write NumPy columns to PostgreSQL by a binary COPY of rows of one fixed shape, the
fastest way that was found. `packed_rows` reads.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from psycopg import Copy

from federation.database.copying import copying
from ratings.ledger.queries.packed_rows import Column

COPY_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
COPY_TRAILER = b"\xff\xff"
ARRAY_HEADER = {"dimensions": 1, "nulls": 0, "type": 701, "low": 1}
"""Header of an array of float8 without NULL, except its size."""
ROWS_AT_ONCE = 20_000
"""Rows that are packed and sent together."""
DAYS_TO_2000 = 10957
"""Days from 1970-01-01 to 2000-01-01, from which PostgreSQL counts dates."""


def copy_in(table: str, columns: Mapping[str, Column]) -> int:
    """Append rows to a table and return how many.

    Columns are arrays of equal length; a float column's NaN and a masked value are
    stored as NULL. A two-dimensional float64 column is stored as arrays, with NULL for
    an array of nothing but NaN. Dates are days since 2000-01-01, as int32.
    """
    length = len(next(iter(columns.values())))
    names = ", ".join(columns)
    statement = f"COPY {table} ({names}) FROM STDIN (FORMAT BINARY)"
    with copying(statement) as stream:
        stream.write(COPY_HEADER)
        if length <= ROWS_AT_ONCE:
            for rows in _by_missing(columns, length):
                stream.write(_rows_as_bytes(columns, rows))
        else:
            _send_while_packing(stream, columns, length)
        stream.write(COPY_TRAILER)
    return length


def _send_while_packing(
    stream: Copy, columns: Mapping[str, Column], length: int
) -> None:
    """Pack rows while the database still reads those before them."""
    with ThreadPoolExecutor(1) as sender:
        sending: Future[None] | None = None
        for rows in _by_missing(columns, length):
            for start in range(0, len(rows), ROWS_AT_ONCE):
                packed = _rows_as_bytes(columns, rows[start : start + ROWS_AT_ONCE])
                if sending:
                    sending.result()
                sending = sender.submit(stream.write, packed)
        if sending:
            sending.result()


def _by_missing(columns: Mapping[str, Column], length: int) -> Iterator[Column]:
    """Yield row numbers in groups that miss the same values: one shape each."""
    pattern = np.zeros(length, np.int64)
    for place, column in enumerate(columns.values()):
        pattern |= _missing(column).astype(np.int64) << place
    for value in np.flatnonzero(np.bincount(pattern)):
        yield np.flatnonzero(pattern == value)


def _missing(column: Column) -> Column:
    if isinstance(column, np.ma.MaskedArray):
        return np.ma.getmaskarray(column)
    if column.ndim > 1:
        return np.asarray(np.isnan(column).all(axis=1))
    if column.dtype.kind == "f":
        return np.isnan(column)
    return np.zeros(len(column), np.bool_)


def _rows_as_bytes(columns: Mapping[str, Column], rows: Column) -> memoryview:
    shape: list[tuple[str, str]] = [("fields", ">i2")]
    present: dict[str, bool] = {}
    for name, column in columns.items():
        present[name] = not bool(_missing(column[rows[:1]])[0])
        shape.append((f"{name}_length", ">i4"))
        if present[name]:
            shape.append((name, _as_sent(column)))
    block = np.zeros(len(rows), np.dtype(shape))
    block["fields"] = len(columns)
    for name, column in columns.items():
        sent = block.dtype[name].itemsize if present[name] else -1
        block[f"{name}_length"] = sent
        if present[name]:
            _fill(block[name], np.asarray(column)[rows])
    return block.view(np.uint8).data


def _fill(block: Column, column: Column) -> None:
    if column.ndim == 1:
        block[...] = column
        return
    for name, value in ARRAY_HEADER.items():
        block[name] = value
    block["size"] = column.shape[1]
    block["elements"]["length"] = column.itemsize
    block["elements"]["value"] = column


def _as_sent(column: Column) -> Any:
    kind = column.dtype
    if column.ndim == 1:
        return "u1" if kind.kind == "b" else f">{kind.kind}{kind.itemsize}"
    element = np.dtype([("length", ">i4"), ("value", f">{kind.kind}{kind.itemsize}")])
    header = [(name, ">i4") for name in ("dimensions", "nulls", "type", "size", "low")]
    return np.dtype([*header, ("elements", element, (column.shape[1],))])
