"""Tables written as CSV, such that a spreadsheet reads them as they are meant."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime

Cell = str | int | float | datetime
"""A moment is one on the federation's clock: spreadsheets know no zones."""
CsvRow = tuple[Cell, ...]
CSV = "text/csv; charset=utf-8"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"


class Echo:
    """What the csv module writes to: gives each line back at once."""

    def write(self, line: str) -> str:
        return line


def harmless(cell: Cell) -> Cell:
    """Return a text that a spreadsheet would compute is marked as text (a lone sign,
    such as the score of a draw, it would not); a moment is written as spreadsheets of
    every language read one.
    """
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, str) and len(cell) > 1 and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def csv_lines(
    head: CsvRow, rows: Iterable[CsvRow], delimiter: str = ","
) -> Iterator[str]:
    writer = csv.writer(Echo(), delimiter=delimiter)
    yield BYTE_ORDER_MARK + writer.writerow(head)
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])
