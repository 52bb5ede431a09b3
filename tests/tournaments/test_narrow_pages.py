"""Pages on a telephone, in a real browser."""

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from federation.models import User
from tests.factories import RoleFactory
from tests.tournaments.sanctions import applied
from tests.tournaments.tournaments_made import section, tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
WIDTH = 390


@pytest.fixture
def phone(window):
    window.set_viewport_size({"width": WIDTH, "height": 844})
    return window


def test_long_label_of_a_fact_leaves_more_than_half_the_width_to_its_value(phone, club):
    sent = applied(section(tournament(club)))
    phone.goto(reverse("tournaments:sanction", args=[sent.tournament_id]))
    label = phone.locator(".facts dt").first
    label.evaluate("each => (each.textContent = 'A label of many words '.repeat(4))")

    value = phone.locator(".facts dd").first
    assert value.bounding_box()["width"] > WIDTH * 0.45


def test_table_of_the_pieces_of_a_formula_fits(phone, club):
    RoleFactory(kind=RoleKind.ADMINISTRATOR, user=User.objects.get(roles__club=club))
    phone.goto("/pools/chess-long/propose/?system=ssf_2008")
    phone.locator("summary", has_text="The pieces of a formula").click()

    assert phone.locator(".edition-pieces").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
