"""Printed pages of a tournament: their content, without controls for the screen."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import acting
from tests.tournaments.teams import started_league
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.rounds.boards import set_boards

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
ONLY_ON_A_SCREEN = "button, .button, .tool, .tabs, .steps, [role=status], kbd, input"
SHEET = 688
"""The width in pixels between the margins of A4."""


@pytest.fixture
def group(club):
    started_group = started(section(tournament(club)), size=10)
    result(board(started_group, 1, 2), "1/2")
    return started_group


def printed(window, name, *args, **query):
    window.set_viewport_size({"width": SHEET, "height": 980})
    window.goto(reverse(f"tournaments:{name}", args=args, query=query))
    window.wait_for_load_state()
    window.emulate_media(media="print")
    return window.locator("main")


def visible(main, what):
    return [
        each.inner_text() or each.get_attribute("class")
        for each in main.locator(what).all()
        if each.is_visible()
    ]


def test_printed_round_has_the_results_and_no_controls(window, group):
    pairing = board(group, 1, 2)
    main = printed(window, "results", group.pk, view="boards", round=pairing.round)
    line = main.locator(f"[data-row='{pairing.pk}']")
    assert visible(line, ".answers label") == ["½–½"]
    assert visible(main, f"{ONLY_ON_A_SCREEN.removesuffix(', input')}") == []
    expect(main.get_by_text("Somebody leaves the tournament")).to_be_hidden()


def test_printed_crosstable_fits_on_one_sheet(window, group):
    played(group)
    main = printed(window, "tournament", group.tournament_id)
    assert visible(main, ONLY_ON_A_SCREEN) == []
    table = main.locator(".crosstable").bounding_box()
    assert table is not None
    assert table["x"] + table["width"] <= SHEET
    assert len(visible(main, ".crosstable tbody .sum")) == 10
    assert "avoid" in main.locator(".crosstable-frame").evaluate(
        "element => getComputedStyle(element).breakInside"
    )


def test_head_of_the_match_points_is_not_broken_on_paper(window, club, live_server):
    cookie = {"name": "django_language", "value": "sv", "url": live_server.url}
    window.context.add_cookies([cookie])
    made = started_league(of=section(tournament(club)))
    main = printed(window, "print_section", made.pk, "standings")
    head = main.locator(".crosstable thead .sum")

    lines = head.evaluate(
        "element => { const range = document.createRange();"
        " range.selectNodeContents(element); return range.getClientRects().length }"
    )

    expect(head).to_have_text("Matchpoäng")
    assert lines == 1


def test_small_text_beside_a_name_is_smaller_than_the_name(window, group):
    main = printed(window, "tournament", group.tournament_id)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    name = main.locator(".crosstable tbody th a").first.evaluate(size)
    small = main.locator(".crosstable tbody th small").first.evaluate(size)
    assert small < name
    main.locator(".rounds").evaluate("element => { element.open = true }")
    cell = main.locator(".board-list td.name").first
    cell.evaluate("element => { element.innerHTML += ' <small>1961</small>' }")
    assert cell.locator("small").evaluate(size) < cell.evaluate(size)


def sheets(window):
    """Return how many A4 sheets the page needs, with its own margins."""
    paper = window.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", paper))


@pytest.mark.parametrize(("boards", "most"), [(12, 1), (13, 1), (28, 1), (50, 2)])
def test_pairings_for_the_wall_use_as_few_sheets_as_possible(window, boards, most):
    group = started(size=2 * boards, format="boards", rounds=1)
    pairs = [(number, number + boards) for number in range(1, boards + 1)]
    set_boards(group.pk, 1, pairs, acting=acting())
    printed(window, "print_round", group.pk, "pairings", 1)
    assert sheets(window) == most


def test_round_robin_has_printed_pages_of_its_rounds(window, group):
    window.goto(reverse("tournaments:tournament", args=[group.tournament_id]))
    window.locator(".rounds").evaluate("element => { element.open = true }")
    window.locator(".rounds a", has_text="slips").first.click()
    expect(window.get_by_role("link", name="Print for the wall")).to_be_visible()
