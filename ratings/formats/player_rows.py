"""Players one a line: what is right goes on, what is wrong is named."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from ratings.formats.spellings import (
    NUMBERS,
    RatingSpellings,
    birth_year_of,
    gender_of,
    name_of,
)
from ratings.formats.tables import Chunk, Refusal, Row
from ratings.formats.wording import Wrong

REQUIRED = ("id", "name")
OPTIONAL = ("birth_year", "gender", "club", "start_rating")
LONGEST_ID = 20
LONGEST_CLUB = 80


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """A player as a file says; None and an empty text are said by a field that is
    empty or not there, and say nothing.
    """

    line: int
    number: str
    first_name: str
    last_name: str
    birth_year: int | None
    gender: str
    club: str
    start_rating: int | None


def read_players(
    chunk: Chunk,
    places: Mapping[str, int],
    this_year: int,
    ratings: RatingSpellings = NUMBERS,
) -> tuple[list[ImportedPlayer], list[Refusal]]:
    """The players of the rows that are right, and why the others are not."""
    players, refusals = [], list(chunk.refusals)
    for row, line in zip(chunk.rows, chunk.lines, strict=True):
        try:
            players.append(_player(row, line, places, this_year, ratings))
        except Wrong as error:
            refusals.append(Refusal(line, error.said, row))
    return players, refusals


def _player(
    row: Row,
    line: int,
    places: Mapping[str, int],
    this_year: int,
    ratings: RatingSpellings,
) -> ImportedPlayer:
    said = {name: row[place] for name, place in places.items()}
    first, last = name_of(said["name"])
    return ImportedPlayer(
        line=line,
        number=_number(said["id"]),
        first_name=first,
        last_name=last,
        birth_year=birth_year_of(said.get("birth_year", ""), this_year),
        gender=gender_of(said.get("gender", "")),
        club=_club(said.get("club", "")),
        start_rating=ratings.start_rating(said.get("start_rating", "")),
    )


def _number(field: str) -> str:
    number = " ".join(field.split())
    if not number:
        raise Wrong(_("the id is missing"))
    if len(number) > LONGEST_ID:
        raise Wrong(_("the id is longer than %(most)d letters"), most=LONGEST_ID)
    return number


def _club(field: str) -> str:
    club = " ".join(field.split())
    if len(club) > LONGEST_CLUB:
        raise Wrong(_("the club is longer than %(most)d letters"), most=LONGEST_CLUB)
    return club
