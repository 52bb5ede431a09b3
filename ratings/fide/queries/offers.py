"""Search FIDE's lists for players who have no rating here."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q

from federation.models import Player
from federation.models.sorting import folded_text
from ratings.models import FideLine, FideList
from ratings.people.queries.fide_ratings import (
    FideBeside,
    FideListInForce,
    find_fide_list,
    ratings_on,
)

MAX_RESULTS = 6
MAX_SEARCH_WORDS = 4
LARGEST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class FideFound:
    """A player on the newest list who is not in the register; `rating` is None if there
    is none for the kind of play.
    """

    fide_id: int
    name: str
    federation: str
    birth_year: int | None
    title: str
    rating: int | None
    month: date

    @property
    def first_name(self) -> str:
        return self.name.partition(",")[2].strip()

    @property
    def last_name(self) -> str:
        return self.name.partition(",")[0].strip()


def fide_ratings_beside(
    tempo: str, day: date, players: Collection[int]
) -> dict[int, FideBeside]:
    """Return FIDE's ratings of these players by the list that is valid on the day. A
    player who is missing there, because that list was read before the register had
    the player's FIDE number, gets the rating of the newest list.
    """
    newest = _newest(tempo)
    if newest is None or not players:
        return {}
    held = find_fide_list(tempo, day)
    found: dict[int, FideBeside] = {}
    for each in (newest, held) if held != newest else (newest,):
        found |= _beside(each, players)
    return found


def found_in_fide(text: str, tempo: str) -> list[FideFound]:
    """Search the newest list by what a user types: a name, the last name first or last,
    or a FIDE number. Return at most `MAX_RESULTS` people who are not in the register.
    """
    newest = _newest(tempo)
    meant = _name_filter(text)
    if newest is None or not meant:
        return []
    known = Player.objects.filter(fide_id=OuterRef("fide_id"))
    lines = FideLine.objects.filter(meant, ~Exists(known), list=newest.pk)
    rows = lines.order_by("search_text", "fide_id").values_list(
        "fide_id", "name", "federation", "birth_year", "title", tempo
    )
    return [
        FideFound(number, name, federation, born, title, rating, newest.month)
        for number, name, federation, born, title, rating in rows[:MAX_RESULTS]
    ]


def _newest(tempo: str) -> FideListInForce | None:
    if not tempo:
        return None
    lists = FideList.objects.of_tempo(tempo).values_list("pk", "month")
    found = lists.first()
    return FideListInForce(*found, tempo) if found else None


def _beside(
    held: FideListInForce | None, players: Collection[int]
) -> dict[int, FideBeside]:
    if held is None:
        return {}
    return {
        player: FideBeside(rating, held.tempo, held.month)
        for player, rating in ratings_on(held, players).items()
    }


def _name_filter(text: str) -> Q:
    """Return the filter for a typed FIDE number or name. FIDE writes the last name first,
    so the words are tried with each split into last and first name, in both orders.
    """
    words = text.replace(",", " ").split()[:MAX_SEARCH_WORDS]
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        number = int(words[0][:12])
        return Q(fide_id=number) if number <= LARGEST_ID else Q()
    meant = Q()
    for at in range(1, len(words)):
        for last, first in ((words[at:], words[:at]), (words[:at], words[at:])):
            beginning = f"{' '.join(last)}, {' '.join(first)}"
            meant |= Q(search_text__startswith=folded_text(beginning))
    if len(words) == 1:
        meant = Q(search_text__startswith=folded_text(f"{words[0]}, "))
    return meant
