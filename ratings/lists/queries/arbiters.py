"""What pairing programs want to know of the players on a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from federation.models import Player
from ratings.lists.formats.arbiters import Listed
from ratings.lists.queries.lists import Line
from ratings.people.queries.names import Person


@dataclass(frozen=True, slots=True)
class Facts:
    """The register's part that no other page needs."""

    last_name: str
    first_name: str
    country: str
    fide_number: int | None
    fide_rating: int | None


_COLUMNS = ("last_name", "first_name", "country", "fide_id", "fide_rating")


def facts_of(people: Iterable[Person]) -> dict[int, Facts]:
    """Read the facts by player, for players whose number this reader may see: a player
    who shows initials or nothing has no line in a file for looking people up.
    """
    shown = [each.pk for each in people if each.is_open]
    rows = Player.objects.filter(pk__in=shown).values_list("pk", *_COLUMNS)
    return {pk: Facts(*facts) for pk, *facts in rows}


def listed(
    line: Line,
    who: Person,
    facts: Facts,
    club: tuple[int | None, str],
    coefficient: int | None = None,
) -> Listed:
    """The player's line of the list. The year of birth only for those who see it on
    the player's page.
    """
    club_id, club_name = club
    return Listed(
        number=who.national_id,
        last_name=facts.last_name,
        first_name=facts.first_name,
        country=facts.country,
        gender=who.gender,
        title=who.title,
        club_id=club_id,
        club=club_name,
        birth_year=who.birth_year if who.is_full else None,
        rating=line.rating,
        games=line.games or 0,
        fide_number=facts.fide_number,
        fide_rating=facts.fide_rating,
        coefficient=coefficient,
    )
