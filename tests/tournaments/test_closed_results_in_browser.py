"""Submitted results, read on a phone."""

import pytest
from django.urls import reverse

from tests.factories import member
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_crosstable_is_shown_after_the_results_were_sent_in(window, club):
    group = played(started(section(tournament(club)), size=3), "1-0")
    submitted(group)

    window.goto(reverse("tournaments:results", args=[group.pk]) + "?view=grid")

    assert window.locator(".crosstable").is_visible()
    assert window.locator("li.board").count() == 0
    cells = window.locator(".crosstable input").all()
    assert [cell.input_value() for cell in cells].count("1") == 3
    assert not any(cell.is_editable() for cell in cells)


def test_both_names_of_a_board_are_equally_wide_on_a_phone(window, club):
    names = [("Robin", "Nilsson"), ("Stig", "Holmberg")]
    players = [member(club, first_name=own, last_name=last) for own, last in names]
    group = played(started(section(tournament(club)), players=players), "1-0")
    submitted(group)
    window.set_viewport_size({"width": 390, "height": 844})

    window.goto(reverse("tournaments:results", args=[group.pk]) + "?view=boards")

    row = window.locator("li.board")
    white, black = (each.bounding_box() for each in row.locator(".board-player").all())
    assert (black["y"], black["width"]) == (white["y"], white["width"])
