"""Read FIDE's list as a table of fixed width.

The header names the columns, and a column begins where its name begins. So all lists are
read in the same way: the combined list (`SRtng`, `RRtng`, `BRtng`; with the column `FOA`
and without), the list of one kind of play, whose column of ratings is named after its
month (`OCT26`), and the list of before 2012, whose columns touch (`TitlFed`, `GamesBorn`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

from ratings.fide.formats.players import (
    AT_ONCE,
    Fault,
    FideChunk,
    FidePlayer,
    FieldUnreadable,
    NotAFideList,
    player_of,
)

_NAME = re.compile(
    rb"ID number|Name|Fed|Sex|Titl|WTit|OTit|Tit|FOA|SRtng|SGm|SK|RRtng|RGm|RK"
    rb"|BRtng|BGm|BK|B-day|Born|Games|Gms|Flag|[A-Z]{3}\d\d|K",
    re.IGNORECASE,
)
_MONTH = re.compile(
    rb"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d)", re.IGNORECASE
)
_MONTHS = b"jan feb mar apr may jun jul aug sep oct nov dec".split()
_READ = {
    b"id number": "id",
    b"name": "name",
    b"fed": "federation",
    b"sex": "sex",
    b"tit": "title",
    b"titl": "title",
    b"wtit": "woman_title",
    b"srtng": "standard",
    b"rrtng": "rapid",
    b"brtng": "blitz",
    b"b-day": "birth_year",
    b"born": "birth_year",
    b"flag": "flag",
}
_NEEDED = frozenset({"id", "name", "federation", "birth_year"})
_MARK = b"\xef\xbb\xbf"
LONGEST_LINE = 4096
FIRST_YEAR = 71
"""FIDE's first list is of 1971: a smaller year of two digits is after 2000."""


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """The places of the fields in a line. `spilling`: the end of the column that may be
    too narrow for what FIDE writes there; the fields after it are then moved to the
    right.
    """

    spans: tuple[tuple[str, int, int], ...]
    width: int
    spilling: int
    is_combined: bool
    is_old: bool
    month: tuple[int, int] | None

    def of_kind(self, kind: str) -> "ColumnLayout":
        """Return the layout with the unnamed column of ratings named after a kind of play."""
        spans = tuple(
            (kind if name == "rating" else name, start, end)
            for name, start, end in self.spans
        )
        return ColumnLayout(
            spans, self.width, self.spilling, self.is_combined, self.is_old, self.month
        )


def layout_of(header: bytes) -> ColumnLayout:
    """Return the layout of a header. Raises NotAFideList if it is not a header."""
    header = header.removeprefix(_MARK).rstrip()
    found = list(_NAME.finditer(header))
    if not found or _NAME.sub(b"", header).strip():
        raise NotAFideList("header", header=_text(header)[:120])
    starts = [each.start() for each in found]
    ends = [*starts[1:], len(header)]
    spans, month, spilling = [], None, len(header)
    for each, start, end in zip(found, starts, ends, strict=True):
        word = each.group().lower()
        dated = _MONTH.fullmatch(word)
        if dated:
            month = _month_of(dated)
            spans.append(("rating", start, end))
        elif word in _READ:
            spans.append((_READ[word], start, end))
        if word == b"otit":
            spilling = end
    _refuse_incomplete([name for name, _start, _end in spans], header)
    return ColumnLayout(
        tuple(spans),
        len(header),
        spilling,
        is_combined=any(name == "standard" for name, *_ in spans),
        is_old=b"titl" in header.lower() and b"titlfed" in header.lower(),
        month=month,
    )


def read_columns(file: BinaryIO, layout: ColumnLayout) -> Iterator[FideChunk]:
    """Yield the lines below the header, `AT_ONCE` at a time. Raises NotAFideList if the
    file ends in the middle of a line.
    """
    number, done = 1, file.tell()
    while lines := list(
        islice(iter(lambda: file.readline(LONGEST_LINE), b""), AT_ONCE)
    ):
        chunk = FideChunk()
        for line in lines:
            number += 1
            done += len(line)
            _take(line, number, layout, chunk)
        _refuse_cut(lines[-1], number, layout)
        chunk.done_bytes = done
        yield chunk


def _take(line: bytes, number: int, layout: ColumnLayout, chunk: FideChunk) -> None:
    text = line.rstrip(b"\r\n")
    if not text.strip():
        return
    try:
        player = _player(text, layout)
    except FieldUnreadable as fault:
        chunk.faults.append(Fault(number, fault.code, fault.text))
        return
    chunk.players.append(player)
    chunk.lines.append(number)


def _player(line: bytes, layout: ColumnLayout) -> FidePlayer:
    if len(line) <= layout.width:
        return player_of(_fields(line, layout, 0))
    try:
        return player_of(_fields(line, layout, 0))
    except FieldUnreadable:
        # This occurs on three lines of two million, with five titles in a column for four.
        return player_of(_fields(line, layout, len(line) - layout.width))


def _fields(line: bytes, layout: ColumnLayout, moved: int) -> dict[str, str]:
    if len(line) <= layout.spans[2][1]:
        raise FieldUnreadable("short", _text(line))
    fields = {}
    for name, start, end in layout.spans:
        by = moved if start >= layout.spilling else 0
        field = line[start + by : end + by].strip()
        fields[name] = field.decode("ascii") if field.isascii() else _text(field)
    return fields


def _text(field: bytes) -> str:
    """Decode a field. FIDE writes ASCII; anything else is read as UTF-8 or cp1252."""
    try:
        return field.decode()
    except UnicodeDecodeError:
        return field.decode("cp1252", "replace")


def _refuse_cut(last: bytes, number: int, layout: ColumnLayout) -> None:
    born = next(start for name, start, _end in layout.spans if name == "birth_year")
    if not last.endswith((b"\n", b"\r")) and 0 < len(last.rstrip()) <= born:
        raise NotAFideList("cut_short", line=number)


def _refuse_incomplete(names: list[str], header: bytes) -> None:
    rated = {"standard", "rating"} & set(names)
    if names[:1] != ["id"] or _NEEDED - set(names) or not rated:
        raise NotAFideList("header", header=_text(header)[:120])


def _month_of(dated: re.Match[bytes]) -> tuple[int, int]:
    month = _MONTHS.index(dated.group(1).lower()) + 1
    year = int(dated.group(2))
    return (1900 if year >= FIRST_YEAR else 2000) + year, month
