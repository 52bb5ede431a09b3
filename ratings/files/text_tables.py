"""Read a table from a text file: delimiter, header, and its rows in chunks with the line
on which each begins.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext_noop as noted

from federation.formats.csv_files import without_mark
from ratings.files.column_names import Naming, own_names
from ratings.files.table_rows import RowReader, Rows
from ratings.files.text_files import NotATable
from ratings.files.wording import FileMessage, InvalidField

DELIMITERS = (",", ";", "\t")
CHUNK = 1000
"""Rows that are read together: few enough to stay in the processor's cache, which halves
the time."""

TextRow = Sequence[str]
Read = TypeVar("Read")


ROWS_SHOWN = 5
"""Rows shown of a table whose columns have to be chosen."""
REFUSED_ROW_COLUMNS = ("line", "reason")
"""Columns that a file of refused rows has before those of the row itself; the file can be
corrected and uploaded again."""
OF_ARCHIVE = ("file",)
"""The column that follows them if the rows are from several files."""


_SEPARATOR = re.compile(r'"?sep=(.|\\t)?"?', re.IGNORECASE)
MISSING = noted("The first line must name the columns; missing: %(columns)s.")


class ColumnsUnclear(NotATable):
    """A table with an unclear header, whose columns can be chosen. `header` as it is
    written; `rows`: the first rows; `member`: the table's file in a zip.
    """

    header: tuple[str, ...] = ()
    rows: Sequence[Sequence[str]] = ()
    member: str = ""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that is left out: the line on which it begins, the reason, and the row;
    `member`: its file in an archive.
    """

    line: int
    reason: str
    row: TextRow = ()
    member: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows as wide as the header, with their lines; the other rows as refused."""

    rows: Sequence[TextRow]
    lines: Sequence[int]
    refusals: list[RefusedRow]


def read_rows(
    chunk: Chunk, read: Callable[[TextRow, int], Read]
) -> tuple[list[Read], list[RefusedRow]]:
    """Return the results of `read` for each row and its line, and as refused rows those
    for which it raises InvalidField.
    """
    found, refusals = [], list(chunk.refusals)
    for row, line in zip(chunk.rows, chunk.lines, strict=True):
        try:
            found.append(read(row, line))
        except InvalidField as error:
            refusals.append(RefusedRow(line, error.message, row))
    return found, refusals


@dataclass(frozen=True, slots=True)
class TextTable:
    """An opened table. `places`: the places of known columns by name; `unread`: columns
    that are not read, as written in the file; `header`: all columns by the product's
    names; `written`: all columns as written in the file.
    """

    header: tuple[str, ...]
    written: tuple[str, ...]
    places: Mapping[str, int]
    unread: tuple[str, ...]
    delimiter: str
    reader: RowReader

    def chunks(self, size: int = CHUNK) -> Iterator[Chunk]:
        """Yield all rows below the header, except empty ones."""
        is_ours = self.header[: len(REFUSED_ROW_COLUMNS)] == REFUSED_ROW_COLUMNS
        while (some := self.reader.some(size)) is not None:
            if is_ours:
                some.rows = [[*map(without_mark, row)] for row in some.rows]
            yield _chunk(some, len(self.header))


def open_table(
    text: Iterable[str],
    *,
    required: Collection[str],
    optional: Collection[str],
    naming: Naming = own_names,
    first_line: int = 1,
) -> TextTable:
    """Read the header from the first of the lines, which is line `first_line` of its
    file, and choose the delimiter that fits. Columns may be in any order and case, in
    English, Swedish or Norwegian, or named by `naming`.

    Raises NotATable if a required column is missing or one occurs twice: ColumnsUnclear
    if the columns can be chosen.
    """
    lines = iter(text)
    first, above = header_line(lines)
    known = {*required, *optional}
    delimiter = _delimiter(first, known)
    written = tuple(_written_names(first, delimiter))
    header = naming(written)
    reader = RowReader(
        lines,
        delimiter=delimiter,
        width=len(header),
        first_line=first_line + above + 1,
    )
    places: dict[str, int] = {}
    for place, name in enumerate(header):
        if name in known:
            places.setdefault(name, place)
    read = {*known, *REFUSED_ROW_COLUMNS, *OF_ARCHIVE, ""}
    unread = tuple(
        column for column, name in zip(written, header, strict=True) if name not in read
    )
    table = TextTable(header, written, places, unread, delimiter, reader)
    try:
        refuse_missing(header, required)
        _refuse_twice(header, written)
    except NotATable as refused:
        raise unclear(refused, table) from refused
    return table


def header_line(lines: Iterator[str]) -> tuple[str, int]:
    """Return the line that names the columns, and how many lines are above it: perhaps
    one that gives Excel the delimiter, such as `sep=;`.
    """
    first = next(lines, "")
    return (next(lines, ""), 1) if _SEPARATOR.fullmatch(first.strip()) else (first, 0)


def unclear(refused: NotATable, table: TextTable) -> NotATable:
    """Return the error as ColumnsUnclear if the table has several columns and any rows,
    so that its columns can be chosen; else unchanged.
    """
    some = table.reader.some(ROWS_SHOWN)
    if len(table.written) < 2 or some is None:  # noqa: PLR2004 (columns)
        return refused
    question = ColumnsUnclear(refused.message.text, **refused.message.facts)
    question.header, question.rows = table.written, [list(row) for row in some.rows]
    return question


def names_of(line: str, known: Collection[str]) -> set[str]:
    """Return the columns of a header line by the product's names, with any delimiter."""
    return set(_names(line, _delimiter(line, known)))


def written_names(line: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the columns of a header line as they are written, with any delimiter."""
    return tuple(_written_names(line, _delimiter(line, known)))


def _delimiter(line: str, known: Collection[str]) -> str:
    """Return the delimiter that gives most known columns, or else most columns."""
    return max(DELIMITERS, key=lambda each: _fits(line, each, known))


def _names(line: str, delimiter: str) -> tuple[str, ...]:
    return own_names(_written_names(line, delimiter))


def _written_names(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])
    except csv.Error:  # a column's name of many thousand characters
        return []


def _fits(line: str, delimiter: str, known: Collection[str]) -> tuple[int, int]:
    names = _names(line, delimiter)
    return sum(name in known for name in names), len(names)


def refuse_missing(header: Sequence[str], required: Collection[str]) -> None:
    """Raise NotATable if a required column is missing."""
    missing = [name for name in required if name not in header]
    if missing:
        raise NotATable(MISSING, columns=", ".join(missing))


def _refuse_twice(header: Sequence[str], written: Sequence[str]) -> None:
    """Raise NotATable if a column occurs twice, perhaps in two languages."""
    times = Counter(header)
    twice = [
        column.strip()
        for name, column in zip(header, written, strict=True)
        if name and times[name] > 1
    ]
    if twice:
        raise NotATable(
            noted("Columns that mean the same: %(columns)s. Remove one of them."),
            columns=", ".join(twice),
        )


def _chunk(some: Rows, width: int) -> Chunk:
    refusals = [RefusedRow(line, why, row) for line, row, why in some.broken]
    if set(map(len, some.rows)) <= {width} and not any(map(_is_blank, some.rows)):
        return Chunk(some.rows, some.lines, refusals)
    kept, lines = [], []
    for row, line in zip(some.rows, some.lines, strict=True):
        if _is_blank(row):
            continue
        if len(row) == width:
            kept.append(row)
            lines.append(line)
        else:
            refusals.append(RefusedRow(line, _width(row, width), row))
    return Chunk(kept, lines, refusals)


def _is_blank(row: TextRow) -> bool:
    return not any(map(str.strip, row))


def _width(row: TextRow, width: int) -> FileMessage:
    if len(row) == 1:
        return FileMessage(noted("1 field where the header has %(width)d"), width=width)
    return FileMessage(
        noted("%(count)d fields where the header has %(width)d"),
        count=len(row),
        width=width,
    )
