"""robots.txt, read as a crawler reads it."""

import pytest
from django.urls import reverse

from tests.architecture.every_page.asking import address
from tests.architecture.every_page.pages import PAGES
from tests.architecture.world import build_world
from tests.tournaments.views.search_engines.robots_rules import Rules
from tests.worlds import shared

pytestmark = pytest.mark.django_db
OPEN = {
    "ratings:current_list", "ratings:live_list", "ratings:list", "ratings:lists",
    "ratings:list_records", "ratings:records", "ratings:players", "ratings:player",
    "ratings:clubs", "ratings:club", "ratings:district", "ratings:calculators",
    "ratings:calculator", "ratings:api_docs", "tournaments:start",
    "tournaments:calendar", "tournaments:tournament", "tournaments:tournament_stages",
    "tournaments:sitemap_index", "tournaments:sitemap_pages",
    "tournaments:sitemap_players", "tournaments:sitemap_tournaments",
}  # fmt: skip


@shared
def world():
    return build_world()


@pytest.fixture
def rules(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    return Rules(answer.content.decode())


def test_only_public_pages_are_open_to_crawlers(rules, world):
    opened = {page.name for page in PAGES if rules.allow(address(page, world))}
    assert opened == OPEN
    assert all(page.is_public for page in PAGES if page.name in opened)


@pytest.mark.parametrize(
    "path",
    ["/list/", "/list/live/", "/list/3/", "/lists/", "/records/", "/clubs/7/"],
)
def test_another_pool_is_open_and_filters_are_closed(rules, path):
    assert rules.allow(f"{path}?pool=scrabble")
    for query in ("gender=f", "page=2", "pool=scrabble&sort=name", "sort=name&pool=x"):
        assert not rules.allow(f"{path}?{query}"), query


@pytest.mark.parametrize(
    "path",
    [
        "/list/list.csv",
        "/list/list.csv?pool=scrabble",
        "/list/3/fide.txt",
        "/list/3/players/7/?pool=scrabble",
        "/players/7/against/8/",
        "/players/7/records/?pool=scrabble",
        "/tournaments/7/change/",
        "/tournaments/calendar.ics",
        "/api/v1/openapi.json",
        "/account/login/",
        "/members/",
        "/inbox/",
        "/r/c/SCHAK-23456/",
        "/laboratory/shared/secret/",
        "/healthz",
        "/nowhere/",
    ],
)
def test_files_fragments_offices_and_the_api_are_closed(rules, path):
    assert not rules.allow(path)


def test_what_a_page_is_drawn_with_is_open(rules):
    assert rules.allow("/static/css/site.css")


def test_robots_name_the_sitemap(client):
    answer = client.get("/robots.txt").content.decode()
    assert f"Sitemap: http://testserver{reverse('tournaments:sitemap_index')}" in answer
