"""Finding a player by a part of the name, as people type it."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db import connection, transaction
from django.db.models import (
    Case,
    FloatField,
    Func,
    IntegerField,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Concat

from federation.enums import Visibility
from federation.models import Player
from federation.models.players import MAX_WORDS, PlayerQuerySet, name_holds
from federation.models.sorting import folded, folded_text
from federation.permissions import Actor, Permission
from federation.queries.members import seen_beside_public

MAX_LENGTH = 100
LEAST_TYPED = 3
"""A word shorter than this is no typing error of anything in particular."""
TYPO_SIMILARITY = 0.45
"""Low enough for two letters that changed places in a name of nine."""


def search_players(
    text: str, limit: int, *, public: bool, beside: Q | None = None
) -> list[Player]:
    """Return the players that somebody may mean, the likeliest first.

    First the number or the very name, then names that begin like this, then
    names whose words begin like those typed in any order, then names that hold
    them, and last, where room is left, those that differ by a typing error.
    What everybody may search finds nobody who hides the name, by the number neither;
    `beside` are others of whom the reader is shown everything.
    """
    shown = _shown(beside) if public else Q()
    typed = " ".join(text[:MAX_LENGTH].split()[:MAX_WORDS])
    if not typed:
        return []
    found = list(_holding(typed, shown)[:limit])
    room = limit - len(found)
    if room > 0 and len(typed) >= LEAST_TYPED:
        found += _mistyped(typed, room, found, shown)
    return found


def players_found(text: str, limit: int, actor: Actor, day: date) -> list[Player]:
    """As `search_players`, for this reader: nobody is found by a name that the reader
    is not shown.
    """
    if actor.everywhere(Permission.SEE_MEMBERS):
        return search_players(text, limit, public=False)
    beside = seen_beside_public(actor, day)
    return search_players(text, limit, public=True, beside=beside)


def exactly_named(text: str, ids: Collection[int]) -> set[int]:
    """Return those among these players whose whole name or number was typed."""
    typed = " ".join(text.split())
    whole = folded_text(typed)
    named = Q(forward=whole) | Q(backward=whole)
    numbered = Q(national_id=typed) | Q(pk__in=_merged_with(typed))
    return set(
        Player.objects.filter(pk__in=ids)
        .annotate(
            forward=folded("first_name", "last_name"),
            backward=folded("last_name", "first_name"),
        )
        .filter(named | numbered)
        .values_list("pk", flat=True)
    )


def _shown(beside: Q | None) -> Q:
    shown = Q(visibility=Visibility.PUBLIC)
    return shown | beside if beside else shown


def _holding(typed: str, shown: Q) -> PlayerQuerySet:
    numbered = Q(national_id=typed) | Q(pk__in=_merged_with(typed))
    return (
        Player.objects.unmerged()
        .filter(name_holds(typed) | numbered, shown)
        .annotate(
            forward=folded("first_name", "last_name"),
            backward=folded("last_name", "first_name"),
            spaced=Concat(Value(" "), "search_text", output_field=TextField()),
        )
        .annotate(nearness=_nearness(typed))
        .order_by("nearness", "sort_key", "pk")
    )


def _merged_with(number: str) -> QuerySet[Player, Any]:
    """Return whom the card of that number leads to."""
    merged = Player.objects.filter(national_id=number, merged_into__isnull=False)
    return merged.values("merged_into")


def _nearness(typed: str) -> Case:
    whole = folded_text(typed)
    word_begins = Q()
    for word in typed.split():
        word_begins &= Q(spaced__contains=Concat(Value(" "), folded_text(word)))
    return Case(
        When(national_id=typed, then=0),
        When(Q(forward=whole) | Q(backward=whole), then=1),
        When(Q(forward__startswith=whole) | Q(backward__startswith=whole), then=2),
        When(word_begins, then=3),
        default=4,
        output_field=IntegerField(),
    )


def _mistyped(typed: str, room: int, found: list[Player], shown: Q) -> list[Player]:
    every_word = Q()
    for word in typed.split():
        folded_word = folded_text(word)
        every_word &= Q(search_text__contains=folded_word) | Q(
            search_text__trigram_word_similar=folded_word
        )
    with transaction.atomic():
        _lower_threshold()
        close = (
            Player.objects.unmerged()
            .filter(every_word, shown)
            .exclude(pk__in=[player.pk for player in found])
            .annotate(likeness=_likeness(typed))
            .order_by("-likeness", "sort_key", "pk")
        )
        return list(close[:room])


def _likeness(typed: str) -> Func:
    return Func(
        folded_text(typed),
        "search_text",
        function="WORD_SIMILARITY",
        output_field=FloatField(),
    )


def _lower_threshold() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)",
            [str(TYPO_SIMILARITY)],
        )
