"""Measure a list in every order, at its beginning and deep in it, and under filters;
the search by name; a whole page; the approval until the list is public; and the bytes
that a listed player takes.

Run with DATABASE_URL naming an empty database of its own, which this fills:

    python -m bench.list_orders --players 1000000

Two thirds of the players have games in the three periods, and half of these a main
club; one in thirty hides the name. Every page is requested by an anonymous visitor,
both sorted at the request, as short lists are and all lists were before, and by stored
facets. The least time of several runs is printed, for the live list by the clock.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any

import brotli
import django
import psycopg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
os.environ.setdefault("RANKBOK_TESTING", "1")
django.setup()

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, RequestFactory

from bench.ledger_data import POOL, build
from federation.domain.authorship import ActionContext
from federation.models import User
from federation.permissions import NOBODY
from ratings.engine.domain.computation import compute_pool
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.clubs_and_districts import read_clubs_and_districts
from ratings.lists.queries.list_pages import PER_PAGE, Cursor
from ratings.lists.queries.listing import proposal_seen
from ratings.lists.views.list_parts import ListRequest, part_of_list, sorted_part
from ratings.lists.views.lists import read_list_request
from ratings.models import CurrentRating, Period, Pool, RatingList
from ratings.pages.views.pool_context import open_pool_context
from ratings.pools.queries.snapshots import one_snapshot

TODAY = date(2026, 12, 31)
COLUMNS = ("name", "club", "player_class", "change", "games")
NARROWED = (
    "gender=f",
    "club=7",
    "district=D3",
    "player_class=II",
    "age=U20",
    "age=U20&gender=f",
    "age=V60&gender=m&player_class=M",
    "gender=f&sort=name",
    "gender=m&sort=-change",
    "club=7&gender=f&sort=name",
    "q=anders",
    "q=anders+ek",
    "q=andersonn+xqz",
)
SLOW = 500
DEEP = 0.9
"""How far down the list the deep pages are."""
CLUBS, DISTRICTS = 1000, 24
FIRST = "{Anna,Anders,Eva,Erik,Karin,Karl,Åsa,Åke,Örjan,Östen,Maria,Lars,Ida,Nils}"
LAST = (
    "{Andersson,Johansson,Karlsson,Nilsson,Eriksson,Larsson,Öberg,Åberg,Ek,Lind,"
    "Berg,Ström,Dahl,Holm,Sjö,Ängström,Wallin,Nyman}"
)
REGISTER = f"""
INSERT INTO federation_district (id, code, name, adopts_junior_rules)
  SELECT n, 'D' || n, 'District ' || n, true FROM generate_series(1, {DISTRICTS}) AS n;
INSERT INTO federation_club (id, name, short_name, town, district_id)
  SELECT n, 'SK ' || md5(n::text), 'SK', '', 1 + n % {DISTRICTS}
  FROM generate_series(1, {CLUBS}) AS n;
UPDATE federation_player SET
  first_name = ('{FIRST}'::text[])[1 + abs(hashint4(id::int) % 14)] || ' ' || id % 503,
  last_name = ('{LAST}'::text[])[1 + abs(hashint4(id::int + 7) % 18)]
    || CASE WHEN id % 3 = 0 THEN '' ELSE ' ' || id % 7001 END,
  gender = CASE WHEN id % 5 = 0 THEN 'f' ELSE 'm' END,
  visibility = CASE WHEN id % 30 = 0 THEN 'initials' WHEN id % 97 = 0 THEN 'hidden'
    ELSE 'public' END;
INSERT INTO federation_membership (player_id, club_id, from_date, is_main)
  SELECT id, 1 + id % {CLUBS}, '2000-01-01', true FROM federation_player
  WHERE id % 2 = 0;
INSERT INTO federation_classmembership (player_id, player_class, from_date, for_life,
    cause, paragraph, source_kind, confirmed_at)
  SELECT id, ('{{M,I,II,III}}'::text[])[1 + id % 4], '2000-01-01', false, '', '', '', now()
  FROM federation_player WHERE id % 3 = 0;
"""


def fill(players: int) -> Pool:
    """Fill the database, or return the pool with which an earlier run has filled it."""
    has_tables = "ratings_pool" in connection.introspection.table_names()
    pool = Pool.objects.filter(code=POOL).first() if has_tables else None
    if pool is None:
        pool = build(games=players * 6 // 5, players=players, periods=3)
    if not CurrentRating.objects.exists():
        with transaction.atomic(), connection.cursor() as cursor:
            # Skip the audit's triggers, which process every row separately.
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(REGISTER)
        compute_pool(pool.pk, cause="bench", at=datetime.now(UTC))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return pool


class Clock:
    """Sum up the seconds that statements take, those of Django and binary ones."""

    def __init__(self) -> None:
        self.seconds = 0.0
        execute = psycopg.Cursor.execute

        def timed_execute(*arguments: Any, **options: Any) -> Any:
            begun = time.perf_counter()
            try:
                return execute(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - begun

        psycopg.Cursor.execute = timed_execute  # type: ignore[method-assign]


CLOCK = Clock()


@contextmanager
def timed(what: str) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    print(f"{what:46} {time.perf_counter() - begun:10.2f} s", flush=True)


def least(act: Callable[[], object], runs: int) -> float:
    """Return the least milliseconds in the database of several runs."""
    times = []
    for _run in range(runs):
        CLOCK.seconds = 0.0
        act()
        times.append(CLOCK.seconds * 1000)
    return min(times)


def measure_live(label: str, request: ListRequest, cursor: Cursor, runs: int) -> None:
    """Print the time that a part of the live list takes: sorted at the request, once;
    by facets that have to be built, and by cached ones.
    """
    cache.clear()
    times: list[float] = []
    for way in (sorted_part, *[part_of_list] * (1 + runs)):
        begun = time.perf_counter()
        with one_snapshot():
            way(request, cursor)
        times.append((time.perf_counter() - begun) * 1000)
    print(
        label.ljust(46), *(f"{each:10.1f} ms" for each in (*times[:2], min(times[2:])))
    )


def measure(label: str, request: ListRequest, cursor: Cursor, runs: int) -> None:
    """Print the time that a part takes sorted at the request, and by what is stored."""
    plain = least(lambda: sorted_part(request, cursor), 1)
    if plain < SLOW:
        plain = min(plain, least(lambda: sorted_part(request, cursor), runs))
    stored = least(lambda: part_of_list(request, cursor), runs)
    print(f"{label:46} {plain:10.1f} ms {stored:10.1f} ms", flush=True)


def approve(pool: Pool) -> RatingList:
    """Approve the list of the last period but one and publish it."""
    period = Period.objects.filter(pool=pool).order_by("-end_date")[1]
    Period.objects.filter(pk=period.pk).update(reconstructed=False)
    officer, _made = User.objects.get_or_create(email="officer@bench.se")
    now = datetime.now(UTC)
    with timed("the officer's proposal"):
        seen = proposal_seen(period)
    with timed("approval"):
        approval = approve_list(
            period.pk,
            seen=seen,
            comment="",
            today=TODAY,
            acting=ActionContext(officer.pk, now),
        )
    with timed("publication"):
        published = publish_list(approval.pk, at=now)
    if published is None:
        sys.exit("the list was not published")
    return published


def measure_bytes(published: RatingList) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM ratings_listentry WHERE pool_id = %s",
            [published.pool_id],
        )
        lines = cursor.fetchone()[0]
        for table in (f"ratings_listentry_{published.pool_id}", "ratings_listfacet"):
            cursor.execute(
                "SELECT pg_relation_size(t) + coalesce(pg_relation_size(reltoastrelid),"
                " 0), pg_indexes_size(t) FROM pg_class, to_regclass(%s) AS t"
                " WHERE oid = t",
                [table],
            )
            for rows, indexes in cursor.fetchall():
                print(
                    f"{table:46} {rows / lines:10.1f} bytes a row and"
                    f" {indexes / lines:.1f} of indexes"
                )


def request_of(published: RatingList, query: str, *, live: bool) -> ListRequest:
    """Return the list request of an anonymous visitor for an address."""
    request: Any = RequestFactory().get(f"/list/?pool={POOL}&{query}")
    request.user, request.session = AnonymousUser(), {}
    request.actor, request.today = NOBODY, TODAY
    context = open_pool_context(request)
    publication = None if live else context.publication(published.number)
    return read_list_request(
        request, context, publication, read_clubs_and_districts(), None
    )


def measure_pages(published: RatingList, runs: int) -> None:
    deep = Cursor(after=int(published.listed * DEEP))
    sorts = [sort for each in COLUMNS for sort in (each, f"-{each}")]
    for name, live in (("list", False), ("live list", True)):
        columns = ("sorted", "made", "kept") if live else ("sorted", "stored")
        print(f"{name:46} {' '.join(f'{each:>13}' for each in columns)}")
        print_times = measure_live if live else measure
        for query in [*(f"sort={sort}" for sort in sorts), *NARROWED]:
            part = request_of(published, query, live=live)
            print_times(f"{name}, {query}, first page", part, Cursor(), runs)
            if "q=" not in query:
                print_times(f"{name}, {query}, deep", part, deep, runs)


def measure_whole_pages(published: RatingList, runs: int) -> None:
    """Print the median times of whole pages that have not been requested before."""
    client, last = Client(), published.listed // PER_PAGE
    times = []
    drawn = random.Random(1)  # noqa: S311
    for number in drawn.sample(range(2, last), 3 + 4 * runs):
        CLOCK.seconds = 0.0
        began, worked = time.perf_counter(), time.process_time()
        answer = client.get(f"/list/?pool={POOL}&page={number}")
        if answer.status_code != HTTPStatus.OK:
            sys.exit(f"page {number}: {answer.status_code}")
        spent = time.perf_counter() - began, time.process_time() - worked
        times.append((*spent, CLOCK.seconds))
    clock, worked, database = (
        statistics.median(each[place] for each in times[3:]) * 1000
        for place in range(3)
    )
    print(
        f"a page of {PER_PAGE} lines in all {clock:.1f} ms, {worked:.1f} of the processor"
        f" and {database:.1f} in the database; {len(answer.content) / 1000:.0f} kB,"
        f" {len(brotli.compress(answer.content, quality=6)) / 1000:.1f} by brotli"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    settings.ALLOWED_HOSTS = ["testserver"]
    pool = fill(options.players)
    with timed("the live list numbered again"):
        number_live_list(pool.pk, today=TODAY, force=True)
    published = RatingList.objects.filter(pool=pool).first() or approve(pool)
    print(
        f"{published.listed} listed, {published.players} with a game, of {options.players}"
    )
    measure_bytes(published)
    measure_whole_pages(published, options.runs)
    measure_pages(published, options.runs)


if __name__ == "__main__":
    main()
