"""The parts of an Excel workbook: sheets, formats, and the texts that cells share."""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from posixpath import join, normpath
from xml.parsers.expat import ExpatError, ParserCreate

from ratings.files.archives import LOCKED, undamaged
from ratings.files.sheet_cells import (
    BEGINS,
    DamagedSheet,
    SheetRow,
    TooLarge,
    Workbook,
    cells_in_order,
    whole_of,
)
from ratings.files.text_files import WORKBOOK

BLOCK = 1 << 16
LARGEST_TEXTS = 64 << 20
"""Bytes of the texts that cells share: they are all in memory."""
LARGEST_PART = 8 << 20
"""Bytes of any other part but the sheet."""
_START, _END, _TEXT = "start", "end", "text"
_DATES = frozenset({*range(14, 18), 22, *range(27, 37), *range(50, 59)})
"""The formats for days that every workbook knows without a name."""
_NO_LETTERS = re.compile(r'"[^"]*"|\[[^]]*\]|\\.|_.|\*.')
"""What in a format is shown as it stands."""
_BEGINS_ON_MACS = date(1904, 1, 1)

Event = tuple[str, str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class BookReader:
    """Reads the parts of a workbook. Raises DamagedSheet, and what an archive raises
    that is damaged.
    """

    archive: zipfile.ZipFile

    def book(self, most_texts: int = LARGEST_TEXTS) -> Workbook:
        """Return what has to be known before a sheet is read; `most_texts` bytes of the
        texts that cells share.
        """
        sheets, begins = [], BEGINS
        for kind, name, facts in self._events(WORKBOOK, LARGEST_PART):
            if (kind, name) == (_START, "sheet"):
                sheets.append(facts)
            elif (kind, name) == (_START, "workbookPr"):
                on_mac = facts.get("date1904") in ("1", "true")
                begins = _BEGINS_ON_MACS if on_mac else BEGINS
        shown = [each for each in sheets if each.get("state", "visible") == "visible"]
        if not sheets:
            raise DamagedSheet
        first = (shown or sheets)[0]
        part = self._linked().get(_local(first, "id"), "")
        texts, dated = self._texts(most_texts), self._dated()
        return Workbook(first.get("name", ""), len(sheets), part, texts, dated, begins)

    def rows(
        self, book: Workbook, most_columns: int, most_bytes: int
    ) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows with their numbers, without the empty cells at their ends."""
        row = SheetRow(book)
        for kind, name, facts in self._events(book.part, most_bytes):
            if kind == _START:
                row.begin(name, facts)
            elif kind == _TEXT:
                row.hear(name)
            elif name == "row":
                yield row.number, cells_in_order(row.cells, most_columns)
            else:
                row.end(name)

    def _linked(self) -> dict[str, str]:
        """Return the parts to which the workbook refers."""
        links = {}
        for kind, name, facts in self._events(
            "xl/_rels/workbook.xml.rels", LARGEST_PART
        ):
            if (kind, name) == (_START, "Relationship"):
                target = normpath(join("/xl", facts.get("Target", "")))
                links[facts.get("Id", "")] = target.lstrip("/")
        return links

    def _texts(self, most: int) -> list[str]:
        part = "xl/sharedStrings.xml"
        texts: list[str] = []
        said: list[str] = []
        is_text = is_spoken = False
        for kind, name, _facts in self._events(part, most, needed=False):
            if kind == _TEXT:
                if is_text and not is_spoken:
                    said.append(name)
            elif name == "t":
                is_text = kind == _START
            elif name == "rPh":  # how it is pronounced
                is_spoken = kind == _START
            elif (kind, name) == (_END, "si"):
                texts.append("".join(said))
                said = []
        return texts

    def _dated(self) -> frozenset[int]:
        """Return the styles that show a number as a day."""
        formats: dict[int, str] = {}
        dated: set[int] = set()
        style, is_of_cells = 0, False
        for kind, name, facts in self._events(
            "xl/styles.xml", LARGEST_PART, needed=False
        ):
            if name == "cellXfs":
                is_of_cells = kind == _START
            elif (kind, name) == (_START, "numFmt"):
                formats[whole_of(facts, "numFmtId")] = facts.get("formatCode", "")
            elif (kind, name) == (_START, "xf") and is_of_cells:
                number = whole_of(facts, "numFmtId")
                if number in _DATES or _shows_days(formats.get(number, "")):
                    dated.add(style)
                style += 1
        return frozenset(dated)

    def _size(self, part: str) -> int:
        try:
            part_of_it = self.archive.getinfo(part)
        except KeyError as error:
            raise DamagedSheet from error
        if part_of_it.flag_bits & LOCKED:
            raise DamagedSheet
        return part_of_it.file_size

    def _events(self, part: str, most: int, *, needed: bool = True) -> Iterator[Event]:
        """Yield the beginnings, ends and texts of a part. One that declares a type of
        its own is refused: that is where a small file can grow without end.
        """
        if part not in self.archive.namelist() and not needed:
            return
        if self._size(part) > most:
            raise TooLarge
        events: list[Event] = []
        parser = ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = lambda name, facts: events.append(
            (_START, _plain(name), facts)
        )
        parser.EndElementHandler = lambda name: events.append((_END, _plain(name), {}))
        parser.CharacterDataHandler = lambda text: events.append((_TEXT, text, {}))
        parser.StartDoctypeDeclHandler = _refuse_type
        try:
            with undamaged(), self.archive.open(part) as packed:
                while block := packed.read(BLOCK):
                    parser.Parse(block)
                    yield from events
                    events.clear()
                parser.Parse(b"", True)  # noqa: FBT003 (the end)
        except (ExpatError, LookupError) as error:  # an encoding that nobody knows
            raise DamagedSheet from error
        yield from events


def _refuse_type(*_said: object) -> None:
    raise DamagedSheet


def _plain(name: str) -> str:
    return name.rpartition(":")[2]


def _local(facts: dict[str, str], wanted: str) -> str:
    """Return a fact whose name has a prefix."""
    return next(
        (said for name, said in facts.items() if name.endswith(f":{wanted}")), ""
    )


def _shows_days(code: str) -> bool:
    letters = _NO_LETTERS.sub("", code).lower()
    return "y" in letters or "d" in letters
