from datetime import date

import pytest
from django.urls import reverse

from tests.factories import member
from tests.tournaments.makers import (
    acting,
    board,
    entered,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.starting import set_round_dates

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(secretary, club):
    made = section(tournament(club))
    entered(made, member(), member(), member())
    return made


def url(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


DAYS = {"round-1": "2026-05-04", "round-2": "2026-05-11", "round-3": "2026-05-18"}


def test_the_days_are_proposed_before_the_start(client, group):
    shown = text(client.get(url("start_section", group.pk)))

    for day in ("2026-05-04", "2026-05-11", "2026-05-18"):
        assert f'value="{day}"' in shown


def test_a_section_starts_on_the_chosen_days(client, group):
    answer = client.post(url("start_section", group.pk), DAYS)

    assert answer.url == url("results", group.pk)
    days = group.round_days.order_by("number").values_list("date", flat=True)
    assert [day.isoformat() for day in days] == list(DAYS.values())


@pytest.mark.parametrize("day", ["", "soon", "2026-06-01", "0001-01-01", "9999-12-31"])
def test_a_day_that_cannot_be_is_said_and_nothing_starts(client, group, day):
    answer = client.post(url("start_section", group.pk), {**DAYS, "round-2": day})

    group.refresh_from_db()
    assert answer.status_code == 200
    assert "could not be saved yet" in text(answer)
    assert group.started_at is None


def test_one_player_is_told_that_two_are_needed(client, secretary, club):
    lonely = section(tournament(club))
    entered(lonely, member())

    assert "At least two players are needed" in text(
        client.get(url("start_section", lonely.pk))
    )


def test_a_start_is_taken_back(client, group):
    client.post(url("start_section", group.pk), DAYS)

    client.post(url("undo_start", group.pk), {"asked": "yes", "sure": "on"})

    group.refresh_from_db()
    assert group.started_at is None


def test_a_start_with_results_is_not_taken_back(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    result(board(group, 1, 2), "1-0")

    asked = client.get(url("undo_start", group.pk))

    assert "There is a result already." in text(asked)
    client.post(url("undo_start", group.pk), {"asked": "yes", "sure": "on"})
    group.refresh_from_db()
    assert group.started_at is not None


def test_the_start_is_offered_back_only_while_that_is_possible(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    offered = text(client.get(url("section", group.pk)))
    result(board(group, 1, 2), "1-0")
    refused = text(client.get(url("section", group.pk)))

    assert (url("undo_start", group.pk) in offered, "The start stands" in offered) == (
        True,
        False,
    )
    assert url("undo_start", group.pk) not in refused
    assert "The start stands: There is a result already." in refused


def test_the_days_are_moved(client, secretary, club):
    group = started(section(tournament(club)), size=2)

    client.post(url("dates", group.pk), {"round-1": "2026-05-06"})

    assert group.round_days.get().date.isoformat() == "2026-05-06"


def test_a_section_that_has_started_goes_on_to_its_results(client, secretary, club):
    group = started(section(tournament(club)), size=2)

    answer = client.get(url("start_section", group.pk))
    assert answer.url == url("results", group.pk)


def test_a_section_that_is_paired_by_hand_goes_on_to_its_boards(
    client, secretary, club
):
    group = section(tournament(club), format="boards", rounds=1)
    entered(group, member(club), member(club))
    path = reverse("tournaments:start_section", args=[group.pk])
    answer = client.post(path, {"round-1": "2026-05-04"})
    assert answer.url == reverse("tournaments:boards", args=[group.pk])


def test_the_days_that_are_shown_are_those_of_the_rounds(client, secretary, club):
    group = started(section(tournament(club)), size=4)
    days = [date(2026, 5, 5), date(2026, 5, 12), date(2026, 5, 19)]
    set_round_dates(group.pk, days, acting=acting())

    form = client.get(reverse("tournaments:dates", args=[group.pk])).context["form"]

    assert [form.fields[name].initial for name in form.fields] == days


FALLING = {**DAYS, "round-2": "2026-05-18", "round-3": "2026-05-11"}


def test_days_that_fall_are_refused_where_rounds_are_paired_one_by_one(
    client, secretary, club
):
    swiss = section(tournament(club), format="boards", rounds=3)
    entered(swiss, member(), member())

    answer = client.post(url("start_section", swiss.pk), FALLING)

    said = (
        "Round 3 would be played before round 2. Give the rounds days in their order."
    )
    assert said in text(answer)
    swiss.refresh_from_db()
    assert swiss.started_at is None


@pytest.mark.parametrize("page", ["start_section", "dates"])
def test_days_that_fall_are_told_at_once_where_all_is_drawn(client, group, page):
    if page == "dates":
        client.post(url("start_section", group.pk), DAYS)

    answer = client.post(url(page, group.pk), FALLING, follow=True)

    assert "Round 3 is now played before round 2." in text(answer)


def test_days_in_order_are_saved_without_a_warning(client, group):
    answer = client.post(url("start_section", group.pk), DAYS, follow=True)
    assert "is now played before" not in text(answer)
