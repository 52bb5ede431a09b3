"""Rows of published rating lists, one line each: valid rows are passed on, errors in
the others are named.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as noted

from federation.enums import PlayerClass
from ratings.files.spellings import (
    RatingSpellings,
    birth_year_of,
    club_of,
    day_of,
    fide_id_of,
    name_of,
)
from ratings.files.text_tables import (
    Chunk,
    RefusedRow,
    TextRow,
    TextTable,
    open_table,
    read_rows,
)
from ratings.files.wording import InvalidField

REQUIRED = ("valid_from", "rating")
OPTIONAL = (
    "id", "fide_id", "name", "birth_year", "club", "class", "change", "games",
)  # fmt: skip
_CHANGE = re.compile(r"[+-]?\d{1,4}(?:[.,]\d)?")
_GAMES = re.compile(r"\d{1,3}")


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A player's line on a published list, as read from a file; None and an empty text
    mean that the file has no value. `valid_from` is a day number.
    """

    line: int
    row: TextRow
    valid_from: int
    number: str
    fide_id: int | None
    first_name: str
    last_name: str
    birth_year: int | None
    rating: int
    change: float | None
    games: int | None
    club: str
    player_class: str


@dataclass(frozen=True, slots=True)
class ListSpellings:
    """The values needed to read fields that do not have the same meaning everywhere:
    the day number of today, this year, and the spelling of the pool's ratings.
    """

    today: int
    this_year: int
    ratings: RatingSpellings


def open_lists(text: Iterable[str]) -> TextTable:
    """Return the table of a file of lists; raises NotATable."""
    return open_table(text, required=REQUIRED, optional=OPTIONAL)


def read_listed(
    chunk: Chunk, places: Mapping[str, int], spelled: ListSpellings
) -> tuple[list[ListedRow], list[RefusedRow]]:
    """Return the valid lines, and why the others are refused."""
    return read_rows(chunk, lambda row, line: _listed(row, line, places, spelled))


def _listed(
    row: TextRow, line: int, places: Mapping[str, int], spelled: ListSpellings
) -> ListedRow:
    fields = dict.fromkeys(OPTIONAL, "") | {
        name: row[place].strip() for name, place in places.items()
    }
    first, last = name_of(fields["name"]) if fields["name"] else ("", "")
    if not (fields["id"] or fields["fide_id"] or last):
        raise InvalidField(
            noted("nothing says whose line it is: give id, fide_id or name")
        )
    return ListedRow(
        line=line,
        row=row,
        valid_from=_day(fields["valid_from"], spelled.today),
        number=fields["id"],
        fide_id=fide_id_of(fields["fide_id"]),
        first_name=first,
        last_name=last,
        birth_year=birth_year_of(fields["birth_year"], spelled.this_year),
        rating=_rating(fields["rating"], spelled.ratings),
        change=_change(fields["change"]),
        games=_games(fields["games"]),
        club=club_of(fields["club"]),
        player_class=_class(fields["class"]),
    )


def _day(field: str, today: int) -> int:
    day = day_of(field)
    if day > today:
        raise InvalidField(noted("the day ‘%(said)s’ has not come yet"), said=field)
    return day


def _rating(field: str, spelled: RatingSpellings) -> int:
    rating = spelled.start_rating(field)
    if rating is None:
        raise InvalidField(noted("the rating is missing"))
    return rating


def _change(field: str) -> float | None:
    text = field.replace("−", "-")
    if not text:
        return None
    if not _CHANGE.fullmatch(text):
        raise InvalidField(
            noted("change ‘%(said)s’ is not written as +12 or -7"), said=field
        )
    return float(text.replace(",", "."))


def _games(field: str) -> int | None:
    if field and not _GAMES.fullmatch(field):
        raise InvalidField(
            noted("games ‘%(said)s’ is not a whole number up to 999"), said=field
        )
    return int(field) if field else None


def _class(field: str) -> str:
    held = field.upper()
    if held and held not in PlayerClass.values:
        classes: Sequence[str] = PlayerClass.values
        raise InvalidField(
            noted("class ‘%(said)s’ is not one of %(classes)s"),
            said=field,
            classes=", ".join(classes),
        )
    return held
