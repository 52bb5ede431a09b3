import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from tests.factories import ClubFactory
from tests.tournaments.sanctions import applied, sanctioned
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    LAST_DAY,
    section,
    started,
    tournament,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MONTH = reverse("tournaments:month")
LIST = reverse("tournaments:calendar")
FEED = reverse("tournaments:calendar_feed")


def running(name, club=None, **facts):
    return started(section(tournament(club, name=name, **facts)), size=2).tournament


def shown(answer):
    """Return the names of the tournaments played on each day."""
    return {
        day.date: [each.name for each in day.tournaments]
        for week in answer.context["month"].weeks
        for day in week
        if day.tournaments and day.is_of_month
    }


def listed(answer):
    return {row.record.name for row in answer.context["listing"].table.page.object_list}


def in_feed(answer):
    return {
        str(event["summary"]): event
        for event in Calendar.from_ical(answer.content).walk("VEVENT")
    }


def test_tournament_is_on_the_days_of_its_rounds(client):
    running("Spring cup")

    answer = client.get(MONTH, {"month": "2026-05"})

    assert shown(answer) == {FIRST_DAY: ["Spring cup"]}


def test_first_and_last_day_are_empty_if_the_days_of_all_rounds_are_known(
    client,
):
    group = started(section(tournament(name="Spring cup")), size=2)
    group.round_days.update(date=FIRST_DAY + timedelta(days=2))
    Tournament.objects.update(end_date=date(2026, 7, 1))

    assert shown(client.get(MONTH, {"month": "2026-07"})) == {}
    assert shown(client.get(MONTH, {"month": "2026-05"})) == {
        FIRST_DAY + timedelta(days=2): ["Spring cup"]
    }


def test_tournament_without_rounds_is_on_its_first_and_last_day(client):
    sanctioned(section(tournament(name="To come")))

    answer = client.get(MONTH, {"month": "2026-05"})

    assert shown(answer) == {FIRST_DAY: ["To come"], LAST_DAY: ["To come"]}


def test_rounds_of_two_sections_on_one_day_are_one_tournament(client):
    of = tournament(name="Spring cup")
    for group, days in ((section(of), 1), (section(of), 3)):
        made = started(group, size=2)
        made.round_days.update(date=FIRST_DAY + timedelta(days=days))
    other = started(section(tournament(name="A cup")), size=2)
    other.round_days.update(date=FIRST_DAY + timedelta(days=3))

    assert shown(client.get(MONTH, {"month": "2026-05"})) == {
        FIRST_DAY + timedelta(days=1): ["Spring cup"],
        FIRST_DAY + timedelta(days=3): ["A cup", "Spring cup"],
    }


def test_round_in_another_month_is_shown_there(client):
    group = started(section(tournament(end_date=date(2026, 6, 30))), size=2)
    group.round_days.update(date=date(2026, 6, 30))
    assert shown(client.get(MONTH, {"month": "2026-05"})) == {}
    assert shown(client.get(MONTH, {"month": "2026-06"})) == {
        date(2026, 6, 30): ["Spring cup"]
    }


def test_short_tournament_is_on_each_of_its_days(client):
    sanctioned(
        section(tournament(name="Weekend", end_date=FIRST_DAY + timedelta(days=1)))
    )

    assert sorted(shown(client.get(MONTH, {"month": "2026-05"}))) == [
        FIRST_DAY,
        FIRST_DAY + timedelta(days=1),
    ]


@pytest.mark.parametrize("text", ["2026-13", "soon", "0001-01", "9999-12", ""])
def test_invalid_month_shows_the_current_one(client, today, text):
    month = client.get(MONTH, {"month": text}).context["month"]

    assert month.first == today.replace(day=1)


def test_month_has_links_to_the_previous_and_the_next(client):
    month = client.get(MONTH, {"month": "2026-01"}).context["month"]

    assert (month.before, month.after) == (date(2025, 12, 1), date(2026, 2, 1))


def test_list_month_and_feed_are_filtered_alike(client):
    own_club, elsewhere = ClubFactory(), ClubFactory()
    running("Here", own_club)
    running("Elsewhere", elsewhere)
    sanctioned(section(tournament(own_club, name="Sanctioned")))
    narrowed = {
        "district": (own_club.district_id, {"Here", "Sanctioned"}),
        "kind": ("club", {"Sanctioned"}),
        "q": ("elsewhere", {"Elsewhere"}),
    }
    for name, (value, expected) in narrowed.items():
        months = shown(client.get(MONTH, {name: value, "month": "2026-05"}))
        assert {each for names in months.values() for each in names} == expected
        assert listed(client.get(LIST, {name: value})) == expected
        assert set(in_feed(client.get(FEED, {name: value}))) == expected


def test_list_is_filtered_by_month(client):
    running("In May")
    running("In June", start_date=date(2026, 6, 1), end_date=date(2026, 6, 1))

    assert listed(client.get(LIST, {"month": "2026-05"})) == {"In May"}
    refused = client.get(LIST, {"month": "soon"}).context["listing"].refused
    assert "Enter the month as 2026-03." in " ".join(refused)


def test_links_between_the_views_keep_the_filter(client):
    page_text = client.get(MONTH, {"month": "2026-05", "kind": "club"}).text

    assert f"{LIST}?month=2026-05&amp;kind=club" in page_text
    assert f"{FEED}?kind=club" in page_text
    assert "?month=2026-06&amp;kind=club" in page_text


def test_page_of_a_district_leads_to_its_tournaments(client):
    own_club, elsewhere = ClubFactory(), ClubFactory()
    running("Here", own_club)
    running("Elsewhere", elsewhere)
    page_text = client.get(f"/districts/{own_club.district.code}/").text
    (link,) = re.findall(rf'href="({re.escape(LIST)}\?[^"]*)"', page_text)

    assert listed(client.get(link)) == {"Here"}


def test_links_between_the_views_follow_a_filter_chosen_by_script(client):
    alone = {"HX-Request": "true", "HX-Target": "list"}
    part = client.get(LIST, {"kind": "club"}, headers=alone).text

    assert f"{FEED}?kind=club" in part
    assert f"{MONTH}?kind=club" in part
    assert part.count('id="calendar-views" hx-swap-oob="true"') == 1
    assert "hx-swap-oob" not in client.get(LIST, {"kind": "club"}).text


def test_feed_and_month_ignore_the_year_of_the_list(client):
    listed = client.get(LIST, {"year": "2026", "kind": "club"}).text

    assert f"{FEED}?kind=club" in listed
    assert f"{MONTH}?kind=club" in listed


def test_days_of_adjacent_months_do_not_count_for_an_empty_month(client):
    first = date(2026, 5, 1)
    running("First of May", start_date=first, end_date=first)

    april = client.get(MONTH, {"month": "2026-04"}).context["month"]
    may = client.get(MONTH, {"month": "2026-05"}).context["month"]

    assert (april.is_empty, may.is_empty) == (True, False)


def test_feed_has_whole_days_and_the_page(client):
    made = running("Spring cup", place="Kalmar")

    answer = client.get(FEED)

    event = in_feed(answer)["Spring cup"]
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert event["dtstart"].dt == FIRST_DAY
    assert event["dtend"].dt == LAST_DAY + timedelta(days=1)
    assert str(event["location"]) == "Kalmar"
    assert str(event["url"]).endswith(f"/tournaments/{made.pk}/")
    assert str(event["status"]) == "CONFIRMED"


@pytest.mark.parametrize("filters", ["club=999", "district=somewhere", "kind=go"])
def test_feed_with_an_invalid_filter_redirects_to_the_list_with_the_message(
    client, filters
):
    running("Elsewhere")
    answer = client.get(f"{FEED}?{filters}", follow=True)

    assert answer.redirect_chain == [(f"{LIST}?{filters}", 302)]
    assert answer.context["listing"].refused


def test_feed_is_the_same_at_each_reading(client):
    running("Spring cup")

    assert client.get(FEED).content == client.get(FEED).content


def test_long_feed_has_only_the_latest_tournaments(client, monkeypatch):
    monkeypatch.setattr("tournaments.views.calendar.month.MOST_IN_FEED", 2)
    for month in (6, 7, 5):
        day = date(2026, month, 1)
        running(f"Month {month}", start_date=day, end_date=day)

    assert list(in_feed(client.get(FEED))) == ["Month 6", "Month 7"]


def test_cancelled_tournament_is_cancelled_in_the_feed(client):
    made = running("Spring cup")
    Tournament.objects.filter(pk=made.pk).update(state="cancelled")

    assert str(in_feed(client.get(FEED))["Spring cup"]["status"]) == "CANCELLED"


def test_only_a_sanctioned_tournament_is_public_before_it_begins(client):
    waiting = applied(section(tournament(name="Applied for")))
    sanction = sanctioned(section(tournament(name="Sanctioned")))

    assert listed(client.get(LIST)) == {"Sanctioned"}
    pages = [
        client.get(reverse("tournaments:tournament", args=[each.tournament_id]))
        for each in (sanction, waiting)
    ]
    assert [each.status_code for each in pages] == [200, 404]


def test_query_count_does_not_depend_on_the_number_of_tournaments(
    client, django_assert_num_queries
):
    running("One")
    client.get(MONTH, {"month": "2026-05"})
    with CaptureQueriesContext(connection) as one:
        client.get(MONTH, {"month": "2026-05"})
    running("Two")
    running("Three")

    with django_assert_num_queries(len(one)):
        client.get(MONTH, {"month": "2026-05"})
