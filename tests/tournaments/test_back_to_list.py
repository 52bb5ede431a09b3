"""Back after filtering a list, in a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.tournaments.tournaments_made import section, started, tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_back_from_a_filtered_list_shows_the_unfiltered_list(window, club):
    started(section(tournament(club, name="Spring cup")), size=2)
    calendar = reverse("tournaments:calendar")
    window.goto(reverse("tournaments:desk"))
    window.goto(calendar)

    window.locator("select[name=state]").select_option("finished")
    expect(window.locator("#list")).to_contain_text("Nothing matches")
    window.go_back()

    expect(window.locator("#list")).to_contain_text("Spring cup")
    expect(window).to_have_url(re.compile(f"{calendar}$"))


def test_back_from_a_tournament_returns_to_the_filtered_list(window, club):
    for name in ("Spring cup", "Autumn cup"):
        started(section(tournament(club, name=name)), size=2)
    window.goto(reverse("tournaments:calendar"))

    window.locator("input[name=q]").fill("Autumn")
    expect(window.locator("#list")).not_to_contain_text("Spring cup")
    window.locator("#list a", has_text="Autumn cup").click()
    expect(window.locator("h1")).to_contain_text("Autumn cup")
    window.go_back()

    expect(window.locator("input[name=q]")).to_have_value("Autumn")
    expect(window.locator("#list")).not_to_contain_text("Spring cup")
