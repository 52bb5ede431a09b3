"""Search for a player among a million names while a user types: one kind of match after
another, compared with ranking all who have the name at once, as it was before.

Run with DATABASE_URL naming a database that `bench.ledger_data` has filled; its players
get Swedish names, the commonest ones more often than in a register:

    python -m bench.name_search

The medians of nine searches in milliseconds are printed.
"""

import os
import statistics
import time
from collections.abc import Callable
from functools import partial

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
os.environ.setdefault("RANKBOK_TESTING", "1")
django.setup()

from django.db import connection
from django.db.models import Case, IntegerField, Q, TextField, Value, When
from django.db.models.functions import Concat

from federation.models import Player
from federation.models.players import name_holds
from federation.models.sorting import folded, folded_text
from federation.queries.players import search_players

FIRST = [
    "Lars",
    "Mikael",
    "Anders",
    "Johan",
    "Erik",
    "Per",
    "Karl",
    "Peter",
    "Jan",
    "Thomas",
    "Daniel",
    "Fredrik",
    "Hans",
    "Maria",
    "Anna",
    "Margareta",
    "Elisabeth",
    "Eva",
    "Kristina",
    "Birgitta",
    "Karin",
    "Marie",
    "Sara",
    "Emma",
    "Lena",
    "Åsa",
    "Olof",
    "Nils",
    "Mats",
    "Bo",
    "Ulf",
    "Leif",
    "Göran",
    "Magnus",
    "Ada",
    "Tuva",
    "Noa",
    "Ivar",
    "Sixten",
    "Ylva",
]
LAST = [
    "Andersson",
    "Johansson",
    "Karlsson",
    "Nilsson",
    "Eriksson",
    "Larsson",
    "Olsson",
    "Persson",
    "Svensson",
    "Gustafsson",
    "Pettersson",
    "Jonsson",
    "Jansson",
    "Hansson",
    "Bengtsson",
    "Jönsson",
    "Petersson",
    "Carlsson",
    "Magnusson",
    "Gustavsson",
    "Olofsson",
    "Axelsson",
    "Jakobsson",
    "Fredriksson",
    "Mattsson",
    "Ek",
    "Berg",
]
HEADS = [
    "Lind",
    "Berg",
    "Ek",
    "Ny",
    "Sand",
    "Holm",
    "Sjö",
    "Hög",
    "Lund",
    "Ny",
    "Ström",
    "Dahl",
    "Gran",
    "Björk",
    "Ås",
    "Öst",
    "Väst",
    "Nor",
]
TAILS = [
    "ström",
    "berg",
    "qvist",
    "gren",
    "lund",
    "man",
    "dahl",
    "mark",
    "roth",
    "stedt",
    "vall",
    "ås",
    "hed",
    "blad",
]
TYPED = (
    "a", "an", "anders", "andersson", "anders andersson", "anders a", "svensson eva",
    "lindqvist", "berg", "qvist", "ek b", "akesson", "lindkvist", "1000017", "xyzzy",
)  # fmt: skip
PAGE = 20


def main() -> None:
    give_names()
    print(f"{Player.objects.count():,} players; milliseconds: kind by kind, at once")
    for typed in TYPED:
        found, by_kind = measured(partial(search_players, typed, PAGE, public=True))
        _, at_once = measured(partial(ranked_at_once, typed))
        print(f"{typed:18} {found:3} found {by_kind:9.1f} {at_once:9.1f}")


def give_names() -> None:
    """Give the players names: six in a hundred have the commonest last name, sixteen
    the commonest first name, and about two in a thousand the rarest last name.
    """
    last = [*LAST, *(head + tail for head in HEADS for tail in TAILS)]
    with connection.cursor() as cursor:
        # Changes are not noted in the audit log.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            """
            UPDATE federation_player SET
              first_name = (%(first)s::text[])[
                1 + floor(%(firsts)s * power(random(), 2))::int],
              last_name = (%(last)s::text[])[
                1 + floor(%(lasts)s * power(random(), 2))::int]
            """,
            {"first": FIRST, "firsts": len(FIRST), "last": last, "lasts": len(last)},
        )
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM FULL ANALYZE federation_player")


def ranked_at_once(typed: str) -> list[Player]:
    whole, begins = folded_text(typed), Q()
    for word in typed.split():
        begins &= Q(spaced__contains=Concat(Value(" "), folded_text(word)))
    merged = Player.objects.filter(national_id=typed, merged_into__isnull=False)
    numbered = Q(national_id=typed) | Q(pk__in=merged.values("merged_into"))
    nearness = Case(
        When(national_id=typed, then=0),
        When(Q(forward=whole) | Q(backward=whole), then=1),
        When(Q(forward__startswith=whole) | Q(backward__startswith=whole), then=2),
        When(begins, then=3),
        default=4,
        output_field=IntegerField(),
    )
    players = (
        Player.objects.unmerged()
        .filter(name_holds(typed) | numbered, visibility="public")
        .annotate(
            forward=folded("first_name", "last_name"),
            backward=folded("last_name", "first_name"),
            spaced=Concat(Value(" "), "search_text", output_field=TextField()),
        )
        .annotate(nearness=nearness)
        .order_by("nearness", "sort_key", "pk")
    )
    return list(players[:PAGE])


def measured(search: Callable[[], list[Player]]) -> tuple[int, float]:
    """Return how many players were found, and how long it took."""
    times = []
    for _ in range(9):
        begun = time.perf_counter()
        found = search()
        times.append(1000 * (time.perf_counter() - begun))
    return len(found), statistics.median(times)


if __name__ == "__main__":
    main()
