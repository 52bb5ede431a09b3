"""A list as rows for the command `export_list`, with the names that everybody may see.
The files offered on the pages are in `ratings/lists/views/file_layouts.py`.
"""

from collections.abc import Iterator
from datetime import date

from federation.formats.figures import whole_or_float
from federation.permissions import Actor
from ratings.lists.queries.clubs_and_districts import read_clubs_and_districts
from ratings.lists.queries.lists import Entries, ListLine, read_lines
from ratings.pages.level_words import level_name
from ratings.people.queries.names import Person
from ratings.rules.protocol import HasLevels

HEADER = ("rank", "id", "name", "club", "rating", "games", "class")
DECIMALS = 2
"""Decimals of a rating that its system does not round."""
EVERYBODY = Actor()

ExportRow = tuple[str | int | float | None, ...]


def exported_rows(
    entries: Entries, day: date, levels: HasLevels | None = None
) -> Iterator[ExportRow]:
    """Yield the listed players in order. A rating that is a level is given by its name.
    On the live list, club and class are those of the register on the day. A hidden
    player has neither name nor number.
    """
    clubs = read_clubs_and_districts().club_names
    for chunk in read_lines(entries, EVERYBODY, day):
        for line, who in chunk:
            yield _row(line, who, clubs, levels)


def _row(
    line: ListLine, who: Person | None, clubs: dict[int, str], levels: HasLevels | None
) -> ExportRow:
    club_id, player_class = line.club_and_class(who)
    return (
        line.rank,
        who.national_id if who else "",
        who.name if who else "",
        clubs.get(club_id or 0, ""),
        level_name(levels, line.rating) or whole_or_float(line.rating, DECIMALS),
        line.games,
        player_class,
    )
