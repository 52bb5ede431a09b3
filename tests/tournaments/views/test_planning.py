from datetime import date, timedelta

import pytest
from django.urls import reverse

from ratings.models import Pool
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    RoleFactory,
    chess_pool,
    member,
    officer,
)
from tests.ratings.lask_pool import kept_by_lask
from tests.ratings.published import decided
from tests.tournaments.makers import played, section, started, submitted, tournament
from tournaments.models import Section, Tournament

pytestmark = pytest.mark.django_db

TOLD = {
    "name": "Autumn cup",
    "start_date": "2026-09-07",
    "end_date": "2026-10-19",
    "place": "The library",
    "minutes": "120",
    "time_control": "",
    "period_rule": "by_date",
    "section_name": "Group A",
    "format": "round_robin",
    "rounds": "",
    "tie_breaks": "standard",
}


@pytest.fixture
def told(club):
    return {**TOLD, "organiser": f"c{club.pk}", "pool": chess_pool().pk}


def send(client, name, told, *args):
    return client.post(reverse(f"tournaments:{name}", args=args), told)


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_a_secretary_makes_a_tournament_and_goes_on_to_the_players(
    client, secretary, club, told
):
    answer = send(client, "new", told)

    made = Section.objects.get()
    assert answer.url == reverse("tournaments:section", args=[made.pk])
    assert made.tournament.organiser == club
    assert made.tournament.start_date == date(2026, 9, 7)
    assert (made.name, made.format) == ("Group A", "round_robin")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "This field is required"),
        ("name", "x" * 121, "at most 120 characters"),
        ("end_date", "2026-09-06", "The last day comes before the first day"),
        ("end_date", "2029-09-06", "more than two years"),
        ("start_date", "yesterday", "Enter a valid date"),
        ("start_date", "9999-12-31", "too far ahead"),
        ("start_date", "1990-01-01", "more than two years"),
        ("minutes", "0", "greater than or equal to 1"),
        ("minutes", "9" * 30, "less than or equal to 1440"),
        ("format", "knock-out", "Select a valid choice"),
        ("organiser", "c0", "Select a valid choice"),
        ("organiser", "nobody", "Select a valid choice"),
        ("rounds", "41", "less than or equal to 40"),
        ("pool", "99999999999999999999", "Select a valid choice"),
        ("period_rule", "", "This field is required"),
    ],
)
def test_what_cannot_be_is_said_and_the_rest_is_kept(
    client, secretary, told, field, value, words
):
    answer = send(client, "new", {**told, field: value})

    shown = text(answer)
    assert answer.status_code == 200
    assert words in shown
    assert ("Autumn cup" in shown) == (field != "name")
    assert not Tournament.objects.exists()


def test_a_first_day_before_the_rating_system_is_said_beside_the_day(
    client, secretary, told
):
    old = {**told, "start_date": "2007-05-01", "end_date": "2007-06-01"}

    assert "No rating system holds on" in text(send(client, "new", old))


def test_a_section_paired_by_hand_needs_its_rounds(client, secretary, told):
    answer = send(client, "new", {**told, "format": "boards"})

    assert "Say how many rounds there will be." in text(answer)


def test_a_secretary_arranges_for_the_own_club_only(client, secretary, told):
    other = ClubFactory()

    answer = send(client, "new", {**told, "organiser": f"c{other.pk}"})

    assert "Select a valid choice" in text(answer)


def test_a_district_arranges_for_itself_and_its_clubs(client, told):
    district = DistrictFactory()
    club = ClubFactory(district=district)
    ClubFactory()
    client.force_login(RoleFactory(kind="district", district=district).user)

    shown = text(client.get(reverse("tournaments:new")))
    assert f'value="d{district.pk}"' in shown
    assert f'value="c{club.pk}"' in shown
    assert shown.count('<option value="c') == 1

    send(client, "new", {**told, "organiser": f"d{district.pk}"})
    made = Tournament.objects.get()
    assert (made.organiser, made.district) == (None, district)


def offered(client, name, field, *args):
    form = client.get(reverse(f"tournaments:{name}", args=args)).context["form"]
    return [str(label) for _value, label in form.fields[field].choices]


def test_a_club_that_is_closed_arranges_nothing(client, club, today):
    second = ClubFactory(name="Second", district=club.district)
    ClubFactory(name="Closed", district=club.district, closed_date=today)
    role = RoleFactory(kind="district", district=club.district)
    client.force_login(role.user)

    assert offered(client, "new", "organiser") == [
        club.district.name,
        *sorted([club.name, second.name]),
    ]


def test_a_pool_that_has_ended_is_offered_to_its_own_tournaments_alone(
    client, secretary, club, today
):
    of = tournament(club)
    yesterday = today - timedelta(days=1)
    Pool.objects.create(code="ended", name="Ended", ends_on=yesterday)
    Pool.objects.create(code="last", name="Last day", ends_on=today)
    chess = str(chess_pool())

    assert offered(client, "new", "pool") == [chess, "Last day"]
    Pool.objects.filter(pk=of.pool_id).update(ends_on=yesterday)
    assert offered(client, "new", "pool") == ["Last day"]
    assert offered(client, "change", "pool", of.pk) == [chess, "Last day"]


def test_a_tournament_is_changed(client, secretary, club, told):
    made = tournament(club)

    answer = send(client, "change", {**told, "name": "Winter cup"}, made.pk)

    made.refresh_from_db()
    assert answer.url == reverse("tournaments:tournament", args=[made.pk])
    assert made.name == "Winter cup"


def test_one_more_section_gets_the_next_letter(client, secretary, club):
    made = tournament(club)
    section(made)

    shown = text(client.get(reverse("tournaments:new_section", args=[made.pk])))

    assert 'value="Group B"' in shown


def test_the_form_of_a_started_section_is_said_to_stand(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    told = {
        "section_name": "A",
        "format": "boards",
        "rounds": "3",
        "tie_breaks": "standard",
    }

    answer = send(client, "edit_section", told, group.pk)

    assert "The section has started." in text(answer)


def test_what_stands_is_said_beside_its_field(client, secretary, club, told):
    group = played(started(section(tournament(club)), size=2))
    submitted(group, is_final=False)
    section_told = {
        "section_name": "A", "format": "round_robin", "tie_breaks": "customary",
    }  # fmt: skip

    of_section = send(client, "edit_section", section_told, group.pk)
    assert list(of_section.context["form"].errors) == ["tie_breaks"]
    assert "announced before the start" in text(of_section)

    days = {"start_date": "2026-05-04", "end_date": "2026-05-25"}
    whole = {**told, **days, "period_rule": "first_day"}
    answer = send(client, "change", whole, group.tournament_id)
    assert list(answer.context["form"].errors) == ["period_rule"]
    assert "chosen before any results are sent in" in text(answer)


def test_a_section_is_renamed(client, secretary, club):
    made = section(tournament(club))
    told = {
        "section_name": "Class II",
        "format": "double",
        "tie_breaks": "customary",
        "gives_titles": "on",
    }

    send(client, "edit_section", told, made.pk)

    made.refresh_from_db()
    assert (made.name, made.format, made.gives_titles) == ("Class II", "double", True)
    assert made.tie_breaks == ["quality", "wins", "direct_encounter", "lots"]


def test_a_section_is_taken_away(client, secretary, club):
    made = section(tournament(club))

    send(client, "drop_section", {}, made.pk)

    assert not Section.objects.exists()


def test_a_tournament_is_called_off(client, secretary, club):
    made = tournament(club)

    send(client, "cancel", {}, made.pk)

    made.refresh_from_db()
    assert made.state == "cancelled"


def test_what_is_not_possible_is_said_in_words(client, secretary, club):
    group = played(started(section(tournament(club)), size=2))
    submitted(group, is_final=False)

    url = reverse("tournaments:cancel", args=[group.tournament_id])
    answer = client.post(url, follow=True)

    assert "Results of the tournament count already." in " ".join(
        str(message) for message in answer.context["messages"]
    )


# --- where LASK is kept -----------------------------------------------------------
@pytest.fixture
def lask():
    """A ledger that has begun, with an initial rating."""
    kept_by_lask()
    decided(member(), 1900)


def form_of(client, name, *args):
    return client.get(reverse(f"tournaments:{name}", args=args)).context["form"]


def test_without_lask_nobody_is_asked_for_a_method(client, secretary, club):
    made = section(tournament(club))
    assert not {"method", "is_large"} & set(form_of(client, "new").fields)
    assert "mean_rating" not in form_of(client, "edit_section", made.pk).fields


def test_where_lask_is_kept_the_method_is_chosen_and_said(
    lask, client, secretary, club, told
):
    send(client, "new", {**told, "method": "monrad", "period_rule": "first_day"})
    made = Section.objects.get()
    assert made.tournament.method == "monrad"
    page = client.get(reverse("tournaments:tournament", args=[made.tournament_id]))
    assert "opponents’ mean of a Monrad tournament" in text(page)


def test_a_whole_tournament_in_two_periods_is_said_beside_the_period(
    lask, client, secretary, told
):
    answer = send(client, "new", {**told, "method": "concentrated"})
    assert list(answer.context["form"].errors) == ["period_rule"]


def test_which_events_are_large_an_officer_says(lask, client, secretary, club, told):
    of = tournament(club, is_large=True)
    assert "is_large" not in form_of(client, "change", of.pk).fields
    # The secretary's own changes leave it as it is, whatever is sent.
    send(client, "change", {**told, "method": "games"}, of.pk)
    of.refresh_from_db()
    assert (of.name, of.is_large) == ("Autumn cup", True)
    client.force_login(officer())
    send(client, "change", {**told, "method": "games"}, of.pk)
    of.refresh_from_db()
    assert of.is_large is False


def test_the_mean_of_a_section_comes_with_how_it_was_found(
    lask, client, secretary, club
):
    of = tournament(club, method="monrad", period_rule="first_day")
    made = section(of)
    told = {
        "section_name": "A", "format": "round_robin", "tie_breaks": "standard",
        "mean_rating": "1775",
    }  # fmt: skip
    answer = send(client, "edit_section", told, made.pk)
    assert list(answer.context["form"].errors) == ["mean_reason"]
    send(client, "edit_section", {**told, "mean_reason": "class II"}, made.pk)
    made.refresh_from_db()
    assert (made.mean_rating, made.mean_reason) == (1775, "class II")


@pytest.mark.parametrize("mean", ["499", "3501", "many", "9" * 30])
def test_a_mean_that_nobody_has_is_refused(lask, client, secretary, club, mean):
    made = section(tournament(club, method="monrad", period_rule="first_day"))
    told = {
        "section_name": "A", "format": "round_robin", "tie_breaks": "standard",
        "mean_rating": mean, "mean_reason": "x",
    }  # fmt: skip
    answer = send(client, "edit_section", told, made.pk)
    assert list(answer.context["form"].errors) == ["mean_rating"]


def test_a_ledger_that_has_not_begun_asks_for_nothing(client, secretary):
    kept_by_lask()
    assert not {"method", "is_large"} & set(form_of(client, "new").fields)
