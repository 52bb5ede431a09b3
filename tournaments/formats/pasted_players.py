"""Read pasted players: lines of a mail, or rows of a spreadsheet."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from federation.rules.birth_years import FIRST_BIRTH_YEAR, is_birth_year
from ratings.files.column_names import own_name

MOST_PLAYERS = 300
"""Maximum in one request: each player has some fifteen form fields, and a request may
have 5,000.
"""
MOST_ABOVE = 5
"""Number of rows above the header that may hold titles."""
LONGEST_NUMBER = 12
"""Maximum digits of a player's number, here or at FIDE."""
OLDEST = 1900
"""Earliest year of birth that is read without a column; a lower number is a rating."""
_DAY = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)")
_TITLES = frozenset(
    "gm im fm cm wgm wim wfm wcm agm aim afm acm".split()  # noqa: SIM905
)
_ORDINAL = re.compile(r"^\s*(?:\d{1,3}\s*[.):]|[-–—*•·])\s*")
_NUMBER = re.compile(r"(?<![\w.])\d[\d-]*(?![\w.])")
_NAMES = ("name", "first_name", "last_name")


@dataclass(frozen=True, slots=True)
class PastedPlayer:
    """A pasted line, counted from 1, and what it probably contains: the name in either
    order, numbers that may be years of birth, and whole numbers that may be a player's
    number. The last name is given if the line separates it; a tournament file does, and
    gives FIDE's data. `may_be_first` is the text after a name of several words: a club,
    a place, or the first name of somebody whose last name has several words.
    `wrong_births` are texts where a year or day of birth is expected, and that cannot
    be one.
    """

    line: int
    text: str
    name: str
    years: tuple[int, ...] = ()
    numbers: tuple[str, ...] = ()
    last_name: str = ""
    fide_id: int | None = None
    fide_rating: int | None = None
    country: str = ""
    may_be_first: str = ""
    wrong_births: tuple[str, ...] = ()
    gender: str = ""
    member_from: str = ""
    """Gender and first day as a member, as written in columns with these names."""

    def with_last_name_first(self) -> "PastedPlayer":
        """Return the line read as last name, first name."""
        name = f"{self.may_be_first} {self.name}"
        return replace(self, name=name, last_name=self.name, may_be_first="")

    @property
    def names(self) -> tuple[str, str]:
        """The first and the last name; if the line does not separate them, the last
        word is the last name.
        """
        if self.last_name:
            return self.name.removesuffix(self.last_name).strip(), self.last_name
        first, _space, last = self.name.rpartition(" ")
        return first, last

    @property
    def birth_year(self) -> int | None:
        """The year of birth; None if there is none, or several are possible."""
        return self.years[0] if len(self.years) == 1 else None


def read_pasted(text: str, this_year: int) -> list[PastedPlayer]:
    """Return the players of a text, one per line; empty lines and a header are skipped.

    The fields of a spreadsheet row are separated by tabs or semicolons; if there is a
    header they are read by column name. In any other line the name is the text before
    the first comma, or the text on both sides of it if a last name precedes it: a single
    word, or one after words in small letters. A last name of several other words looks
    like a name before a club (`may_be_first`). In a field a comma follows the
    last name.
    """
    rows = [
        (line, written.strip("\r\n"), _fields(written))
        for line, written in enumerate(text.splitlines(), start=1)
        if written.strip()
    ]
    above, header = _header_in(rows)
    found = []
    for line, written, fields in rows[above:]:
        name, rest = _by_column(fields, header) if header else _by_place(fields)
        numbers = [each for part in rest for each in _NUMBER.findall(part)]
        births = _births_in_column if header else _births_by_place
        years, wrong = births(rest, this_year)
        columns = dict(zip(header, fields, strict=False))
        found.append(
            PastedPlayer(
                line,
                written.strip(),
                str(name),
                years,
                tuple(each for each in numbers if _is_whole_number(each)),
                name.last,
                may_be_first=name.may_be_first,
                wrong_births=wrong,
                gender=columns.get("gender", ""),
                member_from=columns.get("member_from", ""),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class _Name:
    """A name; `last` is the last name if the line separates it from the first,
    `may_be_first` as in `PastedPlayer`.
    """

    first: str
    last: str = ""
    may_be_first: str = ""

    def __str__(self) -> str:
        return f"{self.first} {self.last}".strip()


def _fields(written: str) -> list[str]:
    delimiter = next((each for each in ("\t", ";") if each in written), ",")
    if delimiter != "," and written.count('"') % 2:  # a mark of inches or the like
        return [each.strip() for each in written.split(delimiter)]
    row = csv.reader(
        [written.strip("\r\n ")], delimiter=delimiter, skipinitialspace=True
    )
    return [each.strip() for each in next(row, [])]


def _header_in(
    rows: Sequence[tuple[int, str, list[str]]],
) -> tuple[int, tuple[str, ...]]:
    """Return how many of the first rows are a header, including shorter rows with
    titles above it, and the columns.
    """
    for place, (_line, _written, fields) in enumerate(rows[: MOST_ABOVE + 1]):
        header = _header(fields)
        fewer = all(len([*filter(None, row[2])]) < len(fields) for row in rows[:place])
        if header and fewer:
            return place + 1, header
    return 0, ()


def _header(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the columns by the names that Rankbok uses; empty if the row is no header."""
    names = tuple(own_name(each) for each in fields)
    return names if any(name in _NAMES for name in names) else ()


def _by_column(
    fields: Sequence[str], header: Sequence[str]
) -> tuple[_Name, tuple[str, ...]]:
    by_column = dict(zip(header, fields, strict=False))
    parts = [_words_of(by_column.get(name, "")) for name in ("first_name", "last_name")]
    name = _name_in(by_column["name"]) if by_column.get("name") else _Name(*parts)
    of_numbers = ("birth_year", "id", "fide_id")
    return name, tuple(by_column.get(each, "") for each in of_numbers)


def _by_place(fields: Sequence[str]) -> tuple[_Name, tuple[str, ...]]:
    """Read a line by the position of its fields: the first field with letters is the
    name, or a last name if words follow in the next field.
    """
    named = [each for each in fields if any(sign.isalpha() for sign in each)]
    if not named:
        return _Name(""), tuple(fields)
    name, *others = (_name_in(each) for each in named)
    if others and str(others[0]) and not name.last:
        if _is_last_name(str(name)):
            name = _Name(str(others[0]), str(name))
        else:
            name = _Name(str(name), may_be_first=str(others[0]))
    return name, tuple(_ORDINAL.sub("", each) for each in fields)


def _is_last_name(text: str) -> bool:
    """Return whether a text is a single word, or one after particles: von Sydow."""
    *particles, last = text.split() or [""]
    return all(map(str.islower, particles)) and (not particles or last[:1].isupper())


def _name_in(text: str) -> _Name:
    last, _comma, first = map(_words_of, text.partition(","))
    return _Name(first, last) if first else _Name(last)


def _words_of(text: str) -> str:
    """Return the words of a name, without ordinals, numbers, titles and marks."""
    words = re.sub(r"[()\[\]]", " ", _ORDINAL.sub("", text)).split()
    return " ".join(
        word.strip(",;")
        for word in words
        if not any(sign.isdigit() or sign == "@" for sign in word)
        and word.casefold().strip(".") not in _TITLES
        and any(sign.isalpha() for sign in word)
    )


Births = tuple[tuple[int, ...], tuple[str, ...]]
"""The possible years of birth of a line, and what was meant as one and is none."""


def _births_in_column(fields: Sequence[str], this_year: int) -> Births:
    """Read the column of years or days of birth, which is the first of the fields."""
    text = fields[0].strip()
    years = _years(_NUMBER.findall(text), this_year, FIRST_BIRTH_YEAR)
    return years, () if years or not text else (text,)


def _births_by_place(fields: Sequence[str], this_year: int) -> Births:
    """Read the numbers of all fields: one that looks like a day is a day of birth."""
    numbers = [each for part in fields for each in _NUMBER.findall(part)]
    days = (each for each in numbers if _looks_like_day(each))
    wrong = tuple(each for each in days if not _years([each], this_year, OLDEST))
    return _years(numbers, this_year, OLDEST), wrong


def _looks_like_day(number: str) -> bool:
    """Return whether the number is meant as a day. Eight digits that begin with no
    possible year are a number at FIDE.
    """
    found = _DAY.fullmatch(number)
    return found is not None and ("-" in number or is_birth_year(int(found[1])))


def _years(numbers: Sequence[str], this_year: int, first: int) -> tuple[int, ...]:
    """Return the different years, from the first on, that are written alone or as
    part of a day.
    """
    found = (_year(each) for each in numbers)
    return tuple(
        dict.fromkeys(
            year
            for year in found
            if year and year >= first and is_birth_year(year, this_year)
        )
    )


def _year(number: str) -> int | None:
    """Return the year of a number of four digits, or of a day of the calendar."""
    if len(number) == len(str(OLDEST)) and number.isdecimal():
        return int(number)
    found = _DAY.fullmatch(number)
    if found is None:
        return None
    try:
        return date(*map(int, found.groups())).year
    except ValueError:
        return None


def _is_whole_number(text: str) -> bool:
    """Return whether the number may be a player's: longer than a year or a rating."""
    return text.isdecimal() and len(str(OLDEST)) < len(text) <= LONGEST_NUMBER
