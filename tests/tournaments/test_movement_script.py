"""Ticking class movements, in a real browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from federation.enums import RoleKind
from federation.models import User
from tests.factories import RoleFactory
from tests.tournaments.views.movements.test_movements import judged, of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def committee(window, club):
    """Return the browser window of the rules committee and three sections, of which one
    waits for its report.
    """
    RoleFactory(kind=RoleKind.RULES_COMMITTEE, user=User.objects.get(roles__club=club))
    groups = [judged(), judged(), judged(accepted=False)]
    window.goto(reverse("tournaments:movements"))
    return window, groups


def ticked(page):
    return page.locator("input[name=movement]:checked").count()


def test_section_is_ticked_at_once_and_the_button_shows_the_number(committee):
    page, (first, _second, waiting) = committee
    assert ticked(page) == 0
    expect(page.locator(f'[data-tick-all="{waiting.pk}"]')).to_be_hidden()

    page.locator(f'[data-tick-all="{first.pk}"] input').check()

    expect(page.locator("button[value=confirm] [data-ticked]")).to_have_text("(1)")
    page.locator("button[value=confirm]").click()
    expect(page.locator("main")).to_contain_text("1 movement is confirmed.")
    assert of(first, 1).state == "confirmed"


def test_rejection_can_be_undone_directly_afterwards(committee):
    page, (first, second, _waiting) = committee
    page.locator('[data-tick-all=""] input').check()
    page.locator("summary", has_text="Reject those ticked").click()
    page.get_by_label("Reason for the committee").fill("No sanction")
    page.locator("button[value=reject]").click()
    expect(page.locator("main")).to_contain_text("2 movements are rejected.")
    assert {of(each, 1).state for each in (first, second)} == {"rejected"}

    page.get_by_role("button", name="Undo the whole batch").click()

    expect(page.locator("main")).to_contain_text("2 proposals are waiting again")
    assert {of(each, 1).state for each in (first, second)} == {"proposed"}
    assert ticked(page) == 0


def test_score_and_reason_are_visible_at_every_width(committee):
    page, (first, _second, _waiting) = committee
    row = page.locator(f"tr:has([value='{of(first, 1).pk}'])")
    score = row.locator("td.num").inner_text()
    assert score
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert row.inner_text().count(score) == 1
        assert "SSF" in row.inner_text() or "§" in row.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_all_movements_are_ticked_and_unticked(committee):
    page, _groups = committee
    everything = page.locator('[data-tick-all=""] input')

    everything.check()
    assert ticked(page) == 2
    everything.uncheck()

    assert ticked(page) == 0
    expect(page.locator("button[value=confirm] [data-ticked]")).to_be_hidden()
