"""What files for pairing programs say about the players on a list."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from federation.models import Player
from ratings.lists.formats.arbiters import PairingListLine
from ratings.lists.queries.lists import ListLine
from ratings.people.queries.names import Person


@dataclass(frozen=True, slots=True)
class PairingListFacts:
    """What the register says of a player that no other page needs."""

    last_name: str
    first_name: str
    country: str
    fide_number: int | None
    fide_rating: int | None


FideRatings = Callable[[Iterable[int]], Mapping[int, int]]
"""Returns the FIDE ratings of players of the register, by their ids."""

_COLUMNS = ("last_name", "first_name", "country", "fide_id", "fide_rating")


def facts_of(
    people: Iterable[Person], fide_ratings: FideRatings | None
) -> dict[int, PairingListFacts]:
    """Return the facts by player, for players whose number this reader may see: a player
    who shows initials or nothing has no line in a file made for finding players.

    FIDE ratings come from `fide_ratings`; without it, from the register.
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
    """Return the player's line of the file. The year of birth is included only for
    readers who see it on the player's page.
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
