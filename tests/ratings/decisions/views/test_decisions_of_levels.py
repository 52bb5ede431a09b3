"""Decisions where a pool is rated by levels: written and read as kyu and dan."""

import pytest

from ratings.enums import DecisionKind
from ratings.models import Decision
from tests.factories import chess_pool, officer, rated_by
from tests.ratings.levels import a_game, levels
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, decided, up_to_date

NEW = "/decisions/new/"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def renju(settings):
    settings.DEMO = True
    rated_by("renju")


@pytest.fixture
def anna():
    """3 kyu."""
    anna, _bo = a_game()
    up_to_date()
    return anna


@pytest.fixture
def office(client):
    client.force_login(officer())
    return client


def form_data(player, kind, points, **facts):
    return {
        "pool": chess_pool().pk,
        "kind": kind,
        "player": player.pk,
        "player_name": "",
        "on_date": SPRING.isoformat(),
        "points": points,
        "reason": "decided by the committee",
        "step": "look",
        **facts,
    }


@pytest.mark.parametrize("points", ["2 dan", "2d", "2dan", "12"])
def test_a_start_is_written_as_a_level_and_shown_as_one(office, anna, points):
    shown = office.post(NEW, form_data(anna, "start", points))

    assert shown.context["says"].startswith("Anna Alm starts at 2 dan, ")
    saved = form_data(anna, "start", points, step="save", shown=shown.context["shown"])
    assert office.post(NEW, saved).status_code == 302
    assert Decision.objects.latest("pk").points == 12
    assert "Anna Alm starts at 2 dan" in text(office.get("/decisions/"))


def test_level_after_assessment_is_shown(office, anna):
    shown = office.post(NEW, form_data(anna, "assessed", "1 dan"))

    assert shown.context["says"].startswith("Anna Alm's rating is 1 dan when ")


@pytest.mark.parametrize(("points", "words"), [("+1", "+1 level"), ("−2", "−2 levels")])
def test_a_raise_is_a_number_of_levels(office, anna, points, words):
    shown = office.post(NEW, form_data(anna, "adjustment", points))

    assert f"Anna Alm's rating changes by {words} in the period" in text(shown)
    then = {"+1": "2 kyu", "−2": "5 kyu"}[points]
    assert then in " ".join(shown.context["follows"])


@pytest.mark.parametrize(
    ("kind", "points", "wrong"),
    [
        ("start", "11 kyu", "There is no level “11 kyu”. The lowest is 10 kyu, the"),
        ("start", "1450", "There is no level “1450”."),
        ("assessed", "shodan", "There is no level “shodan”."),
        ("adjustment", "1 dan", "Enter a whole number."),
        ("adjustment", "20", "A deduction or raise is between −19 and +19 levels."),
        ("start", "", "Give the points."),
    ],
)
def test_invalid_level_is_refused_with_the_valid_ones(
    office, anna, kind, points, wrong
):
    refused = office.post(NEW, form_data(anna, kind, points))

    assert refused.status_code == 422
    assert wrong in text(refused)
    assert f'value="{points}"' in refused.content.decode() or not points


def test_player_choices_and_proposal_decisions_show_levels(office, anna):
    decided(anna, 12, kind=DecisionKind.ASSESSED, on=SPRING)

    found = office.get("/decisions/players/", {"player_name": "Alm"})

    assert levels(found) == ["3 kyu"]
