"""The address under which a search engine keeps a page, whatever filters and orders led
to it: `federation.context`.
"""

import re

import pytest

from tests.factories import chess_pool, officer, second_pool
from tests.ratings.pages.views.test_pool_goes_with_links import played_in_both
from tests.ratings.rating_lists import SPRING, published, rulebook_game
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def adam():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    return adam


def canonical(page):
    found = re.findall(r'<link rel="canonical" href="([^"]*)">', page.content.decode())
    assert len(found) <= 1
    return found[0].replace("&amp;", "&") if found else None


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("/list/", "/list/"),
        ("/list/?gender=f&sort=-name&after=2", "/list/"),
        ("/list/?q=ek", "/list/"),
        ("/list/?page=1", "/list/"),
        ("/list/?page=2", "/list/?page=2"),
        ("/list/?page=2&gender=f", "/list/"),
        ("/list/?page=2&gender=", "/list/?page=2"),
        ("/list/?page=x", "/list/"),
        ("/list/?whole=1", "/list/"),
        ("/list/?utm_source=letter", "/list/"),
        ("/list/live/?gender=f", "/list/live/"),
        ("/list/1/?sort=name", "/list/1/"),
        ("/clubs/?district=north", "/clubs/"),
        ("/tournaments/?state=running&year=2026", "/tournaments/"),
    ],
)
def test_filters_and_order_are_no_page_of_their_own(
    english, adam, settings, asked, kept
):
    settings.OFFICE_ADDRESS = "https://rating.example.org/"
    assert canonical(english.get(asked)) == f"https://rating.example.org{kept}"


def test_host_of_the_request_is_used_where_no_address_is_set(english, adam, settings):
    settings.OFFICE_ADDRESS = ""
    assert canonical(english.get("/list/")) == "http://testserver/list/"


def test_player_has_one_page_for_each_pool(english):
    adam, _bertil, pool = played_in_both()
    page = f"http://testserver/players/{adam.pk}/"
    asked = {
        "": page,
        "?on=2026-05-01": page,
        f"?pool={chess_pool().code}": page,
        f"?pool={pool.code}": f"{page}?pool={pool.code}",
        f"?pool={pool.code}&on=2026-05-01": f"{page}?pool={pool.code}",
    }
    for query, kept in asked.items():
        assert canonical(english.get(f"/players/{adam.pk}/{query}")) == kept, query


def test_player_of_another_pool_alone_has_no_pool_in_the_address(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    pool = second_pool()
    bare = canonical(english.get(f"/players/{adam.pk}/"))
    assert "pool" not in bare
    assert canonical(english.get(f"/list/?pool={pool.code}")).endswith(pool.code)


def test_missing_page_and_page_of_one_user_have_none(english, adam):
    assert canonical(english.get("/players/999999/")) is None
    english.force_login(officer())
    assert canonical(english.get("/inbox/")) is None
