"""Read the parts of an Excel workbook: sheets, formats, and texts shared by cells."""

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
"""Bytes of the shared texts, which are all in memory."""
LARGEST_PART = 8 << 20
"""Bytes of any other part except the sheet."""
_START, _END, _TEXT = "start", "end", "text"
_DATES = frozenset({*range(14, 18), 22, *range(27, 37), *range(50, 59)})
"""The numbers of the built-in formats for days."""
_NO_LETTERS = re.compile(r'"[^"]*"|\[[^]]*\]|\\.|_.|\*.')
"""The parts of a format that are shown literally."""
_BEGINS_ON_MACS = date(1904, 1, 1)

Event = tuple[str, str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class BookReader:
    """Reads the parts of a workbook. Raises DamagedSheet, DamagedArchiveMember if the
    archive is damaged, and TooLarge or TooWide.
    """

    archive: zipfile.ZipFile

    def book(self, most_texts: int = LARGEST_TEXTS) -> Workbook:
        """Return the data that is needed to read a sheet, with at most `most_texts` bytes
        of shared texts.
        """
        sheets, begins = [], BEGINS
        for kind, name, attributes in self._events(WORKBOOK, LARGEST_PART):
            if (kind, name) == (_START, "sheet"):
                sheets.append(attributes)
            elif (kind, name) == (_START, "workbookPr"):
                on_mac = attributes.get("date1904") in ("1", "true")
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
        for kind, name, attributes in self._events(book.part, most_bytes):
            if kind == _START:
                row.begin(name, attributes)
            elif kind == _TEXT:
                row.add_text(name)
            elif name == "row":
                yield row.number, cells_in_order(row.cells, most_columns)
            else:
                row.end(name)

    def _linked(self) -> dict[str, str]:
        """Return the parts to which the workbook refers."""
        links = {}
        for kind, name, attributes in self._events(
            "xl/_rels/workbook.xml.rels", LARGEST_PART
        ):
            if (kind, name) == (_START, "Relationship"):
                target = normpath(join("/xl", attributes.get("Target", "")))
                links[attributes.get("Id", "")] = target.lstrip("/")
        return links

    def _texts(self, most: int) -> list[str]:
        part = "xl/sharedStrings.xml"
        texts: list[str] = []
        pieces: list[str] = []
        is_text = is_spoken = False
        for kind, name, _attributes in self._events(part, most, needed=False):
            if kind == _TEXT:
                if is_text and not is_spoken:
                    pieces.append(name)
            elif name == "t":
                is_text = kind == _START
            elif name == "rPh":  # the pronunciation
                is_spoken = kind == _START
            elif (kind, name) == (_END, "si"):
                texts.append("".join(pieces))
                pieces = []
        return texts

    def _dated(self) -> frozenset[int]:
        """Return the styles that show a number as a day."""
        formats: dict[int, str] = {}
        dated: set[int] = set()
        style, is_of_cells = 0, False
        for kind, name, attributes in self._events(
            "xl/styles.xml", LARGEST_PART, needed=False
        ):
            if name == "cellXfs":
                is_of_cells = kind == _START
            elif (kind, name) == (_START, "numFmt"):
                formats[whole_of(attributes, "numFmtId")] = attributes.get(
                    "formatCode", ""
                )
            elif (kind, name) == (_START, "xf") and is_of_cells:
                number = whole_of(attributes, "numFmtId")
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
        """Yield the start tags, end tags and texts of a part. One with a document type
        declaration is refused, since its entities could make a small file huge.
        """
        if part not in self.archive.namelist() and not needed:
            return
        if self._size(part) > most:
            raise TooLarge
        events: list[Event] = []
        parser = ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = lambda name, attributes: events.append(
            (_START, _plain(name), attributes)
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
        except (ExpatError, LookupError) as error:  # LookupError: unknown encoding
            raise DamagedSheet from error
        yield from events


def _refuse_type(*_said: object) -> None:
    raise DamagedSheet


def _plain(name: str) -> str:
    return name.rpartition(":")[2]


def _local(attributes: dict[str, str], wanted: str) -> str:
    """Return the attribute whose name, apart from its prefix, is the wanted one."""
    return next(
        (value for name, value in attributes.items() if name.endswith(f":{wanted}")), ""
    )


def _shows_days(code: str) -> bool:
    letters = _NO_LETTERS.sub("", code).lower()
    return "y" in letters or "d" in letters
