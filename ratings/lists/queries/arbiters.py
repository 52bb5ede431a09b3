"""What pairing programs want to know of the players on a list."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from federation.models import Player
from ratings.lists.formats.arbiters import PairingListLine
from ratings.lists.queries.lists import ListLine
from ratings.people.queries.names import Person


@dataclass(frozen=True, slots=True)
class PairingListFacts:
    """The register's part that no other page needs."""

    last_name: str
    first_name: str
    country: str
    fide_number: int | None
    fide_rating: int | None


FideRatings = Callable[[Iterable[int]], Mapping[int, int]]
"""Gives FIDE's ratings of players of the register, by their ids."""

_COLUMNS = ("last_name", "first_name", "country", "fide_id", "fide_rating")


def facts_of(
    people: Iterable[Person], fide_ratings: FideRatings | None
) -> dict[int, PairingListFacts]:
    """Read the facts by player, for players whose number this reader may see: a player
    who shows initials or nothing has no line in a file for looking people up.

    FIDE's rating is that of `fide_ratings`; without, the register's own.
    """
    shown = [each.pk for each in people if each.is_open]
    rows = Player.objects.filter(pk__in=shown).values_list("pk", *_COLUMNS)
    facts = {pk: PairingListFacts(*of_player) for pk, *of_player in rows}
    if fide_ratings is None:
        return facts
    on_list = fide_ratings(shown)
    return {
        pk: replace(each, fide_rating=on_list.get(pk)) for pk, each in facts.items()
    }


def listed(
    line: ListLine,
    who: Person,
    facts: PairingListFacts,
    club: tuple[int | None, str],
    coefficient: int | None = None,
) -> PairingListLine:
    """Return the player's line of the list. The year of birth only for those who see it
    on the player's page.
    """
    club_id, club_name = club
    return PairingListLine(
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
