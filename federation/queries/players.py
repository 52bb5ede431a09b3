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

    First the number and the very name, then last names that begin like this, then first
    names, then names of which another word does, then names whose words begin like those
    typed in any order, then names that hold them, and last, where room is left, those
    that differ by a typing error.
    What everybody may search finds nobody who hides the name, by the number neither;
    `beside` are others of whom the reader is shown everything.
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
    """Return whose number it is, or whom the card of that number leads to."""
    cards = Player.objects.filter(national_id=number)
    ids = cards.values_list(Coalesce("merged_into", "pk"), flat=True)
    return Player.objects.filter(shown, pk__in=list(ids))


def _by_name(typed: str, shown: Q) -> Iterator[PlayerQuerySet]:
    """Yield those whose name fits ever less well, each kind in the order of the names.

    Each is asked for alone: where thousands fit, an index in the order of the names
    gives the first few of a kind at once.
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
    """Return words as the index in the order of the names has them."""
    return sorted_as(Value(" ".join(words), TextField()))


def _begins_word(typed: str) -> Q:
    text = folded_text(typed)
    later = Concat(Value(" ", TextField()), text)
    return Q(search_text__startswith=text) | Q(search_text__contains=later)


def _few(players: PlayerQuerySet) -> PlayerQuerySet:
    """Sort those who are found by their letters, in place of looking through all names
    in order, where they may all stand at the end.
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
