"""The fields of the form of a new tournament, in a browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def choose(window: Page, form: str) -> None:
    window.check(f"[name=format][value={form}]")


def test_rounds_and_pairing_are_asked_only_for_sections_paired_by_round(
    window: Page, club
) -> None:
    window.goto(reverse("tournaments:new"))
    paired = [window.locator(f"[name={name}]") for name in ("rounds", "pairing_system")]
    for form in ("round_robin", "double"):
        choose(window, form)
        for each in paired:
            expect(each).to_be_hidden()
    choose(window, "boards")
    for each in paired:
        expect(each).to_be_visible()


def test_field_with_an_error_is_visible_whatever_is_chosen(window: Page, club) -> None:
    window.goto(reverse("tournaments:new"))
    choose(window, "boards")
    window.fill("[name=rounds]", "41")
    choose(window, "round_robin")
    expect(window.locator("[name=rounds]")).to_be_visible()
    window.locator("form.form").evaluate("form => form.noValidate = true")
    window.get_by_role("button", name="Go on to the players").click()
    expect(window.locator("[name=rounds]")).to_be_visible()
    expect(window.locator("[name=pairing_system]")).to_be_hidden()
