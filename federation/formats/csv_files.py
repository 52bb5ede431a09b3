"""Tables written as CSV, such that a spreadsheet reads them as they are meant."""

import csv
from collections.abc import Iterable, Iterator

Cell = str | int | float
CsvRow = tuple[Cell, ...]
CSV = "text/csv; charset=utf-8"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"


class Echo:
    """What the csv module writes to: gives each line back at once."""

    def write(self, line: str) -> str:
        return line


def harmless(cell: Cell) -> Cell:
    """A text that a spreadsheet would compute is marked as text."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def csv_lines(
    head: CsvRow, rows: Iterable[CsvRow], delimiter: str = ","
) -> Iterator[str]:
    writer = csv.writer(Echo(), delimiter=delimiter)
    yield BYTE_ORDER_MARK + writer.writerow(head)
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])
