"""Every link to a player keeps the pool of the page."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.domain.merging import merge_players
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.corrections.queries.game_versions import GameVersion
from ratings.decisions.domain.decisions import DecisionDraft, make_decision
from ratings.engine.domain.computation import compute_pool
from ratings.enums import ClaimKind, DecisionKind
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.live_list import number_live_list
from ratings.models import Period, Report
from tests.factories import (
    NOON,
    OFFICE,
    acting,
    line,
    member,
    officer,
    posted,
    second_pool,
)
from tests.ratings.rating_lists import rulebook_game, up_to_date

pytestmark = pytest.mark.django_db

PLAYED = date(2026, 2, 1)
PLAYER_LINK = re.compile(r'href="(/players/\d+/[^"]*)"')


@pytest.fixture
def in_both():
    return played_in_both()


def played_in_both():
    """Return Adam and Bertil, who have met in the first pool and in another."""
    adam, bertil, _report = rulebook_game()
    up_to_date()
    pool = second_pool()
    both = [line(adam, bertil, 2, PLAYED, key=1), line(bertil, adam, 1, PLAYED, key=2)]
    report = posted(*both, pool_id=pool.pk, source_number=901)
    accept_report(report.pk, acting=ActionContext(None, NOON))
    compute_pool(pool.pk, at=NOON, cause="test")
    number_live_list(pool.pk, today=date(2026, 6, 15))
    return adam, bertil, pool


def player_links(page):
    assert page.status_code == 200
    return PLAYER_LINK.findall(page.content.decode())


def decided_about(player, pool):
    draft = DecisionDraft(
        pool_id=pool.pk,
        kind=DecisionKind.ADJUSTMENT,
        player_id=player.pk,
        points=20,
        on_date=PLAYED,
        reason="By the minutes",
    )
    make_decision(draft, acting=acting(officer()))


def asked_about(report):
    game = report.lines.get()
    drawn = replace(GameVersion.of(game), score=1, played=True)
    draft = ClaimDraft(report.pk, game.key, ClaimKind.RESULT, drawn, "A draw")
    return file_claim(draft, acting=acting(officer()))


def test_every_link_to_a_player_keeps_the_pool_of_its_page(signed_in, in_both):
    adam, bertil, pool = in_both
    club = adam.memberships.get().club
    period = Period.objects.get(pool=pool, start_date__lte=PLAYED, end_date__gte=PLAYED)
    report = Report.objects.get(pool=pool)
    again = posted(
        line(adam, bertil, 2, PLAYED, key=3), pool_id=pool.pk, source_number=902
    )
    compute_pool(pool.pk, at=NOON, cause="test")
    decided_about(adam, pool)
    made = asked_about(again)
    office = signed_in(officer())
    switch = f"/players/{adam.pk}/?pool=chess-long"
    pages = [
        "/list/live/?pool=other",
        f"/clubs/{club.pk}/?pool=other",
        "/players/?q=adam&pool=other",
        f"/players/{adam.pk}/?pool=other",
        f"/players/{adam.pk}/events/?pool=other",
        f"/players/{adam.pk}/records/?pool=other",
        f"/players/{adam.pk}/against/?pool=other",
        f"/players/{adam.pk}/against/{bertil.pk}/?pool=other",
        f"/players/{adam.pk}/period/{period.end_date}/?pool=other",
        reverse("ratings:report", args=[report.pk]),
        reverse("ratings:report_changes", args=[report.pk]),
        reverse("ratings:proposal", args=[period.pk]),
        reverse("ratings:inbox", query={"tray": "waiting"}),
        reverse("ratings:decisions", query={"shelf": "unconfirmed"}),
        reverse("ratings:claim", args=[made.pk]),
    ]
    for address in pages:
        links = player_links(office.get(address))
        assert links, address
        others = {each for each in links if "pool=other" not in each}
        assert others - {switch} == set(), address


def test_links_to_clubs_districts_and_lists_keep_the_pool(english, in_both):
    adam, _bertil, _pool = in_both
    club = adam.memberships.get().club
    place = re.compile(r'href="(/(?:clubs|districts)/\w[^"]*|/list/\?[^"]*)"')
    pages = [
        f"{page}?pool=other"
        for page in (
            "/clubs/",
            f"/clubs/{club.pk}/",
            f"/districts/{club.district.code}/",
            f"/players/{adam.pk}/",
        )
    ]

    found = {
        address: [
            ("pool=other" in link, link)
            for link in place.findall(english.get(address).content.decode())
        ]
        for address in pages
    }

    assert {address: len(links) > 0 for address, links in found.items()} == (
        dict.fromkeys(pages, True)
    )
    assert [
        link for links in found.values() for is_asked, link in links if not is_asked
    ] == []


@pytest.mark.parametrize(
    "address", ["/list/live/", "/clubs/", "/players/", "/players/{}/against/"]
)
def test_search_stays_in_the_pool(english, in_both, address):
    adam, _bertil, _pool = in_both
    field = re.compile(r'<input type="hidden" name="pool"\s+value="([^"]*)">')

    found = [
        field.findall(english.get(address.format(adam.pk), query).content.decode())
        for query in ({"pool": "other"}, {})
    ]

    assert found == [["other"], []]


@pytest.mark.parametrize(
    ("address", "way"),
    [("/clubs/?q=zzz&pool=other", "/clubs/"), ("/players/?pool=other", "/list/")],
)
def test_links_of_an_empty_search_stay_in_the_pool(english, in_both, address, way):
    page = english.get(address).content.decode()

    assert f'href="{way}?pool=other"' in page


def test_form_with_a_pool_choice_submits_the_pool_once(english):
    page = english.get(reverse("tournaments:calendar"), {"pool": "chess-long"})

    assert page.content.decode().count('name="pool"') == 1


def test_player_page_without_pool_opens_in_the_players_pool(english, in_both):
    _adam, _bertil, pool = in_both
    newcomer, other = member(), member()
    report = posted(
        line(newcomer, other, 2, PLAYED), pool_id=pool.pk, source_number=903
    )
    accept_report(report.pk, acting=ActionContext(None, NOON))
    compute_pool(pool.pk, at=NOON, cause="test")
    address = f"/players/{newcomer.pk}/"
    with_pool = english.get(address, {"pool": "other"}).content
    without = english.get(address).content
    assert without.replace(b"?pool=other", b"") == with_pool.replace(
        b"?pool=other", b""
    )
    assert b"?pool=other" in without


def test_unrated_players_page_opens_in_the_first_pool(english, in_both):
    page = english.get(f"/players/{member().pk}/")
    assert b"pool=other" not in page.content


def test_player_page_offers_every_pool_of_the_player(english, in_both):
    adam, _bertil, _pool = in_both
    page = english.get(f"/players/{adam.pk}/")
    offered = [
        each for each in player_links(page) if each.startswith(f"/players/{adam.pk}/?")
    ]
    assert offered == [
        f"/players/{adam.pk}/?pool=chess-long",
        f"/players/{adam.pk}/?pool=other",
    ]


def test_player_of_one_pool_is_offered_no_choice(english, in_both):
    newcomer = member()
    page = english.get(f"/players/{newcomer.pk}/")
    assert f"/players/{newcomer.pk}/?pool=" not in page.content.decode()


def test_merged_card_redirects_within_the_same_pool(english, in_both):
    adam, _bertil, _pool = in_both
    merged_card = member()
    merge_players(merged_card.pk, adam.pk, on=PLAYED, acting=OFFICE)
    leads = english.get(f"/players/{merged_card.pk}/?pool=other")
    assert leads.url == f"/players/{adam.pk}/?pool=other"
