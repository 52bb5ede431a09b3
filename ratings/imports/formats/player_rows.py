"""Read players, one a line: valid rows are returned as players, invalid ones with their
faults.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as noted

from ratings.files.spellings import (
    NUMBERS,
    RatingSpellings,
    birth_year_of,
    club_of,
    fide_id_of,
    gender_of,
    name_of,
    refuse_unsuitable,
)
from ratings.files.text_tables import Chunk, RefusedRow, TextRow, read_rows
from ratings.files.wording import FileMessage, InvalidField

REQUIRED = ("id", "name")
OPTIONAL = ("birth_year", "gender", "club", "start_rating", "fide_id")
LONGEST_ID = 20


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """A player as read from a file; None and an empty text mean that the field is empty
    or missing.
    """

    line: int
    number: str
    first_name: str
    last_name: str
    birth_year: int | None
    gender: str
    club: str
    start_rating: int | None
    fide_id: int | None = None

    def row(self, header: Sequence[str]) -> TextRow:
        """Return the player as a row of a table with this header."""
        name = ", ".join(filter(None, (self.last_name, self.first_name)))
        start = "" if self.start_rating is None else str(self.start_rating)
        written = {
            "id": self.number,
            "name": name,
            "birth_year": str(self.birth_year or ""),
            "gender": self.gender,
            "club": self.club,
            "start_rating": start,
            "fide_id": str(self.fide_id or ""),
        }
        return tuple(written.get(name, "") for name in header)


@dataclass(frozen=True, slots=True)
class PlayerSpellings:
    """How fields are parsed that depend on day and pool: the last possible year of birth,
    and the spellings of the pool's ratings.
    """

    this_year: int
    ratings: RatingSpellings = NUMBERS


@dataclass(slots=True)
class FirstLines:
    """The first line on which each player number and FIDE number occurred."""

    lines: dict[tuple[str, object], int] = field(default_factory=dict)

    def once(
        self, players: Sequence[ImportedPlayer], header: Sequence[str]
    ) -> tuple[list[ImportedPlayer], list[RefusedRow]]:
        """Return the players whose numbers occur for the first time, and the others as
        refused rows.
        """
        first: list[ImportedPlayer] = []
        again: list[RefusedRow] = []
        for each in players:
            before = self._before(each)
            if before is None:
                first.append(each)
            else:
                again.append(RefusedRow(each.line, before, each.row(header)))
        return first, again

    def note(self, number: str, fide_id: int | None, line: int) -> None:
        """Store the line of these numbers."""
        self.lines["id", number] = line
        if fide_id:
            self.lines["FIDE id", fide_id] = line

    def _before(self, player: ImportedPlayer) -> FileMessage | None:
        for kind, number in (("id", player.number), ("FIDE id", player.fide_id)):
            line = self.lines.get((kind, number))
            if line is not None:
                return FileMessage(_TWICE, kind=kind, number=number, line=line)
        self.note(player.number, player.fide_id, player.line)
        return None


_TWICE = noted("%(kind)s %(number)s is already on line %(line)d")


def read_players(
    chunk: Chunk, places: Mapping[str, int], spelled: PlayerSpellings
) -> tuple[list[ImportedPlayer], list[RefusedRow]]:
    """Return the players of valid rows, and the other rows with their faults."""
    return read_rows(chunk, lambda row, line: _player(row, line, places, spelled))


def _player(
    row: TextRow, line: int, places: Mapping[str, int], spelled: PlayerSpellings
) -> ImportedPlayer:
    fields = {name: row[place] for name, place in places.items()}
    first, last = name_of(fields["name"])
    return ImportedPlayer(
        line=line,
        number=_number(fields["id"]),
        first_name=first,
        last_name=last,
        birth_year=birth_year_of(fields.get("birth_year", ""), spelled.this_year),
        gender=gender_of(fields.get("gender", "")),
        club=club_of(fields.get("club", "")),
        start_rating=spelled.ratings.start_rating(fields.get("start_rating", "")),
        fide_id=fide_id_of(fields.get("fide_id", "")),
    )


def _number(field: str) -> str:
    number = " ".join(field.split())
    if not number:
        raise InvalidField(noted("the id is missing"))
    if len(number) > LONGEST_ID:
        raise InvalidField(
            noted("the id is longer than %(most)d letters"), most=LONGEST_ID
        )
    refuse_unsuitable(number)
    return number
