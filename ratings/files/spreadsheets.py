"""Write the first sheet of an Excel workbook (Office Open XML) as a table of text.

Row numbers are kept: each row of the sheet is a line of the text, even an empty one.
"""

import csv
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import file_digest
from itertools import repeat
from pathlib import Path
from typing import TextIO

from django.utils.translation import gettext_noop as noted

from ratings.files.archives import LARGEST_TABLE, DamagedArchiveMember, undamaged
from ratings.files.sheet_cells import DamagedSheet, TooLarge, TooWide
from ratings.files.text_files import (
    DAMAGED_ARCHIVE,
    WORKBOOK,
    NotATable,
    TextFile,
    examine,
)
from ratings.files.workbook_parts import LARGEST_TEXTS, BookReader

MOST_COLUMNS = 200
MOST_ABOVE = 10
"""Rows of a sheet in which titles may be above the header."""
MOST_ROWS = 1_048_576
"""Rows of a sheet, by the limit of the format."""
BYTES_OF_A_LETTER = 10
"""Bytes allowed in the parts of a workbook for each letter of text: a short cell takes
about forty."""
LEAST_OF_PARTS = 8 << 20
"""Bytes that parts may always have, however short the text, for rows and styles."""
_ENDS = str.maketrans({"\n": " ", "\r": " "})


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """The sheet that was read, and the number of sheets in the workbook."""

    name: str
    sheets: int


def is_workbook(path: Path) -> bool:
    """Return whether a file is an archive that contains a workbook."""
    try:
        with zipfile.ZipFile(path) as archive:
            return WORKBOOK in archive.namelist()
    except DAMAGED_ARCHIVE:
        return False


class SheetTooLarge(NotATable):
    """The sheet has more bytes than allowed."""


def write_first_sheet(
    path: Path, called: str, to: Path, most: int = LARGEST_TABLE
) -> ReadSheet:
    """Write the first sheet that is not hidden as CSV in UTF-8, days as 1987-03-14.
    Messages name the workbook as `called`.

    Raises NotATable for a workbook that is damaged, locked or empty, and for one that
    has more columns than a table may have; SheetTooLarge for more than `most` bytes of
    text, and for parts that unpack to more than such a text can be.
    """
    parts = min(LARGEST_TABLE, max(most * BYTES_OF_A_LETTER, LEAST_OF_PARTS))
    try:
        with undamaged():
            archive = zipfile.ZipFile(path)
        with archive, to.open("w", encoding="utf-8", newline="") as text:
            reader = BookReader(archive)
            book = reader.book(min(LARGEST_TEXTS, parts))
            _write(reader.rows(book, MOST_COLUMNS, parts), text, called, most)
    except TooWide as error:
        raise NotATable(_TOO_WIDE, file=called, most=MOST_COLUMNS) from error
    except TooLarge as error:
        megabytes = max(most >> 20, 1)
        raise SheetTooLarge(_TOO_LARGE, file=called, most=megabytes) from error
    except (DamagedArchiveMember, DamagedSheet) as error:
        raise NotATable(_DAMAGED, file=called) from error
    return ReadSheet(book.name, book.sheets)


def table_in(
    path: Path, called: str, place: Path, most: int = LARGEST_TABLE
) -> tuple[TextFile, ReadSheet | None]:
    """Return the table of a file that is a text or a workbook, and the sheet of the
    workbook, which is written into the directory `place`. The digest is the file's own.

    Raises NotATable as `examine` does, and as `write_first_sheet`.
    """
    if not (path.is_file() and is_workbook(path)):
        return examine(path, called), None
    written = place / "sheet.csv"
    sheet = write_first_sheet(path, called, written, most)
    with path.open("rb") as content:
        digest = file_digest(content, "sha256").hexdigest()
    return replace(examine(written, called), digest=digest), sheet


def _write(
    rows: Iterator[tuple[int, list[str]]], text: TextIO, called: str, most: int
) -> None:
    """Write each row as a line, at least as wide as the header. The header is the widest
    row down to the first one with more than two cells, since titles may be above it.
    """
    writer = csv.writer(text, lineterminator="\n")
    width, line, is_below = 0, 0, False
    for number, cells in rows:
        if not cells:
            continue
        if not line < number <= MOST_ROWS:
            raise DamagedSheet
        text.writelines(repeat("\n", number - line - 1))
        if sum(map(len, cells)) > most:
            raise TooLarge
        width, line = width if is_below else max(width, len(cells)), number
        is_below = is_below or number > MOST_ABOVE or len([*filter(None, cells)]) > 2  # noqa: PLR2004
        writer.writerow(_plain([*cells, *repeat("", width - len(cells))]))
        if text.tell() > most:
            raise TooLarge
    if not line:
        raise NotATable(_EMPTY, file=called)


def _plain(cells: Sequence[str]) -> list[str]:
    """Return the cells without line ends."""
    return [cell.translate(_ENDS) for cell in cells]


_DAMAGED = noted(
    "%(file)s is a damaged Excel workbook. Open it in Excel, save it again, and "
    "upload that file."
)
_EMPTY = noted("The first sheet of %(file)s is empty: the table must be on it.")
_TOO_WIDE = noted(
    "The first sheet of %(file)s has more than %(most)d columns: it is not a table of"
    " games or players."
)
_TOO_LARGE = noted(
    "The first sheet of %(file)s holds more than %(most)d megabytes. Split it by event."
)
