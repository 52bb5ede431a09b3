"""Players chosen by typing a part of the name, in a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import member
from tests.tournaments.tournaments_made import section, tournament
from tournaments.models import Entry

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
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
    entries = Entry.objects.filter(section=group).order_by("pk")
    return [entry.player.last_name for entry in entries]


def test_enter_takes_the_only_player_of_exactly_that_name(window, group, field):
    field.press_sequentially("  greta   granqvist ")
    expect(window.locator("#picks button")).to_have_count(1)
    field.press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Granqvist")
    assert entered(group) == ["Granqvist"]


def test_repeated_enter_takes_no_player_of_another_name(window, group, field):
    field.fill("Greta Granqvisst")
    expect(window.locator("#picks button")).to_contain_text("Granqvist")
    field.press("Enter")
    expect(window.locator("#picks [data-hint]")).to_be_visible()
    expect(field).to_be_focused()
    window.keyboard.press("Enter")
    window.keyboard.press("Enter")
    expect(field).to_be_focused()
    expect(window.locator(".entered-line")).to_have_count(0)
    assert entered(group) == []
    window.keyboard.press("ArrowDown")
    window.keyboard.press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Granqvist")
    expect(window.get_by_text("Greta Granqvist was entered.")).to_be_visible()


def test_typing_after_enter_goes_on_in_the_field(window, group, field):
    field.fill("Greta Granqvisst")
    expect(window.locator("#picks button")).to_contain_text("Granqvist")
    field.press("Enter")
    window.keyboard.type(" af Ek")
    expect(field).to_have_value("Greta Granqvisst af Ek")
    assert entered(group) == []


@pytest.mark.parametrize("typed", ["Nils Nobody", "900-7"])
def test_enter_without_suggestions_goes_to_the_only_line_and_typing_goes_on(
    window, group, field, typed
):
    field.fill(typed)
    expect(window.locator("#picks a")).to_have_count(1)
    field.press("Enter")
    expect(window.locator("#picks :focus")).to_have_count(1)
    window.keyboard.type(" af Ek")
    expect(field).to_have_value(f"{typed} af Ek")
    assert entered(group) == []


def test_letters_typed_on_a_line_of_the_list_go_into_the_field(window, group, field):
    field.fill("Greta Gran")
    expect(window.locator("#picks button")).to_contain_text("Granqvist")
    window.keyboard.press("ArrowDown")
    expect(window.locator("#picks button")).to_be_focused()
    window.keyboard.type("qvist")
    expect(field).to_have_value("Greta Granqvist")
    assert entered(group) == []


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


def test_enter_takes_no_player_found_for_an_earlier_text(window, group, field):
    field.fill("Granqvist")
    expect(window.locator("#picks button")).to_contain_text("Granqvist")
    window.route(re.compile("/suggestions"), lambda route: route.abort())
    field.fill("Bengtsson")
    field.press("Enter")

    expect(window.locator("#picks button")).to_contain_text("Bengtsson")
    assert entered(group) == []
    # The list appears before the script that selects from it has run.
    window.wait_for_load_state()
    window.locator("#picks button").press("Enter")
    expect(window.locator(".entered-line")).to_contain_text("Bengtsson")
    assert entered(group) == ["Bengtsson"]
