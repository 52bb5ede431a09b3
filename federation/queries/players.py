"""Finding a player by a part of the name, as people type it."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from django.db import connection, transaction
from django.db.models import FloatField, Func, Q, TextField, Value
from django.db.models.functions import Coalesce, Concat

from federation.enums import Visibility
from federation.models import Player
from federation.models.players import MAX_WORDS, PlayerQuerySet, name_holds
from federation.models.sorting import Translate, folded, folded_text, sorted_as
from federation.permissions import Actor, Permission
from federation.queries.members import seen_although_hidden

MAX_LENGTH = 100
LEAST_TYPED = 3
"""A shorter text is too short to be recognised as a typing error."""
TYPO_SIMILARITY = 0.45
"""Low enough to find a name of nine letters with two letters swapped."""


def search_players(
    text: str, limit: int, *, public: bool, beside: Q | None = None
) -> list[Player]:
    """Return the players that may be meant, the likeliest first.

    First the number and the exact name, then last names that begin with the text, then
    first names, then names of which another word does, then names whose words begin
    like those typed in any order, then names that contain them, and last, if room is
    left, those that differ by a typing error. With `public` hidden players are not
    found, not by number either, except those of `beside`: players whom the reader sees
    in full.
    """
    shown = _shown(beside) if public else Q()
    typed = " ".join(text[:MAX_LENGTH].split()[:MAX_WORDS])
    if not typed:
        return []
    found = list(_numbered(typed, shown)[:limit])
    for players in _by_name(typed, shown):
        if len(found) < limit:
            others = players.exclude(pk__in=[each.pk for each in found])
            found += others[: limit - len(found)]
    room = limit - len(found)
    if room and len(typed) >= LEAST_TYPED:
        found += _mistyped(typed, room, found, shown)
    return found


def players_found(text: str, limit: int, actor: Actor, day: date) -> list[Player]:
    """Do what `search_players` does for this reader: no one is found by a name that the
    reader may not see.
    """
    if actor.everywhere(Permission.SEE_MEMBERS):
        return search_players(text, limit, public=False)
    beside = seen_although_hidden(actor, day)
    return search_players(text, limit, public=True, beside=beside)


def exactly_named(text: str, ids: Collection[int]) -> set[int]:
    """Return those among these players whose whole name or number was typed."""
    typed = " ".join(text.split())
    whole = folded_text(typed)
    named = Q(forward=whole) | Q(backward=whole)
    numbered = Q(pk__in=_numbered(typed, Q()))
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


def _numbered(number: str, shown: Q) -> PlayerQuerySet:
    """Return the player who has the number, or to whom the card of that number leads."""
    cards = Player.objects.filter(national_id=number)
    ids = cards.values_list(Coalesce("merged_into", "pk"), flat=True)
    return Player.objects.filter(shown, pk__in=list(ids))


def _by_name(typed: str, shown: Q) -> Iterator[PlayerQuerySet]:
    """Yield the players whose name matches, by decreasing closeness, each kind in the
    order of the names.

    Each kind is a query of its own: if thousands match, an index in the order of the
    names yields the first few of a kind at once.
    """
    players = Player.objects.unmerged().filter(shown)
    words = typed.split()
    last_first = [_in_order(words[turn:] + words[:turn]) for turn in range(len(words))]
    yield players.filter(sort_key__in=last_first).in_order()
    yield players.filter(sort_key__startswith=_in_order(words)).in_order()
    yield players.filter(search_text__startswith=folded_text(typed)).in_order()
    yield _few(players.filter(_begins_word(typed)))
    if len(words) > 1:
        yield _few(players.filter(*map(_begins_word, words)))
        yield _few(players.filter(name_holds(typed)))
    else:
        yield players.filter(name_holds(typed)).in_order()


def _in_order(words: Sequence[str]) -> Translate:
    """Return words as they are stored in the index in the order of the names."""
    return sorted_as(Value(" ".join(words), TextField()))


def _begins_word(typed: str) -> Q:
    text = folded_text(typed)
    later = Concat(Value(" ", TextField()), text)
    return Q(search_text__startswith=text) | Q(search_text__contains=later)


def _few(players: PlayerQuerySet) -> PlayerQuerySet:
    """Sort by an expression that is not indexed, so that the database finds the few
    matches by their letters instead of scanning all names in order, where the matches
    may all be at the end.
    """
    return players.order_by(Concat("sort_key", Value("", TextField())), "pk")


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
