"""Tables written as CSV, such that spreadsheets interpret the cells as intended."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime

Cell = str | int | float | datetime
"""A datetime is on the federation's clock: spreadsheets have no time zones."""
CsvRow = tuple[Cell, ...]
CSV = "text/csv; charset=utf-8"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"


class ReturningLineFile:
    """A file object for the csv module that returns each line instead of storing it."""

    def write(self, line: str) -> str:
        return line


def escape_formula(cell: Cell) -> Cell:
    """Return the cell such that a spreadsheet does not compute it: a text that begins
    like a formula is marked as text (a lone sign, such as the score of a draw, is no
    formula); a datetime is written in the form that spreadsheets of every language
    read.
    """
    if isinstance(cell, datetime):
        return f"{cell:%Y-%m-%d %H:%M:%S}"
    if isinstance(cell, str) and len(cell) > 1 and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def without_mark(text: str) -> str:
    """Return the text as it was before `escape_formula` marked it."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(FORMULA) else text


def csv_lines(
    head: CsvRow, rows: Iterable[CsvRow], delimiter: str = ","
) -> Iterator[str]:
    writer = csv.writer(ReturningLineFile(), delimiter=delimiter)
    yield BYTE_ORDER_MARK + writer.writerow([escape_formula(cell) for cell in head])
    for row in rows:
        yield writer.writerow([escape_formula(cell) for cell in row])
