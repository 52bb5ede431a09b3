"""The cells of an Excel workbook as text. Stored results of formulas are read; no formula
is ever computed.
"""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import isfinite

BEGINS = date(1899, 12, 30)
"""Day 0 of a workbook."""
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_WRITTEN_AS_CODE = re.compile("_x000[9AD]_|_x005F_", re.IGNORECASE)
"""How workbooks write tabs and line ends in a text, and the first mark of such a code."""
_LEAP_DAY = 60
"""29 February 1900, which Excel has and the calendar has not."""
_MOST_WHOLE = 1e15
_MOST_DIGITS = 9


class DamagedSheet(Exception):
    """A part of the workbook is missing or invalid."""


class TooLarge(Exception):
    """A part has more bytes than allowed."""


class TooWide(Exception):
    """A row has more columns than allowed."""


@dataclass(frozen=True, slots=True)
class Workbook:
    """The first sheet that is not hidden, by its name and part; the number of sheets;
    the texts shared by cells (`texts`), and the styles that show a day (`dated`).
    """

    name: str
    sheets: int
    part: str
    texts: list[str]
    dated: frozenset[int]
    begins: date

    def day(self, value: str) -> str:
        """Return a day as 1987-03-14, or the text itself if it is not a day."""
        try:
            number = float(value)
            is_early = self.begins == BEGINS and number < _LEAP_DAY
            return (self.begins + timedelta(int(number) + is_early)).isoformat()
        except (ValueError, OverflowError):
            return value

    def text(self, kind: str, style: int, value: str) -> str:
        """Return a cell as text."""
        match kind:
            case "s":
                is_place = value.isdecimal() and len(value) <= _MOST_DIGITS
                place = int(value) if is_place else -1
                if not 0 <= place < len(self.texts):
                    raise DamagedSheet
                return plain_text(self.texts[place])
            case "b":
                return "yes" if value == "1" else "no"
            case "d":
                return value[:10]
            case "inlineStr" | "str" | "e":
                return plain_text(value)
        return self.day(value) if value and style in self.dated else _number(value)


@dataclass(slots=True)
class SheetRow:
    """A row while it is being read: its number, and its cells by column."""

    book: Workbook
    number: int = 0
    cells: dict[int, str] = field(default_factory=dict)
    _column: int = 0
    _kind: str = ""
    _style: int = 0
    _content: list[str] = field(default_factory=list)
    _reads_content: bool = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of a row, a cell, or a cell's content."""
        if name == "row":
            self.number = _row_number(attributes, self.number)
            self._column, self.cells = 0, {}
        elif name == "c":
            self._column = _column(attributes.get("r", ""), self._column)
            self._kind, self._style = (
                attributes.get("t", "n"),
                whole_of(attributes, "s"),
            )
            self._content = []
        elif name in ("v", "t"):
            self._reads_content = True

    def add_text(self, text: str) -> None:
        """Add a text to the cell's content; text of formulas and the like is ignored."""
        if self._reads_content:
            self._content.append(text)

    def end(self, name: str) -> None:
        """Handle the end of a cell's content or of the cell."""
        if name in ("v", "t"):
            self._reads_content = False
        elif name == "c":
            value = "".join(self._content)
            self.cells[self._column] = self.book.text(self._kind, self._style, value)


def plain_text(text: str) -> str:
    """Return a text with the characters that the workbook writes as codes."""
    if "_x" not in text:
        return text
    return _WRITTEN_AS_CODE.sub(lambda code: chr(int(code[0][2:6], 16)), text)


def _row_number(attributes: dict[str, str], before: int) -> int:
    value = attributes.get("r", "")
    number = whole_of(attributes, "r") if value else before + 1
    if number <= before:
        raise DamagedSheet
    return number


def _column(place: str, before: int) -> int:
    """Return the number of a column, from 1: AB3 is in column 28."""
    if not place:
        return before + 1
    found = _PLACE.fullmatch(place)
    if found is None:
        raise DamagedSheet
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column


def cells_in_order(cells: dict[int, str], most: int) -> list[str]:
    """Return the cells of a row up to the last one with text. Raises TooWide."""
    filled = [column for column, value in cells.items() if value]
    if not filled:
        return []
    if max(filled) > most:
        raise TooWide
    return [cells.get(column, "") for column in range(1, max(filled) + 1)]


def whole_of(attributes: dict[str, str], name: str) -> int:
    """Return an attribute of an element as a whole number; 0 if it is none."""
    value = attributes.get(name, "")
    return int(value) if value.isdecimal() and len(value) <= _MOST_DIGITS else 0


def _number(value: str) -> str:
    """Return whole numbers without a point, others with as many digits as Excel shows."""
    try:
        number = float(value)
    except ValueError:
        return value
    if not isfinite(number):
        return value
    if number == int(number) and abs(number) < _MOST_WHOLE:
        return str(int(number))
    return f"{number:.15g}"
