"""A table in a text file: delimiter, header, and its rows in chunks with the line on
which each begins.
"""

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext_noop as _

from ratings.files.column_names import own_name
from ratings.files.table_rows import RowReader, Rows
from ratings.files.text_files import NotATable
from ratings.files.wording import Said, Wrong

DELIMITERS = (",", ";", "\t")
CHUNK = 1000
"""Rows that are read together: so few that they stay in the processor's cache, where
reading them takes half the time."""

TextRow = Sequence[str]
Read = TypeVar("Read")


OF_REJECTS = ("line", "reason")
"""Columns that a file of refused rows has before those of the row itself, so that it
can be mended and brought again."""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that is left out: the line on which it begins, why, and the row; and of
    which file in an archive it is.
    """

    line: int
    reason: str
    row: TextRow = ()
    member: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows as wide as the header with their lines, and those that are not."""

    rows: Sequence[TextRow]
    lines: Sequence[int]
    refusals: list[RefusedRow]


def read_rows(
    chunk: Chunk, read: Callable[[TextRow, int], Read]
) -> tuple[list[Read], list[RefusedRow]]:
    """What `read` makes of each row and its line, and why the others are left out: it
    raises Wrong.
    """
    found, refusals = [], list(chunk.refusals)
    for row, line in zip(chunk.rows, chunk.lines, strict=True):
        try:
            found.append(read(row, line))
        except Wrong as error:
            refusals.append(RefusedRow(line, error.said, row))
    return found, refusals


@dataclass(frozen=True, slots=True)
class Table:
    """An opened table. `places` are the columns that are known, by name; `unread`
    those that nobody asked for; `header` all of them as they are written.
    """

    header: tuple[str, ...]
    places: Mapping[str, int]
    unread: tuple[str, ...]
    delimiter: str
    reader: RowReader

    def chunks(self, size: int = CHUNK) -> Iterator[Chunk]:
        """All rows below the header, empty ones left out."""
        while (some := self.reader.some(size)) is not None:
            yield _chunk(some, len(self.header))


def open_table(
    text: Iterable[str], *, required: Collection[str], optional: Collection[str]
) -> Table:
    """Read the header, with the columns in any order and case, in English, Swedish or
    Norwegian, and choose the delimiter that fits.

    Raises NotATable where a required column is missing or one stands twice.
    """
    lines = iter(text)
    first = next(lines, "")
    known = {*required, *optional}
    delimiter = max(DELIMITERS, key=lambda each: _fits(first, each, known))
    written = _written_names(first, delimiter)
    header = tuple(map(own_name, written))
    refuse_missing(header, required)
    _refuse_twice(header, written)
    places = {name: header.index(name) for name in header if name in known}
    reader = RowReader(lines, delimiter=delimiter, width=len(header), first_line=2)
    read = {*known, *OF_REJECTS, ""}
    unread = tuple(name for name in header if name not in read)
    return Table(header, places, unread, delimiter, reader)


def names_of(line: str, known: Collection[str]) -> set[str]:
    """The columns that a first line names, whatever its delimiter."""
    return set(_names(line, max(DELIMITERS, key=lambda each: _fits(line, each, known))))


def _names(line: str, delimiter: str) -> tuple[str, ...]:
    return tuple(map(own_name, _written_names(line, delimiter)))


def _written_names(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])
    except csv.Error:  # a column's name of many thousand characters
        return []


def _fits(line: str, delimiter: str, known: Collection[str]) -> int:
    return sum(name in known for name in _names(line, delimiter))


def refuse_missing(header: Sequence[str], required: Collection[str]) -> None:
    """Raise NotATable where a required column is missing."""
    missing = [name for name in required if name not in header]
    if missing:
        raise NotATable(
            _("The first line must name the columns; missing: %(columns)s."),
            columns=", ".join(missing),
        )


def _refuse_twice(header: Sequence[str], written: Sequence[str]) -> None:
    """Raise NotATable where a column occurs twice, perhaps in two languages."""
    twice = [
        says.strip()
        for name, says in zip(header, written, strict=True)
        if name and header.count(name) > 1
    ]
    if twice:
        raise NotATable(
            _("Columns that mean the same: %(columns)s. Take one of them away."),
            columns=", ".join(twice),
        )


def _chunk(some: Rows, width: int) -> Chunk:
    refusals = [RefusedRow(line, why, row) for line, row, why in some.broken]
    if set(map(len, some.rows)) <= {width} and [""] * width not in some.rows:
        return Chunk(some.rows, some.lines, refusals)
    kept, lines = [], []
    for row, line in zip(some.rows, some.lines, strict=True):
        if not any(row):
            continue
        if len(row) == width:
            kept.append(row)
            lines.append(line)
        else:
            refusals.append(RefusedRow(line, _width(row, width), row))
    return Chunk(kept, lines, refusals)


def _width(row: TextRow, width: int) -> Said:
    if len(row) == 1:
        return Said(_("1 field where the header has %(width)d"), width=width)
    return Said(
        _("%(count)d fields where the header has %(width)d"),
        count=len(row),
        width=width,
    )
