from datetime import date

import pytest
from django.urls import reverse

from tests.tournaments.teams import started_league
from tests.tournaments.tournaments_made import section, tournament
from tests.worlds import shared
from tournaments.forms.calendar.copying import CopyForm
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@shared
def source(club):
    made = tournament(club, name="Spring cup 2026")
    section(made)
    return made


def test_copy_proposes_a_day_one_year_later_and_the_next_year_in_the_name(source):
    assert CopyForm.initial_of(source, date(2026, 6, 1)) == {
        "name": "Spring cup 2027",
        "first_day": date(2027, 5, 3),
    }


@pytest.mark.parametrize(
    ("first_day", "proposed"),
    [
        # 52 weeks are a day or two shorter than a year.
        (date(2026, 1, 1), date(2030, 1, 3)),
        (date(2024, 2, 29), date(2030, 2, 28)),
        (date(2026, 5, 4), date(2030, 5, 6)),
    ],
)
def test_proposed_day_is_the_same_weekday_nearest_to_the_date(
    club, first_day, proposed
):
    source = tournament(club, start_date=first_day, end_date=first_day)

    assert CopyForm.initial_of(source, date(2029, 12, 1))["first_day"] == proposed


@pytest.mark.parametrize(
    ("name", "first_day", "proposed"),
    [
        ("Nyårsöppna 2025/26", date(2025, 12, 27), "Nyårsöppna 2026/27"),
        ("Nyårsöppna 2025/2026", date(2025, 12, 27), "Nyårsöppna 2026/2027"),
        ("Nyårsöppna 2025–26", date(2025, 12, 27), "Nyårsöppna 2026–27"),
        ("Nyårsöppna 2025-26", date(2025, 12, 27), "Nyårsöppna 2026-27"),
        ("Serien 2025/26, våren", date(2026, 1, 31), "Serien 2026/27, våren"),
        ("Serien 25/26", date(2025, 12, 27), "Serien 26/27"),
        ("Jubileum 2099/00", date(2099, 12, 27), "Jubileum 2100/01"),
        # These are no seasons of the tournament's year.
        ("Vårcup 2026-05", date(2026, 5, 4), "Vårcup 2027-05"),
        ("Spring cup 2026 24/25", date(2026, 5, 4), "Spring cup 2027 24/25"),
        ("Cup 120261", date(2026, 5, 4), "Cup 120261"),
    ],
)
def test_copy_proposes_the_next_season_in_the_name(club, name, first_day, proposed):
    source = tournament(club, name=name, start_date=first_day, end_date=first_day)

    assert CopyForm.initial_of(source, date(2026, 6, 1))["name"] == proposed


def test_copy_of_an_old_tournament_proposes_a_future_day(source):
    proposed = CopyForm.initial_of(source, date(2029, 6, 1))

    assert proposed["first_day"] > date(2029, 6, 1)
    assert proposed["first_day"].weekday() == source.start_date.weekday()


def test_secretary_creates_the_copy(client, secretary, source):
    url = reverse("tournaments:copy", args=[source.pk])

    answer = client.post(url, {"name": "Spring cup 2027", "first_day": "2027-05-03"})

    made = Tournament.objects.get(name="Spring cup 2027")
    assert answer.url == reverse("tournaments:tournament", args=[made.pk])


def test_wrong_day_is_reported_at_its_field_and_the_name_is_kept(
    client, secretary, source
):
    url = reverse("tournaments:copy", args=[source.pk])

    answer = client.post(url, {"name": "Another name", "first_day": "2027-05-04"})

    assert answer.context["form"].errors == {
        "first_day": [
            "Choose the same day of the week as last time (4 May 2026): 3 May 2027 or "
            "10 May 2027."
        ]
    }
    assert "Another name" in answer.text
    assert Tournament.objects.count() == 1


def test_league_is_marked_as_one(client, secretary, club):
    made = started_league(of=section(tournament(club)))

    shown = client.get(reverse("tournaments:copy", args=[made.tournament_id])).text

    assert "Group A (by teams)" in " ".join(shown.split())


def test_copy_submitted_twice_needs_confirmation(client, secretary, source):
    url = reverse("tournaments:copy", args=[source.pk])
    form_data = {"name": "Spring cup 2027", "first_day": "2027-05-03"}
    client.post(url, form_data)

    again = client.post(url, form_data)
    assert "There is such a tournament already" in again.text
    assert Tournament.objects.filter(name="Spring cup 2027").count() == 1

    client.post(url, form_data | {"another": "yes"})
    assert Tournament.objects.filter(name="Spring cup 2027").count() == 2
