"""A player on FIDE's list, and the errors of files that are not such a list."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from federation.domain.refusal import Refusal
from federation.rules.birth_years import is_birth_year
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING
from federation.rules.names import unsuitable_character
from ratings.files.spellings import country_code

LARGEST_NUMBER = 2**31 - 1
MOST_DIGITS = 10
LONGEST_NAME = 100
AT_ONCE = 20_000
"""Lines of a chunk."""

# Until 2012 titles were letters in one column: g, m, wg …
_OLD_TITLES = {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM",
    "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip
_TITLE = re.compile("W?[GIFC]M")
_SEXES = frozenset("mfw")
_YEAR = re.compile("[0-9]{4}")


class NotAFideList(Refusal):
    """The file is refused and nothing of it is stored: `code` is the reason, `facts` are
    the numbers and names for its message.
    """


class FidePlayer(NamedTuple):
    """A line of the list. None means no rating, or an unknown year; the title is the
    highest one, in FIDE's letters.
    """

    fide_id: int
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int | None
    inactive: bool
    standard: int | None
    rapid: int | None
    blitz: int | None

    @property
    def is_rated(self) -> bool:
        return bool(self.standard or self.rapid or self.blitz)


class Fault(NamedTuple):
    """A line that is left out: its number, the code of the reason, the wrong text."""

    line: int
    code: str
    text: str


@dataclass(slots=True)
class FideChunk:
    """Some lines of a file, and how many of its bytes have been read so far."""

    players: list[FidePlayer] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    done_bytes: int = 0


@dataclass(frozen=True, slots=True)
class FideReading:
    """An opened list: its kind (`all`, `standard`, `rapid`, `blitz`), the month given in
    the file itself (year, month), if any, and its lines.
    """

    kind: str
    month: tuple[int, int] | None
    chunks: Iterator[FideChunk]


class FieldUnreadable(ValueError):
    """A line is too short, or a field of it is invalid."""

    def __init__(self, code: str, text: str) -> None:
        """Store the code of the fault, and the beginning of the text concerned."""
        super().__init__(code)
        self.code = code
        self.text = text[:40]


def player_of(fields: Mapping[str, str]) -> FidePlayer:
    """Return a player from a line's fields, texts by name; raises FieldUnreadable."""
    number = fields.get("id", "")
    if not _is_whole(number) or not 0 < int(number) <= LARGEST_NUMBER:
        raise FieldUnreadable("number", number)
    name = fields.get("name", "")
    if not name or unsuitable_character(name):
        raise FieldUnreadable("name", number)
    return FidePlayer(
        int(number),
        name[:LONGEST_NAME],
        country_code(fields.get("federation", "")),
        _sex(fields.get("sex", "")),
        _title(fields.get("title", ""), fields.get("woman_title", "")),
        _birth_year(fields.get("birth_year", "")),
        "i" in fields.get("flag", "").lower(),
        _rating(fields.get("standard", "")),
        _rating(fields.get("rapid", "")),
        _rating(fields.get("blitz", "")),
    )


def _is_whole(text: str) -> bool:
    """Return whether a text is a whole number that is short enough for `int`."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def _sex(text: str) -> str:
    sex = text.lower()[:1]
    return sex if sex in _SEXES else ""


def _rating(text: str) -> int | None:
    if text in ("", "0"):
        return None
    if not _is_whole(text):
        raise FieldUnreadable("rating", text)
    rating = int(text)
    if rating == 0:
        return None
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise FieldUnreadable("rating", text)
    return rating


def _title(text: str, woman: str) -> str:
    for each in (text, woman):
        title = _OLD_TITLES.get(each.lower(), each.upper())
        if _TITLE.fullmatch(title):
            return title
    return ""


def _birth_year(text: str) -> int | None:
    """Parse a year of birth; None if it is 0 or no year."""
    year = int(text) if _YEAR.fullmatch(text) else 0
    return year if is_birth_year(year) else None
