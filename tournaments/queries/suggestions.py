"""Whom somebody may mean who types part of a name into a section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from federation.enums import Visibility
from federation.models import Player
from federation.permissions import Actor
from federation.queries.players import search_players
from ratings.models import CurrentRating
from ratings.queries.names import Person, people
from tournaments.models import Entry, Section

AT_MOST = 8
LOOKED_AT = 40


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A player with what tells two of the same name apart."""

    player_id: int
    person: Person
    rating: float | None
    is_entered: bool


def suggested_players(
    section: Section, text: str, actor: Actor, today: date
) -> list[Suggestion]:
    """The likeliest first, each with year, club and rating.

    Nobody is found by a name that the reader is not shown; whoever is hidden is
    found by the whole number, which somebody at the board can tell.
    """
    found = search_players(text, LOOKED_AT, public=False)
    persons = people((player.pk for player in found), actor, today)
    open_to_reader = {
        player.pk: persons[player.pk]
        for player in found
        if _may_be_named(player, persons[player.pk], text)
    }
    return with_ratings(section, islice(open_to_reader.items(), AT_MOST))


def with_ratings(
    section: Section, persons: Iterable[tuple[int, Person]]
) -> list[Suggestion]:
    chosen = list(persons)
    ids = [pk for pk, _person in chosen]
    ratings = dict(
        CurrentRating.objects.filter(
            pool_id=section.tournament.pool_id, player_id__in=ids
        ).values_list("player_id", "rating")
    )
    entered = set(
        Entry.objects.filter(section=section, player__in=ids).values_list(
            "player_id", flat=True
        )
    )
    return [
        Suggestion(pk, person, ratings.get(pk), pk in entered) for pk, person in chosen
    ]


def suggested_matches(
    section: Section, ids: Sequence[int], actor: Actor, today: date
) -> list[Suggestion]:
    """These players in their order, as this reader may see them."""
    persons = people(ids, actor, today)
    return with_ratings(section, [(pk, persons[pk]) for pk in ids])


def _may_be_named(player: Player, person: Person, text: str) -> bool:
    if person.is_full or player.visibility == Visibility.PUBLIC:
        return True
    return player.national_id == text.strip()
