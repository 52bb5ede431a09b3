"""How the facets of the live list are cached: `ratings.lists.queries.live_facets`."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from ratings.lists.domain.live_list import number_live_list
from ratings.lists.queries.facets import KEYS, PLAYERS
from ratings.lists.queries.live_facets import LIVE_KEYS, REGISTER_KEYS, LiveFacets
from ratings.models import Computation, LiveList, LivePlaceRow
from ratings.pools.queries.publications import publications
from tests.factories import PlayerFactory, chess_pool, line
from tests.ratings.lists.queries.test_facet_pages import TODAY
from tests.ratings.rating_lists import SPRING, accepted, published, rated, up_to_date
from tests.worlds import shared

pytestmark = pytest.mark.django_db

OF_LIST = ("change", "games")
NAMES = (*OF_LIST, *REGISTER_KEYS)


@shared
def pool():
    accepted(line(rated(1500), rated(1500), 1, SPRING))
    published(SPRING)
    up_to_date()
    return chess_pool().pk


@pytest.fixture
def facets(pool):
    return LiveFacets(pool, publications(pool).newest, TODAY, ("server", "1"))


def listed(facets, name):
    """Return how many players another page finds in a facet."""
    return int(replace(facets).read([name])[name].counts.sum())


@pytest.fixture
def cached_facets(facets):
    """Cache the facets of a list of two, then delete one of them without any notice."""
    assert {listed(facets, name) for name in NAMES} == {2}
    LivePlaceRow.objects.filter(position=2).delete()
    return facets


def test_next_reader_gets_cached_facets(cached_facets):
    assert {name: listed(cached_facets, name) for name in NAMES} == dict.fromkeys(
        NAMES, 2
    )


def moved(**numbers):
    """Return an act that raises numbers of the live list or the computation."""

    def act(facets):
        for name, model in numbers.items():
            model.objects.filter(pool=facets.pool_id).update(**{name: F(name) + 1})
        return facets

    return act


def changed(**facts):
    return lambda facets: replace(facets, **facts)


def register_moved(facets):
    PlayerFactory()
    return facets


def next_day(facets):
    return replace(facets, today=facets.today + timedelta(days=1))


@pytest.mark.parametrize(
    ("act", "anew"),
    [
        (moved(numbered_by=LiveList), NAMES),
        (moved(placed=LiveList), NAMES),
        (next_day, NAMES),
        (changed(newest=None), NAMES),
        (changed(register=None), NAMES),
        (moved(computed=Computation), ("games",)),
        (changed(register=("server", "2")), tuple(REGISTER_KEYS)),
        (changed(register=("another", "1")), tuple(REGISTER_KEYS)),
        (register_moved, tuple(REGISTER_KEYS)),
    ],
)
def test_only_outdated_facets_are_rebuilt(cached_facets, act, anew):
    facets = act(cached_facets)
    assert [name for name in NAMES if listed(facets, name) == 1] == list(anew)


def test_facets_are_not_cached_while_the_register_state_is_unknown(facets):
    unknown = replace(facets, register=None)
    assert listed(unknown, "club") == 2
    LivePlaceRow.objects.filter(position=2).delete()
    assert listed(facets, "club") == 1


def test_each_release_has_its_own_cache_entries(cached_facets, monkeypatch):
    monkeypatch.setattr(
        "ratings.lists.queries.live_facets.build_number", lambda: "another"
    )
    assert listed(cached_facets, "club") == 1


def test_each_page_builds_facets_without_the_cache(cached_facets, settings):
    away = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": away}
    assert listed(cached_facets, "club") == 1


def test_numbering_stores_its_writing_transaction(pool):
    LiveList.objects.update(numbered_by=0)
    number_live_list(pool, today=TODAY, force=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        assert LiveList.objects.get(pk=pool).numbered_by == cursor.fetchone()[0]


def test_the_live_list_has_every_facet_of_a_published_one():
    assert {*LIVE_KEYS, *REGISTER_KEYS} == {*KEYS, PLAYERS}
