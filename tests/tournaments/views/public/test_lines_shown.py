"""Lines of lists of tournaments, and the head of the page of a tournament."""

import pytest

from tests.factories import ClubFactory, DistrictFactory, member
from tests.ratings.page_text import rows, text
from tests.tournaments.pages import url
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
DAYS = "2026-05-04 – 2026-05-25"


@shared
def cup():
    """Return a tournament of four players in which one game has its result."""
    club = ClubFactory(name="Wasa SK", district=DistrictFactory(name="Svealand"))
    of = tournament(club, name="Cup", place="Luleå", time_control="90+30")
    group = started(section(of), size=4)
    result(board(group, 1, 2), "1-0")
    return of


@shared
def camp():
    """Return a tournament of a district in which every game is played."""
    district = DistrictFactory(name="Norrland")
    of = tournament(name="Camp", organiser_id=None, district_id=district.pk)
    group = started(section(of), players=[member(), member()])
    result(board(group, 1, 2), "1-0")
    return of


def test_calendar_has_name_days_organiser_place_and_state(client, cup, camp):
    assert [row[:6] for row in rows(client.get(url("calendar")))] == [
        ["Camp", "2026-05-04", "2026-05-25", "Norrland", "—", "Played, not sent in"],
        ["Cup", "2026-05-04", "2026-05-25", "Wasa SK", "Luleå", "5 games are missing"],
    ]


def test_tournament_stages_have_organiser_days_state_and_since(client, cup, camp):
    shown = text(client.get(url("tournament_stages")))

    assert f"Camp Norrland, {DAYS} Played, not sent in 2026-05-25" in shown
    assert f"Cup Wasa SK, {DAYS} 5 games are missing 2026-05-25" in shown


def test_tournament_page_has_organiser_days_place_and_thinking_time(client, cup):
    shown = text(client.get(url("tournament", cup.pk)))

    assert "Wasa SK Cup" in shown
    assert (
        f"Days {DAYS} Place Luleå District Svealand Thinking time 120 minutes each"
        " (90+30)"
    ) in shown
