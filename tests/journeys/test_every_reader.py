"""The main pages for those who read with their ears, with a keyboard or on a
telephone: WCAG 2.2 AA, and no scrolling sideways."""

from collections.abc import Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe

from ratings.models import Period, RatingList, Report
from tests.journeys import story
from tests.journeys.season import season
from tests.journeys.test_corrections import approved, sent_in, under_way
from tests.journeys.visitors import Visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]
TELEPHONE = {"width": 390, "height": 844}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
CONTRAST, LANGUAGE = "color-contrast", "html-has-lang"
AXE = Axe().axe_script
Way = tuple[str, tuple[object, ...]]


def violations(visitor: Visitor, only: Sequence[str] = RULES) -> list[str]:
    """Of all rules, or of only some; one of those that every page can keep is tried."""
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
    """The page, when it is wider than the window."""
    wide = visitor.page.evaluate(
        "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
    )
    return [f"{visitor.page.url}: {wide[0]} > {wide[1]}"] if wide[0] > wide[1] else []


def look(visitor: Visitor, ways: list[Way]) -> list[str]:
    """Everything wrong on these pages, at both widths and in light and dark."""
    wrong: list[str] = []
    for name, args in ways:
        visitor.open(name, *args)
        wrong += violations(visitor)
        # Colours are all that the dark changes.
        visitor.page.emulate_media(color_scheme="dark")
        wrong += violations(visitor, [CONTRAST])
        visitor.page.emulate_media(color_scheme="light")
        size = visitor.page.viewport_size
        visitor.page.set_viewport_size(TELEPHONE)
        wrong += overflow(visitor) + violations(visitor)
        visitor.page.set_viewport_size(size)
    return wrong


def test_public_pages_are_open_to_every_reader(visit):
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
    assert look(visit(), ways) == []


def test_the_secretarys_pages_are_open_to_every_reader(visit):
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
    assert look(secretary, ways) == []


def test_the_officers_pages_are_open_to_every_reader(visit):
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
    assert look(officer, ways) == []
