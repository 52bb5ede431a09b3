"""The cells of an Excel workbook as text. Only what is computed already is read;
nothing is ever computed.
"""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import isfinite

BEGINS = date(1899, 12, 30)
"""Day 0 of a workbook."""
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_LEAP_DAY = 60
"""29 February 1900, which Excel has and the calendar has not."""
_MOST_WHOLE = 1e15
_MOST_DIGITS = 9


class DamagedSheet(Exception):
    """A part is missing, or is not what it should be."""


class TooLarge(Exception):
    """A part has more bytes than are allowed."""


class TooWide(Exception):
    """A cell stands farther to the right than is allowed."""


@dataclass(frozen=True, slots=True)
class Workbook:
    """The first sheet that is not hidden, by its name and part; how many there are;
    the texts that cells share, and which styles are those of days.
    """

    name: str
    sheets: int
    part: str
    texts: list[str]
    dated: frozenset[int]
    begins: date

    def day(self, said: str) -> str:
        """Return a day as 1987-03-14; what it says itself where it is none."""
        try:
            number = float(said)
            is_early = self.begins == BEGINS and number < _LEAP_DAY
            return (self.begins + timedelta(int(number) + is_early)).isoformat()
        except (ValueError, OverflowError):
            return said

    def text(self, kind: str, style: int, said: str) -> str:
        """Return a cell as text."""
        match kind:
            case "s":
                is_place = said.isdecimal() and len(said) <= _MOST_DIGITS
                place = int(said) if is_place else -1
                if not 0 <= place < len(self.texts):
                    raise DamagedSheet
                return self.texts[place]
            case "b":
                return "yes" if said == "1" else "no"
            case "d":
                return said[:10]
            case "inlineStr" | "str" | "e":
                return said
        return self.day(said) if said and style in self.dated else _number(said)


@dataclass(slots=True)
class SheetRow:
    """A row on its way: its number, and its cells by column."""

    book: Workbook
    number: int = 0
    cells: dict[int, str] = field(default_factory=dict)
    _column: int = 0
    _kind: str = ""
    _style: int = 0
    _said: list[str] = field(default_factory=list)
    _hears: bool = False

    def begin(self, name: str, facts: dict[str, str]) -> None:
        """Begin a row, a cell, or what it says."""
        if name == "row":
            self.number = _row_number(facts, self.number)
            self._column, self.cells = 0, {}
        elif name == "c":
            self._column = _column(facts.get("r", ""), self._column)
            self._kind, self._style = facts.get("t", "n"), whole_of(facts, "s")
            self._said = []
        elif name in ("v", "t"):
            self._hears = True

    def hear(self, text: str) -> None:
        """Take in a text: of a cell, or a formula and the like."""
        if self._hears:
            self._said.append(text)

    def end(self, name: str) -> None:
        """End what a cell says, or the cell."""
        if name in ("v", "t"):
            self._hears = False
        elif name == "c":
            said = "".join(self._said)
            self.cells[self._column] = self.book.text(self._kind, self._style, said)


def _row_number(facts: dict[str, str], before: int) -> int:
    said = facts.get("r", "")
    number = whole_of(facts, "r") if said else before + 1
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
    """Return the cells of a row up to the last that says something. Raises TooWide."""
    filled = [column for column, said in cells.items() if said]
    if not filled:
        return []
    if max(filled) > most:
        raise TooWide
    return [cells.get(column, "") for column in range(1, max(filled) + 1)]


def whole_of(facts: dict[str, str], name: str) -> int:
    """Return a whole number in the facts of an element; 0 for none."""
    said = facts.get(name, "")
    return int(said) if said.isdecimal() and len(said) <= _MOST_DIGITS else 0


def _number(said: str) -> str:
    """Whole numbers without a point, others with as many digits as Excel shows."""
    try:
        number = float(said)
    except ValueError:
        return said
    if not isfinite(number):
        return said
    if number == int(number) and abs(number) < _MOST_WHOLE:
        return str(int(number))
    return f"{number:.15g}"
