"""How the places of a list are stored, grouped: `ratings.lists.domain.facets`."""

from importlib import import_module

import numpy as np
import pytest
from django.db import connection

from ratings.lists.queries.facets import (
    KEYS,
    PLAYERS,
    FacetSlice,
    PublishedFacets,
    key_of,
)
from ratings.models import ListEntry
from tests.factories import line
from tests.ratings.rating_lists import SPRING, accepted, published, rated
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def spring():
    """A list of four: women 1400 and 1600, men 1500 and 1700."""
    players = [
        rated(rating, gender=gender)
        for rating, gender in ((1400, "f"), (1500, "m"), (1600, "f"), (1700, "m"))
    ]
    accepted(line(*players[:2], 1, SPRING), line(*players[2:], 2, SPRING, board=2))
    return published(SPRING)


def facets_of(published):
    return PublishedFacets(published.pool_id, published.pk)


def test_facet_value_is_a_slice_of_places_in_list_order(spring):
    gender = facets_of(spring).read(["gender"])["gender"]
    women = gender.group_of(key_of("gender", "f"))
    (places,) = facets_of(spring).read_cuts([gender.cut(women)])
    listed = ListEntry.objects.filter(list_id=spring.pk, gender="f")
    assert places.tolist() == sorted(listed.values_list("position", flat=True))


def test_players_of_places_are_stored_with_facets(spring):
    (players,) = facets_of(spring).read_cuts([FacetSlice(PLAYERS, 0, 4)])
    listed = ListEntry.objects.filter(list_id=spring.pk).order_by("position")
    assert players.tolist() == list(listed.values_list("player_id", flat=True))


def test_adjacent_or_nested_slices_are_read_as_requested(spring):
    requested_cuts = [
        FacetSlice(PLAYERS, 2, 2),
        FacetSlice(PLAYERS, 0, 4),
        FacetSlice("club", 1, 1),
        FacetSlice(PLAYERS, 1, 1),
    ]
    full_order = {
        name: facets_of(spring).read_cuts([FacetSlice(name, 0, 4)])[0]
        for name in (PLAYERS, "club")
    }
    for cut, places in zip(
        requested_cuts, facets_of(spring).read_cuts(requested_cuts), strict=True
    ):
        expected = full_order[cut.facet][cut.start : cut.start + cut.count]
        assert np.array_equal(places, expected)


def test_unused_value_has_no_group(spring):
    assert facets_of(spring).read(["age"])["age"].group_of(key_of("age", "V60")) is None


def test_existing_lists_get_facets_too(spring):
    migration = import_module("ratings.migrations.0005_list_facets")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE anew (LIKE ratings_listfacet)")
        statement = migration.OF_LIST.replace("ratings_listfacet", "anew")
        cursor.execute(statement, {"list": spring.pk, "pool": spring.pool_id})
        cursor.execute("SELECT * FROM anew ORDER BY facet")
        anew = cursor.fetchall()
        cursor.execute("SELECT * FROM ratings_listfacet ORDER BY facet")
        assert cursor.fetchall() == anew
    assert [name for _list, name, *_packed in anew] == sorted((*KEYS, PLAYERS))
