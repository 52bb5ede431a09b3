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


def test_enter_takes_the_only_one_of_exactly_that_name(window, group, field):
    field.press_sequentially("  greta   granqvist ")
    expect(window.locator("#picks button")).to_have_count(1)
    field.press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Granqvist")
    assert entered(group) == ["Granqvist"]


def test_enter_goes_to_the_only_one_who_is_called_otherwise(window, group, field):
    field.fill("Greta Granqvisst")
    expect(window.locator("#picks button")).to_contain_text("Granqvist")
    field.press("Enter")
    expect(window.locator("#picks button")).to_be_focused()
    assert entered(group) == []
    window.keyboard.press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Granqvist")


def test_enter_before_the_answer_waits_for_it(window, group, field, club):
    names = [f"Snabb{chr(97 + at)}" for at in range(24)]
    for name in names:
        member(club, first_name="Siv", last_name=name)

    def late(route):
        window.wait_for_timeout(100)
        route.continue_()

    window.route(re.compile("/suggestions"), late)
    for at, name in enumerate(names, 1):
        field.press_sequentially(f"Siv {name}")
        field.press("Enter")
        expect(window.locator(".entered-line")).to_have_count(at)
        window.wait_for_load_state()
    assert entered(group) == names


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
    window.locator("#picks button").press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Bengtsson")
    assert entered(group) == ["Bengtsson"]
