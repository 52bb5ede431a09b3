"""Accessibility of the main pages with a screen reader, with a keyboard or on a phone:
WCAG 2.2 AA, and no horizontal scrolling.
"""

from collections.abc import Sequence
from datetime import date

import pytest
from axe_playwright_python.sync_playwright import Axe

from federation.enums import RoleKind
from ratings.models import ClubReturn, Period, RatingList, Report
from tests.factories import RoleFactory, chess_pool, computed
from tests.journeys import story
from tests.journeys.season import season
from tests.journeys.test_corrections import approved, sent_in, under_way
from tests.journeys.visitors import Visitor, with_second_factor
from tests.ratings.correction_requests import Match, filed
from tests.ratings.uploads.bringing import NAMED, reviewed, table

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
TELEPHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
CONTRAST, LANGUAGE = "color-contrast", "html-has-lang"
AXE = Axe().axe_script
Way = tuple[str, tuple[object, ...]]
KNOWN = "2021-03-14,Åsa Öberg,1971,Bjorn Ek,1983,1,Vårturneringen 2021,1"
UNKNOWN = "2021-03-15,Åsa Öberg,1971,Zoltan Unheard,1960,½,Vårturneringen 2021,2"
WRONG = "2021-13-17,Dan Lindqvist,1965,Åsa Öberg,1971,1,Höst 2021,3"


def violations(visitor: Visitor, only: Sequence[str] = RULES) -> list[str]:
    """Return violations of all rules, or of some."""
    if not visitor.page.evaluate("Boolean(window.axe)"):
        visitor.page.evaluate(AXE)
    options = {"runOnly": only, "resultTypes": ["violations"]}
    report = visitor.page.evaluate("options => axe.run(options)", options)
    tried = {rule["id"] for rule in report["passes"]}
    assert tried >= ({CONTRAST, LANGUAGE} if only is RULES else set(only))
    return [
        f"{visitor.page.url} {each['id']}: {node['html'][:160]}"
        for each in report["violations"]
        for node in each["nodes"]
    ]


def overflow(visitor: Visitor) -> list[str]:
    """Return the page's name, if it is wider than the window."""
    wide = visitor.page.evaluate(
        "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
    )
    return [f"{visitor.page.url}: {wide[0]} > {wide[1]}"] if wide[0] > wide[1] else []


def faults_of_pages(visitor: Visitor, ways: list[Way]) -> list[str]:
    """Return all faults of these pages, at both widths and in light and dark."""
    wrong: list[str] = []
    for name, args in ways:
        visitor.open(name, *args)
        wrong += violations(visitor)
        # The dark theme differs in colours only.
        visitor.page.emulate_media(color_scheme="dark")
        wrong += violations(visitor, [CONTRAST])
        visitor.page.emulate_media(color_scheme="light")
        size = visitor.page.viewport_size
        visitor.page.set_viewport_size(TELEPHONE)
        wrong += overflow(visitor) + violations(visitor)
        visitor.page.set_viewport_size(size)
    return wrong


def test_public_pages_are_accessible(visit):
    federation = season()
    section = approved(federation)
    player, newest = federation.players[0].pk, RatingList.objects.get().number
    opponent = federation.players[1].pk
    ways: list[Way] = [
        ("tournaments:start", ()),
        ("ratings:current_list", ()),
        ("ratings:live_list", ()),
        ("ratings:lists", ()),
        ("ratings:players", ()),
        ("ratings:player", (player,)),
        ("ratings:opponents", (player,)),
        ("ratings:against", (player, opponent)),
        ("ratings:player_records", (player,)),
        ("ratings:player_events", (player,)),
        ("ratings:records", ()),
        ("ratings:district", (federation.club.district.code,)),
        ("ratings:list_explanation", (newest, player)),
        ("ratings:club", (federation.club.pk,)),
        ("tournaments:calendar", ()),
        ("tournaments:tournament", (section.tournament_id,)),
        ("account_login", ()),
    ]
    assert faults_of_pages(visit(), ways) == []


def test_secretarys_pages_are_accessible(visit):
    federation = season()
    section = under_way(federation)
    secretary = visit()
    secretary.come_as(federation.secretary)
    ways: list[Way] = [
        ("tournaments:desk", ()),
        ("tournaments:new", ()),
        ("tournaments:section", (section.pk,)),
        ("tournaments:results", (section.pk,)),
        ("tournaments:submit", (section.tournament_id,)),
    ]
    assert faults_of_pages(secretary, ways) == []


def test_officers_pages_are_accessible(visit):
    federation = season()
    sent_in(federation)
    officer = visit()
    officer.come_as(federation.officer)
    day = federation.first_day
    period = Period.objects.get(start_date__lte=day, end_date__gte=day)
    report = Report.objects.get(name=story.NAME)
    ways: list[Way] = [
        ("ratings:inbox", ()),
        ("ratings:report", (report.pk,)),
        ("ratings:proposals", ()),
        ("ratings:proposal", (period.pk,)),
        ("ratings:runs", ()),
    ]
    assert faults_of_pages(officer, ways) == []


def test_pages_of_history_and_rules_are_accessible(visit):
    """Imports, duplicates, returns, requests, editions, FIDE's lists, experiments."""
    federation = season()
    asa, bjorn = federation.players[:2]
    file = reviewed(table(KNOWN, UNKNOWN, WRONG, header=NAMED))
    claim = filed(Match().accepted())
    computed()
    club_return = ClubReturn.objects.create(
        pool=chess_pool(),
        club=federation.club,
        season=2024,
        due_date=date(2025, 6, 15),
        chase_until=date(2025, 8, 31),
    )
    user = with_second_factor(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    RoleFactory(user=user)
    office = visit()
    office.come_as(user)
    ways: list[Way] = [
        ("ratings:imports", ()),
        ("ratings:import_file", (file.pk,)),
        ("ratings:merges", ()),
        ("ratings:compare_players", (asa.pk, bjorn.pk)),
        ("ratings:returns", ()),
        ("ratings:return", (club_return.pk,)),
        ("ratings:claims", ()),
        ("ratings:claim", (claim.pk,)),
        ("ratings:pool", ("chess-long",)),
        ("ratings:propose_edition", ("chess-long",)),
        ("ratings:fide_lists", ()),
        ("ratings:bring_fide_list", ()),
        ("ratings:laboratory", ()),
        ("ratings:new_experiment", ()),
    ]
    assert faults_of_pages(office, ways) == []
