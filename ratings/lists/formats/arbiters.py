"""Write a rating list in the layouts that pairing programs read.

`swiss_manager_row`: the columns of a national list as Swiss-Manager imports it, found
by their names (`SWISS_MANAGER_HEAD`), as the Russian and the Malaysian federation among
others publish theirs. `fide_line`: FIDE's own list in text, one line of 136 characters
a player (ratings.fide.com, "Download", TXT; `standard_…frl.txt`), which Swiss-Manager
reads too.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from math import floor

from anyascii import anyascii

SWISS_MANAGER_HEAD = (
    "ID_No", "Name", "Fed", "Sex", "ClubNumber", "ClubName", "Birthday", "Rtg_Nat",
    "Fide_No", "Rtg_Int", "Title", "Type", "Status",
)  # fmt: skip
CODE_PAGE = "cp1252"
"""One byte for each character: the columns of FIDE's layout are counted in bytes.
Characters outside the code page are transliterated."""
LINE_END = "\r\n"
MOST_GAMES = 999
"""The column has room for three digits."""

_WIDTHS = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 5)
"""Each column with the blank behind it; the last one has no blank."""
_WOMEN = "w"
_MONTHS = (
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN",
    "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PairingListLine:
    """A line of a list for a pairing program. `number` is the federation's own; empty
    texts and None mean not known or not shown.
    """

    number: str
    last_name: str
    first_name: str
    country: str
    gender: str
    title: str
    club_id: int | None
    club: str
    birth_year: int | None
    rating: float
    games: int
    fide_number: int | None
    fide_rating: int | None
    coefficient: int | None = None
    """K, where the list has one for each player."""

    @property
    def name(self) -> str:
        """The family name first, as pairing programs sort."""
        return ", ".join(filter(None, (self.last_name, self.first_name)))

    @property
    def whole_rating(self) -> int:
        """The rating rounded, halves upward: both layouts have whole ratings only."""
        return floor(self.rating + 0.5)

    @property
    def sex(self) -> str:
        return self.gender.upper()


def swiss_manager_row(listed: PairingListLine) -> tuple[str | int, ...]:
    """Return the columns of `SWISS_MANAGER_HEAD`."""
    return (
        listed.number,
        listed.name,
        listed.country,
        listed.sex,
        listed.club_id or "",
        listed.club,
        listed.birth_year or "",
        listed.whole_rating,
        listed.fide_number or "",
        listed.fide_rating or "",
        listed.title,
        "",
        "",
    )


def fide_head(valid_from: date) -> str:
    """Return the first line, with the month of the list over its ratings (MAY26)."""
    month = f"{_MONTHS[valid_from.month - 1]}{valid_from.year % 100:02}"
    names = (
        "ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA", month, "Gms",
        "K", "B-day", "Flag",
    )  # fmt: skip
    return _line(names)


def fide_line(listed: PairingListLine) -> str:
    """Return a player's line. A value too long for its column is cut, except a player's
    number, which is left out: cut, it would be another player's.
    """
    own = listed.number if len(listed.number) < _WIDTHS[0] else ""
    womens = listed.title if listed.title.startswith("W") else ""
    flag = _WOMEN if listed.sex == "F" else ""
    games = str(min(listed.games, MOST_GAMES))
    columns = (
        own, listed.name, listed.country, listed.sex, listed.title, womens, "", "",
        str(listed.whole_rating), games, str(listed.coefficient or ""),
        str(listed.birth_year or ""), flag,
    )  # fmt: skip
    return _line(columns)


def in_code_page(text: str) -> str:
    """Return the text in letters of the code page. Letters in it, such as the Swedish
    and Norwegian ones, stay; others are transliterated, some into two letters.
    """
    return "".join(map(_in_code_page, unicodedata.normalize("NFC", text)))


def _in_code_page(character: str) -> str:
    try:
        character.encode(CODE_PAGE)
    except UnicodeEncodeError:
        return anyascii(character) or "?"
    return character


def _line(columns: Iterable[str]) -> str:
    padded = (
        " ".join(in_code_page(text).split())[: width - 1].ljust(width)
        for text, width in zip(columns, _WIDTHS, strict=True)
    )
    return "".join(padded)[:-1] + LINE_END
