"""Suggesting players for part of a name that is typed into a section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from federation.models import Player
from federation.permissions import Actor
from federation.queries.players import exactly_named, players_found
from ratings.models import CurrentRating
from ratings.people.queries.names import Person, read_people
from tournaments.models import Entry, Section

MAX_RESULTS = 8
MAX_FOUND = 40
"""Among how many found players those of the own club are looked for."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A player with facts that distinguish two of the same name."""

    player_id: int
    person: Person
    rating: float | None
    is_entered: bool
    is_exact: bool = False


def suggested_players(
    section: Section, text: str, actor: Actor, today: date
) -> list[Suggestion]:
    """Return suggestions: players of exactly this name or number first, then those of
    the organising club, then the likeliest.

    Each has year, club and rating. Only players whose names the reader may see are
    found; a hidden player is entered by the whole number, which the player can tell
    (`numbered`).
    """
    found = [player.pk for player in players_found(text, MAX_FOUND, actor, today)]
    persons = read_people(found, actor, today)
    exact = exactly_named(text, found)
    club_id = section.tournament.organiser_id
    found.sort(
        key=lambda pk: (
            pk not in exact,
            club_id is None or persons[pk].club_id != club_id,
        )
    )
    chosen = [(pk, persons[pk]) for pk in found[:MAX_RESULTS]]
    return [
        replace(each, is_exact=each.player_id in exact)
        for each in with_ratings(section, chosen)
    ]


def may_be_number(text: str) -> bool:
    """Return whether the text may be a whole player number."""
    return " " not in text and any(sign.isdigit() for sign in text)


def may_be_chosen(player_id: int, actor: Actor, today: date) -> bool:
    """Return whether the reader may have found the player, so that a hidden player
    cannot be entered by a guessed address.
    """
    found = read_people([player_id], actor, today).get(player_id)
    return found is not None and found.is_open


def numbered(number: str) -> int | None:
    """Return the player with this number, also a hidden one; for a merged card the
    player to whom it leads.
    """
    found = Player.objects.filter(national_id=number).first()
    while found is not None and found.merged_into is not None:
        found = found.merged_into
    return found.pk if found else None


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
    """Return these players in their order, as this reader may see them, without those
    who are not in the register any more.
    """
    persons = read_people(ids, actor, today)
    return with_ratings(section, [(pk, persons[pk]) for pk in ids if pk in persons])
