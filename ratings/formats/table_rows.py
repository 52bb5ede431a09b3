"""Rows of a table with the lines on which they begin.

A field in quotation marks may run over several lines. A mark that is never closed would
take all that follows with it; here it costs the line that it stands on.
"""

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from django.utils.translation import gettext_noop as _

from ratings.formats.wording import Said

Fields = list[str]


@dataclass(slots=True)
class Rows:
    """Some rows as they stand, whatever their width, each with its line; and the lines
    that cannot be read, with what stands on them and why not.
    """

    rows: list[Fields] = field(default_factory=list)
    lines: list[int] | range = field(default_factory=list)
    broken: list[tuple[int, Fields, Said]] = field(default_factory=list)


class RowReader:
    """Reads a table of `width` columns from `first_line` of its file on."""

    def __init__(
        self, text: Iterable[str], *, delimiter: str, width: int, first_line: int
    ) -> None:
        """Nothing is read yet."""
        self.delimiter = delimiter
        self.width = width
        self.line = first_line
        self._text = iter(text)
        self._back: deque[str] = deque()
        self._ended = False
        self._taken: list[str] = []
        self._reader = self._reads(self._each())

    def some(self, size: int) -> Rows | None:
        """About so many rows more; None at the end of the file."""
        self._taken.clear()
        rows: list[Fields] = []
        try:
            rows.extend(islice(self._reader, size))
        except csv.Error:
            rows = []
        if not self._taken:
            return None
        first = self.line
        if len(rows) == len(self._taken):
            self.line += len(rows)
            return Rows(rows, range(first, self.line))
        return self._one_by_one(list(self._taken))

    def _each(self) -> Iterator[str]:
        """The lines, of which those that were taken are held."""
        while self._back:
            self._taken.append(self._back.popleft())
            yield self._taken[-1]
        for line in self._text:
            self._taken.append(line)
            yield line
        self._ended = True

    def _reads(self, lines: Iterable[str], *, strict: bool = False) -> Any:
        return csv.reader(lines, delimiter=self.delimiter, strict=strict)

    def _one_by_one(self, taken: list[str]) -> Rows:
        """The same lines again, looked at with care. Those behind a mark that takes
        more than these are given back.
        """
        some, at = Rows(), 0
        lines: list[int] = []
        while at < len(taken):
            row, ends, why = self._row(taken, at)
            if row is None and ends > len(taken) and not self._ended:
                break
            if row is None:
                some.broken.append((self.line + at, self._alone(taken[at]), why))
                ends = at + 1
            else:
                some.rows.append(row)
                lines.append(self.line + at)
            at = ends
        self.line += at
        self._back.extendleft(reversed(taken[at:]))
        self._reader = self._reads(self._each())
        some.lines = lines
        return some

    def _row(self, taken: list[str], at: int) -> tuple[Fields | None, int, Said]:
        """The row that begins at a place, and the place behind it; None where it runs
        over several lines otherwise than a row of this table does.
        """
        # One line more than there is: whoever takes it has not come to an end.
        reader = self._reads(chain(_from(taken, at), ("\n",)))
        try:
            row: Fields = next(reader)
        except csv.Error as fault:
            why = _UNCLOSED if reader.line_num > 1 else Said(_UNREADABLE, fault=fault)
            return None, at + 1, why
        ends = at + reader.line_num
        if reader.line_num == 1:
            return row, ends, _UNCLOSED
        well_formed = ends <= len(taken) and self._is_well_formed(taken, at)
        return (
            (row if well_formed and len(row) == self.width else None),
            ends,
            _UNCLOSED,
        )

    def _is_well_formed(self, taken: list[str], at: int) -> bool:
        """Whether every quotation ends where a field does."""
        try:
            next(self._reads(_from(taken, at), strict=True))
        except csv.Error:
            return False
        return True

    def _alone(self, line: str) -> Fields:
        """What stands on a line by itself."""
        try:
            return next(self._reads([line.rstrip("\r\n")]), [])
        except csv.Error:
            return []


def _from(taken: list[str], at: int) -> Iterator[str]:
    return (taken[place] for place in range(at, len(taken)))


_UNREADABLE = _("this line cannot be read (%(fault)s)")
_UNCLOSED = Said(_("a quotation mark on this line is not closed"))
