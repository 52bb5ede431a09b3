"""The sitemap: every public page once, and nobody who hides."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from federation.domain.merging import merge_players
from federation.domain.players import set_visibility
from federation.enums import Visibility
from ratings.ledger.domain.reports import accept_report
from ratings.models import RatingList
from ratings.players.queries import public_pages
from tests.factories import (
    OFFICE,
    ClubFactory,
    PlayerFactory,
    acting,
    line,
    officer,
    second_pool,
)
from tests.ratings.pages.views.test_canonical import canonical
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
)
from tests.tournaments.views.search_engines.robots_rules import Rules
from tests.worlds import shared

pytestmark = pytest.mark.django_db
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
HOST = "http://testserver"
NEXT = 10 * public_pages.KEYS_IN_A_PART


@shared
def adam():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    return adam


def read(client, path):
    """Return the addresses of a file of the sitemap with their days."""
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml")
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    lines = [
        [each.findtext(f"{SPACE}{tag}") for tag in ("loc", "lastmod")] for each in root
    ]
    return {address.removeprefix(HOST): day for address, day in lines}


def everything(client):
    found = {}
    for file in read(client, "/sitemap.xml"):
        part = read(client, file)
        assert part
        assert not part.keys() & found.keys()
        found |= part
    return found


def page_of(player):
    return f"/players/{player.pk}/"


def test_lists_players_clubs_and_tournaments_are_in_it(client, adam):
    cup = submitted(played(started(section(), size=2)))
    found = everything(client)
    club = adam.memberships.get().club
    expected = {
        "/", "/list/", "/list/live/", "/list/1/", "/lists/", "/records/", "/clubs/",
        f"/clubs/{club.pk}/", f"/districts/{club.district.code}/", page_of(adam),
        "/tournaments/", f"/tournaments/{cup.source_number}/", "/calculators/",
        "/calculators/ssf/", "/api/docs",
    }  # fmt: skip
    assert expected <= found.keys()


def test_every_address_is_a_page_open_to_crawlers_and_its_own_canonical_one(
    client, adam
):
    second_pool()
    submitted(played(started(section(), size=2)))
    rules = Rules(client.get("/robots.txt").content.decode())
    for found in everything(client):
        page = client.get(found)
        assert (page.status_code, rules.allow(found)) == (200, True), found
        assert canonical(page) in (None, f"{HOST}{found}")


@pytest.mark.parametrize("shown", [Visibility.INITIALS, Visibility.HIDDEN])
def test_player_who_hides_is_not_in_it(client, adam, shown):
    assert page_of(adam) in everything(client)
    set_visibility(adam.pk, shown, acting=OFFICE)
    assert page_of(adam) not in everything(client)


def test_second_card_and_player_without_a_rating_are_not_in_it(client, adam):
    unrated, other = PlayerFactory(), rated(1500)
    accepted(line(other, rated(1500), 1, SPRING), source_number=77)
    up_to_date()
    assert page_of(other) in everything(client)
    merge_players(other.pk, adam.pk, on=SUMMER, acting=OFFICE)
    found = everything(client)
    assert page_of(other) not in found
    assert page_of(unrated) not in found


def test_part_whose_players_all_hide_is_not_in_the_index(client, adam):
    apart = rated(1500, pk=adam.pk + NEXT)
    accepted(line(apart, adam, 1, SUMMER), source_number=78)
    up_to_date()
    file = f"/sitemaps/players-{apart.pk // public_pages.KEYS_IN_A_PART}.xml"
    assert read(client, file).keys() == {page_of(apart)}
    assert file in read(client, "/sitemap.xml")
    set_visibility(apart.pk, Visibility.HIDDEN, acting=OFFICE)
    assert file not in read(client, "/sitemap.xml")
    assert client.get(file).status_code == 404


def test_day_is_that_of_the_newest_list(client, adam):
    day = RatingList.published.get().published_at.date().isoformat()
    late = rated(1500)
    accepted(line(late, adam, 1, SUMMER), source_number=79)
    up_to_date()
    found = everything(client)
    assert {found[each] for each in ("/list/", "/list/1/", page_of(adam))} == {day}
    assert (found["/list/live/"], found[page_of(late)]) == (None, None)


def test_day_of_a_tournament_is_that_of_its_newest_report(client):
    running = started(section(), size=2).tournament
    report = submitted(played(started(section(), size=2)))
    sent, judged = (f"/tournaments/{n}/" for n in (report.source_number, running.pk))
    assert everything(client)[sent] == report.sent_at.date().isoformat()
    assert everything(client)[judged] is None
    later = report.sent_at + timedelta(days=3)
    accept_report(report.pk, acting=acting(officer(), later))
    assert everything(client)[sent] == later.date().isoformat()


def test_draft_and_closed_club_are_not_in_it(client):
    draft = section().tournament
    closed = ClubFactory(closed_date=timezone.localdate() - timedelta(days=1))
    found = everything(client)
    assert f"/tournaments/{draft.pk}/" not in found
    assert f"/clubs/{closed.pk}/" not in found


@pytest.mark.parametrize("part", ["x", "-1", "999999999", "12345678901"])
def test_part_that_does_not_exist_is_not_found(client, adam, part):
    for name in ("players", "tournaments"):
        assert client.get(f"/sitemaps/{name}-{part}.xml").status_code == 404


@pytest.mark.parametrize("players", [1, 6])
def test_query_count_does_not_depend_on_the_number_of_players(
    client, adam, players, django_assert_num_queries
):
    for number in range(players):
        accepted(line(rated(1500), adam, 1, SPRING), source_number=80 + number)
    up_to_date()
    file = f"/sitemaps/players-{adam.pk // public_pages.KEYS_IN_A_PART}.xml"
    with django_assert_num_queries(3):
        client.get(file)
    with django_assert_num_queries(2):
        client.get("/sitemap.xml")
