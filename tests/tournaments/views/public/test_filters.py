"""Filters and orders of the calendar: `tournaments.filters`, `.tables`."""

from datetime import date

import pytest
from django.urls import reverse

from ratings.ledger.domain.reports import accept_report
from tests.factories import ClubFactory, DistrictFactory, acting, officer
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament

pytestmark = pytest.mark.django_db


def cup(name, club=None, **facts):
    return started(section(tournament(club, name=name, **facts)), size=2)


def listed(client, **query) -> list[str]:
    page = client.get(reverse("tournaments:calendar"), query)
    rows = page.context["listing"].table.page.object_list
    return [row.record.name for row in rows]


def test_calendar_begins_with_the_newest(client):
    cup("Middle")
    cup("Early", start_date=date(2026, 2, 2), end_date=date(2026, 2, 3))
    cup("Late", start_date=date(2026, 5, 20))
    cup("Middle too")

    assert listed(client) == ["Late", "Middle too", "Middle", "Early"]


def test_calendar_can_be_ordered_by_organiser(client):
    district = DistrictFactory(name="Bergslagen")
    cup("Second", ClubFactory(name="Öland"))
    cup("First", ClubFactory(name="Alfa"))
    of = tournament(name="Own", organiser_id=None, district_id=district.pk)
    started(section(of), size=2)

    by_name = listed(client, sort="organiser")

    assert [each for each in by_name if each != "Own"] == ["First", "Second"]
    backwards = listed(client, sort="-organiser")
    assert [each for each in backwards if each != "Own"] == ["Second", "First"]


def test_each_word_of_a_search_may_match_another_field(client):
    cup("Spring cup", ClubFactory(name="Lund"), place="The library")
    cup("Spring cup in Malmö", ClubFactory(name="Malmö"), place="The school")

    assert listed(client, q="library spring") == ["Spring cup"]
    assert listed(client, q="lund spring") == ["Spring cup"]
    assert listed(client, q="lund school") == []
    assert listed(client, q="SPRING") == ["Spring cup in Malmö", "Spring cup"]


def test_year_filter_matches_any_day_of_the_tournament(client):
    cup("Over", start_date=date(2025, 12, 28), end_date=date(2026, 1, 3))
    cup("Spring")

    assert [listed(client, year=year) for year in (2024, 2025, 2026, 2027)] == [
        [],
        ["Over"],
        ["Spring", "Over"],
        [],
    ]


def test_state_filter_matches_the_tournament(client):
    cup("Running")
    finished = played(cup("Finished"))
    accept_report(submitted(finished).pk, acting=acting(officer()))
    cancel_tournament(cup("Cancelled").tournament_id, acting=acting())
    tournament(name="Prepared")

    assert [
        listed(client, state=state) for state in ("running", "finished", "cancelled")
    ] == [["Running"], ["Finished"], ["Cancelled"]]
    assert "Prepared" not in listed(client, state="draft")


def test_district_filter_matches_its_own_tournaments_and_those_of_its_clubs(client):
    club = ClubFactory()
    cup("The club's", club)
    of = tournament(name="Its own", organiser_id=None, district_id=club.district_id)
    started(section(of), size=2)
    cup("Another's")

    assert listed(client, district=club.district_id) == ["Its own", "The club's"]
    assert listed(client, club=club.pk) == ["The club's"]


def test_tournament_of_a_district_is_shown_with_its_district(client):
    district = DistrictFactory(name="Bergslagen")
    of = tournament(name="Own", organiser_id=None, district_id=district.pk)
    played(started(section(of), size=2))

    page = client.get(reverse("tournaments:calendar"))
    (row,) = page.context["listing"].table.page.object_list

    assert row.get_cell("organiser") == "Bergslagen"
    assert "Played, not sent in" in row.get_cell("stage")
