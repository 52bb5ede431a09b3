"""Parse the days in tournament files: of the tournament (042, 052) and of its rounds
(132).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.trf.players import CELL, FIRST_CELL

_GAP = r"\s*([-./])\s*"
_YEAR_FIRST = re.compile(rf"(\d{{4}}){_GAP}(\d{{1,2}})\s*[-./]\s*(\d{{1,2}})")
_SHORT = re.compile(rf"(\d{{1,2}}){_GAP}(\d{{1,2}})\s*[-./]\s*(\d{{1,2}})")
_DAY_FIRST = re.compile(rf"(\d{{1,2}}){_GAP}(\d{{1,2}})\s*[-./]\s*(\d{{4}})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_IN_WORDS = re.compile(r"(\d{1,2})\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
_MONTHS_IN_A_YEAR = 12

_CARELESS = noted("‘%(said)s’ in column %(at)d is read as %(day)s")
_SHORT_YEAR = noted(
    "‘%(said)s’ in column %(at)d is read as %(day)s: the year has two figures"
)
_UNCLEAR = noted(
    "‘%(said)s’ in column %(at)d is read as %(day)s: the day before the month"
)


@dataclass(frozen=True, slots=True)
class DayRead:
    """A day, and the text that says how it was read; `note` is empty if it is written in
    the right form.
    """

    day: date
    note: str = ""


def parse_day(text: str, near: date | None, at: int) -> DayRead:
    """Parse a day: 2011/02/25, 11/02/25 (the century nearest to `near`), 25.02.2011,
    25.02.11, 30/09/2011 (the day before the month), 28. 07. 2005, May 29, 2020, 29 May
    2020. Raises InvalidField for anything else, with the column `at` which it begins.
    """
    is_known = False
    for form in _FORMS:
        for parts, note in form(text.strip(), near):
            is_known = True
            try:
                return DayRead(date(*parts), note)
            except ValueError:
                continue
    if is_known:
        raise InvalidField(
            noted("date ‘%(said)s’ in column %(at)d does not exist"), said=text, at=at
        )
    raise InvalidField(
        noted("date ‘%(said)s’ in column %(at)d is not written as 1987/03/14"),
        said=text,
        at=at,
    )


Parts = tuple[tuple[int, int, int], str]


def _year_first(text: str, _near: date | None) -> Iterator[Parts]:
    if found := _YEAR_FIRST.fullmatch(text):
        yield (int(found[1]), int(found[3]), int(found[4])), ""


def _short(text: str, near: date | None) -> Iterator[Parts]:
    """Parse a day with a year of two digits. With full stops the day comes first; else
    the year, as FIDE writes it, if that gives a valid day.
    """
    if found := _SHORT.fullmatch(text):
        one, month, other = int(found[1]), int(found[3]), int(found[4])
        if found[2] != ".":
            yield (_whole_year(one, near), month, other), _SHORT_YEAR
        yield (_whole_year(other, near), month, one), _SHORT_YEAR


def _day_first(text: str, _near: date | None) -> Iterator[Parts]:
    if found := _DAY_FIRST.fullmatch(text):
        day, month = int(found[1]), int(found[3])
        is_unclear = found[2] != "." and day != month and day <= _MONTHS_IN_A_YEAR
        yield (int(found[4]), month, day), _UNCLEAR if is_unclear else _CARELESS


def _month_first(text: str, _near: date | None) -> Iterator[Parts]:
    found = _MONTH_FIRST.fullmatch(text)
    if found and (month := _month(found[1])):
        yield (int(found[3]), month, int(found[2])), _CARELESS


def _in_words(text: str, _near: date | None) -> Iterator[Parts]:
    found = _IN_WORDS.fullmatch(text)
    if found and (month := _month(found[2])):
        yield (int(found[3]), month, int(found[1])), _CARELESS


_FORMS: tuple[Callable[[str, date | None], Iterator[Parts]], ...] = (
    _year_first, _short, _day_first, _month_first, _in_words,
)  # fmt: skip


def _month(text: str) -> int:
    """Return the number of a month by its name or the beginning of it; 0 for none."""
    named = [at for at, name in enumerate(_MONTHS, 1) if name.startswith(text.lower())]
    return named[0] if len(named) == 1 else 0


def _whole_year(year: int, near: date | None) -> int:
    """Return a year of two digits in full: the nearest to the tournament's first year."""
    began = near.year if near else 2000
    return year + min((1900, 2000), key=lambda each: abs(each + year - began))


@dataclass(frozen=True, slots=True)
class DayNote:
    """A remark on a day: its line, and its round (0: the tournament's first day, None:
    its last).
    """

    line: int
    round: int | None
    message: FileMessage


@dataclass(slots=True)
class DayLines:
    """The days of a file. `read_as`: remarks on those that were read although they are
    written in another form; `unread`: on those that could not be read.
    """

    start: date | None = None
    end: date | None = None
    rounds: dict[int, date] = field(default_factory=dict)
    read_as: list[DayNote] = field(default_factory=list)
    unread: list[DayNote] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    """The first line of each code."""
    columns: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Line and column of each round's day."""
    _written: list[tuple[str, int, str]] = field(default_factory=list)

    def note(self, code: str, number: int, line: str) -> None:
        """Store a line until all have been seen: the first day decides the century."""
        self.lines.setdefault(code, number)
        self._written.append((code, number, line))

    def read(self) -> None:
        """Read the lines, the tournament's first day before the others."""
        for code, number, line in sorted(self._written, key=lambda each: each[0]):
            if code == "132":
                self._read_rounds(number, line)
            elif line[4:].strip():
                self._read_one(code, number, line[4:].strip())

    def _read_one(self, code: str, number: int, text: str) -> None:
        is_first = code == "042"
        day = self._day(number, 0 if is_first else None, text, 5)
        if is_first:
            self.start = self.start or day
        else:
            self.end = self.end or day

    def _read_rounds(self, number: int, line: str) -> None:
        for place in range(FIRST_CELL, len(line.rstrip()), CELL):
            text = line[place : place + CELL].strip()
            at = (place - FIRST_CELL) // CELL + 1
            if text:
                self.columns[at] = number, place + 1
            day = self._day(number, at, text, place + 1) if text else None
            if day is not None:
                self.rounds[at] = day

    def _day(
        self, line: int, of_round: int | None, text: str, column: int
    ) -> date | None:
        try:
            read = parse_day(text, self.start, column)
        except InvalidField as wrong:
            self.unread.append(DayNote(line, of_round, wrong.message))
            return None
        is_usual = bool(of_round) and read.note == _SHORT_YEAR and text.count("/") == 2  # noqa: PLR2004
        if read.note and not (is_usual and text.startswith(f"{read.day:%y}")):
            day = read.day.isoformat()
            remark = FileMessage(read.note, said=text, at=column, day=day)
            self.read_as.append(DayNote(line, of_round, remark))
        return read.day
