"""Ticking class movements, in a real browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from federation.enums import RoleKind
from federation.models import User
from tests.factories import RoleFactory
from tests.tournaments.views.test_movements import judged, of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]


@pytest.fixture
def committee(window, club):
    """The rules committee's browser; of three sections one waits for its report."""
    RoleFactory(kind=RoleKind.RULES_COMMITTEE, user=User.objects.get(roles__club=club))
    groups = [judged(), judged(), judged(accepted=False)]
    window.goto(reverse("tournaments:movements"))
    return window, groups


def ticked(page):
    return page.locator("input[name=movement]:checked").count()


def test_a_section_is_ticked_at_once_and_the_button_says_how_many(committee):
    page, (first, _second, waiting) = committee
    assert ticked(page) == 0
    expect(page.locator(f'[data-tick-all="{waiting.pk}"]')).to_be_hidden()

    page.locator(f'[data-tick-all="{first.pk}"] input').check()

    expect(page.locator("[data-ticked]")).to_have_text("(1)")
    page.locator("main form button").click()
    expect(page.locator("main")).to_contain_text("1 movement is confirmed.")
    assert of(first, 1).state == "confirmed"


def test_all_are_ticked_and_none_again(committee):
    page, _groups = committee
    everything = page.locator('[data-tick-all=""] input')

    everything.check()
    assert ticked(page) == 2
    everything.uncheck()

    assert ticked(page) == 0
    expect(page.locator("[data-ticked]")).to_be_hidden()
