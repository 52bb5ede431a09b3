"""Rows of a table with the lines on which they begin.

A field in quotation marks may contain several lines. A mark that is never closed would
make the rest of the file one field; here only its own line is lost.
"""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileMessage

Fields = list[str]
MOST_LINES = 50
"""Lines of one row, at most. The end of an unclosed quotation is not searched for any
farther: if every line had one, the rest of the file would be read again for each."""


@dataclass(slots=True)
class Rows:
    """Some rows as read, of any width, each with its line; `broken`: the lines that
    cannot be read, with their content and the reason.
    """

    rows: list[Fields] = field(default_factory=list)
    lines: list[int] | range = field(default_factory=list)
    broken: list[tuple[int, Fields, FileMessage]] = field(default_factory=list)


class RowReader:
    """Reads a table of `width` columns from `first_line` of its file on."""

    def __init__(
        self, text: Iterable[str], *, delimiter: str, width: int, first_line: int
    ) -> None:
        """Start before the first line."""
        self.delimiter = delimiter
        self.width = width
        self.line = first_line
        self._text = iter(text)
        self._back: list[str] = []
        """Lines that were read from the file but are not parsed yet."""

    def some(self, size: int) -> Rows | None:
        """Return the rows of about `size` more lines; None at the end of the file."""
        taken = [*self._back, *islice(self._text, max(size - len(self._back), 0))]
        self._back = []
        if not taken:
            return None
        try:
            rows = list(self._reads(taken))
        except csv.Error:
            rows = []
        if len(rows) == len(taken) and self._ends(taken[-1]):
            first, self.line = self.line, self.line + len(rows)
            return Rows(rows, range(first, self.line))
        return self._one_by_one(taken, min(size, len(taken)))

    def _reads(self, lines: Iterable[str], *, strict: bool = False) -> Any:
        return csv.reader(lines, delimiter=self.delimiter, strict=strict)

    def _ends(self, line: str) -> bool:
        """Return whether a line ends its row, so that no quotation is open."""
        reader = self._reads((line, "\n"))
        next(reader)
        return bool(reader.line_num == 1)

    def _one_by_one(self, taken: list[str], size: int) -> Rows:
        """Parse `size` of the lines again, row by row."""
        some, at = Rows(), 0
        lines: list[int] = []
        while at < size:
            row, ends, why = self._row(taken, at)
            if row is None:
                some.broken.append((self.line + at, self._alone(taken[at]), why))
                ends = at + 1
            else:
                some.rows.append(row)
                lines.append(self.line + at)
            at = ends
        self.line += at
        self._back = taken[at:]
        some.lines = lines
        return some

    def _row(self, taken: list[str], at: int) -> tuple[Fields | None, int, FileMessage]:
        """Return the row that begins at a place, the place after it, and, if the row is
        None, the reason: it cannot be parsed, or has several lines but not the form of
        a row of this table.
        """
        reader = self._reads(self._from(taken, at))
        try:
            row: Fields = next(reader)
        except csv.Error:
            return None, at + 1, _UNCLOSED if reader.line_num > 1 else _TOO_LONG
        ends = at + reader.line_num
        if reader.line_num > MOST_LINES:
            return None, at + 1, _UNCLOSED
        if reader.line_num == 1 and self._ends(taken[at]):
            return row, ends, _UNCLOSED
        is_one = len(row) == self.width and self._is_well_formed(taken[at:ends])
        return (row if is_one else None), ends, _UNCLOSED

    def _from(self, taken: list[str], at: int) -> Iterator[str]:
        """Yield the lines from a place on, reading more of the file if needed."""
        for place in range(at, at + MOST_LINES + 1):
            if place == len(taken):
                taken.extend(islice(self._text, 1))
            if place == len(taken):
                return
            yield taken[place]

    def _is_well_formed(self, lines: list[str]) -> bool:
        """Return whether every quotation ends at the end of a field."""
        try:
            next(self._reads(lines, strict=True))
        except csv.Error:
            return False
        return True

    def _alone(self, line: str) -> Fields:
        """Return the fields of a single line."""
        try:
            return next(self._reads([line.rstrip("\r\n")]), [])
        except csv.Error:
            return []


# The only fault of a line that the csv module finds unless it is strict.
_TOO_LONG = FileMessage(
    noted("a field on this line has more than %(most)d characters"),
    most=csv.field_size_limit(),
)
_UNCLOSED = FileMessage(noted("a quotation mark on this line is not closed"))
