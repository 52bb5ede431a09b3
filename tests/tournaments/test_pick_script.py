"""Players chosen by typing a part of the name, in a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import member
from tests.tournaments.makers import section, tournament
from tournaments.models import Entry

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]


@pytest.fixture
def group(club):
    member(club, first_name="Greta", last_name="Granqvist")
    member(club, first_name="Bertil", last_name="Bengtsson")
    return section(tournament(club))


@pytest.fixture
def field(window, group):
    window.goto(reverse("tournaments:section", args=[group.pk]))
    return window.locator("#q")


def entered(group) -> list[str]:
    return [entry.player.last_name for entry in Entry.objects.filter(section=group)]


def test_enter_takes_the_only_one_that_is_found(window, group, field):
    field.press_sequentially("  greta   gran ")
    expect(window.locator("#picks button")).to_have_count(1)
    field.press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Granqvist")
    assert entered(group) == ["Granqvist"]


def test_enter_takes_nobody_who_was_found_for_an_earlier_text(window, group, field):
    field.fill("Granqvist")
    expect(window.locator("#picks button")).to_contain_text("Granqvist")
    window.route(re.compile("/suggestions"), lambda route: route.abort())
    field.fill("Bengtsson")
    field.press("Enter")

    expect(window.locator("#picks button")).to_contain_text("Bengtsson")
    assert entered(group) == []
    # The list is there before the script that takes from it.
    window.wait_for_load_state()
    window.locator("#q").press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Bengtsson")
    assert entered(group) == ["Bengtsson"]
