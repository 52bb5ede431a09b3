from datetime import date

import pytest
from django.urls import reverse

from tests.factories import acting, member
from tests.tournaments.pages import html_of, url
from tests.tournaments.tournaments_made import (
    board,
    entered,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.lots import draw_numbers
from tournaments.domain.starting import set_round_dates
from tournaments.models import Entry, Section

pytestmark = pytest.mark.django_db


@shared
def their_group(club):
    made = section(tournament(club))
    entered(made, member(), member(), member())
    return made


@pytest.fixture
def group(secretary, their_group):
    return their_group


DAYS = {"round-1": "2026-05-04", "round-2": "2026-05-11", "round-3": "2026-05-18"}


def test_days_are_proposed_before_the_start(client, group):
    shown = html_of(client.get(url("start_section", group.pk)))

    for day in ("2026-05-04", "2026-05-11", "2026-05-18"):
        assert f'value="{day}"' in shown


def test_section_starts_on_the_chosen_days(client, group):
    answer = client.post(url("start_section", group.pk), DAYS)

    assert answer.url == url("results", group.pk)
    days = group.round_days.order_by("number").values_list("date", flat=True)
    assert [day.isoformat() for day in days] == list(DAYS.values())


@pytest.mark.parametrize("day", ["", "soon", "2026-06-01", "0001-01-01", "9999-12-31"])
def test_invalid_day_is_reported_and_nothing_starts(client, group, day):
    answer = client.post(url("start_section", group.pk), {**DAYS, "round-2": day})

    group.refresh_from_db()
    assert answer.status_code == 200
    assert "could not be saved yet" in html_of(answer)
    assert group.started_at is None


def test_single_player_is_refused_with_a_message(client, secretary, club):
    lonely = section(tournament(club))
    entered(lonely, member())

    assert "At least two players are needed" in html_of(
        client.get(url("start_section", lonely.pk))
    )


def test_start_is_undone(client, group):
    client.post(url("start_section", group.pk), DAYS)

    client.post(url("undo_start", group.pk), {"asked": "yes", "sure": "on"})

    group.refresh_from_db()
    assert group.started_at is None


def test_start_with_results_is_not_undone(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    result(board(group, 1, 2), "1-0")

    answer = client.get(url("undo_start", group.pk))

    assert "There is already a result." in html_of(answer)
    client.post(url("undo_start", group.pk), {"asked": "yes", "sure": "on"})
    group.refresh_from_db()
    assert group.started_at is not None


def test_undoing_the_start_is_offered_only_while_possible(client, secretary, club):
    group = started(section(tournament(club)), size=2)
    offered = html_of(client.get(url("section", group.pk)))
    result(board(group, 1, 2), "1-0")
    refused = html_of(client.get(url("section", group.pk)))

    assert (
        url("undo_start", group.pk) in offered,
        "The start can no longer be taken back" in offered,
    ) == (
        True,
        False,
    )
    assert url("undo_start", group.pk) not in refused
    assert (
        "The start can no longer be taken back: There is already a result." in refused
    )


def test_days_are_moved(client, secretary, club):
    group = started(section(tournament(club)), size=2)

    client.post(url("dates", group.pk), {"round-1": "2026-05-06"})

    assert group.round_days.get().date.isoformat() == "2026-05-06"


def test_started_section_continues_with_its_results(client, secretary, club):
    group = started(section(tournament(club)), size=2)

    answer = client.get(url("start_section", group.pk))
    assert answer.url == url("results", group.pk)


def test_started_section_paired_by_hand_continues_with_its_boards(
    client, secretary, club
):
    group = section(tournament(club), format="boards", rounds=1)
    entered(group, member(club), member(club))
    path = reverse("tournaments:start_section", args=[group.pk])
    answer = client.post(path, {"round-1": "2026-05-04"})
    assert answer.url == reverse("tournaments:boards", args=[group.pk])


def test_days_shown_are_those_of_the_rounds(client, secretary, club):
    group = started(section(tournament(club)), size=4)
    days = [date(2026, 5, 5), date(2026, 5, 12), date(2026, 5, 19)]
    set_round_dates(group.pk, days, acting=acting())

    form = client.get(reverse("tournaments:dates", args=[group.pk])).context["form"]

    assert [form.fields[name].initial for name in form.fields] == days


def test_day_outside_the_tournament_names_its_round(client, secretary, club):
    swiss = section(tournament(club), format="boards", rounds=3)
    entered(swiss, member(), member())

    late = {**DAYS, "round-2": "2026-05-18", "round-3": "2026-05-26"}
    answer = client.post(url("start_section", swiss.pk), late)

    assert answer.context["form"].errors == {
        "round-3": [
            "Outside the tournament’s days, 4 May 2026 – 25 May 2026: round 3. "
            "Change the days of the rounds or of the tournament."
        ]
    }


FALLING = {**DAYS, "round-2": "2026-05-18", "round-3": "2026-05-11"}


def test_descending_days_are_refused_if_rounds_are_paired_one_by_one(
    client, secretary, club
):
    swiss = section(tournament(club), format="boards", rounds=3)
    entered(swiss, member(), member())

    answer = client.post(url("start_section", swiss.pk), FALLING)

    expected_text = (
        "Round 3 would be played before round 2. Give the days in the order of "
        "the rounds."
    )
    assert expected_text in html_of(answer)
    swiss.refresh_from_db()
    assert swiss.started_at is None


@pytest.mark.parametrize("page", ["start_section", "dates"])
def test_descending_days_are_reported_at_once_if_all_rounds_are_drawn(
    client, group, page
):
    if page == "dates":
        client.post(url("start_section", group.pk), DAYS)

    answer = client.post(url(page, group.pk), FALLING, follow=True)

    assert "Round 3 is now played before round 2." in html_of(answer)


def test_days_in_order_are_saved_without_a_warning(client, group):
    answer = client.post(url("start_section", group.pk), DAYS, follow=True)
    assert "is now played before" not in html_of(answer)


RULE = {
    "rule": "1",
    "weekday": "1",
    "every": "1",
    "rounds_a_day": "1",
    "first": "2026-05-04",
    "pause_from": "2026-05-11",
    "pause_to": "2026-05-12",
}


def proposed(answer):
    form = answer.context["form"]
    return [form.fields[name].initial.isoformat() for name in form.fields]


def test_days_are_filled_in_by_a_rule_and_saved_by_hand(client, group):
    answer = client.get(url("start_section", group.pk), RULE)
    assert proposed(answer) == ["2026-05-05", "2026-05-19", "2026-05-26"]
    assert "go on after the tournament’s last day, 25 May 2026" in html_of(answer)

    answer = client.get(
        url("start_section", group.pk), {**RULE, "pause_from": "2026-05-12"}
    )
    assert group.round_days.count() == 0

    begun = started(group)
    answer = client.get(
        url("dates", begun.pk), {**RULE, "weekday": "", "rounds_a_day": "2"}
    )
    assert proposed(answer)[:3] == ["2026-05-04", "2026-05-04", "2026-05-05"]
    assert "Look at them and save." in html_of(answer)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"first": ""}, "required"),
        ({"first": "9999-12-31"}, "more than a year"),
        ({"first": "0001-01-01"}, "more than a year"),
        ({"pause_to": ""}, "first and the last day without play"),
        ({"pause_from": ""}, "first and the last day without play"),
        ({"pause_to": "2026-05-01"}, "after the first day"),
        ({"pause_from": "9999-12-01", "pause_to": "9999-12-31"}, ""),
        ({"weekday": "9"}, "Select a valid choice"),
    ],
)
def test_invalid_rule_changes_nothing(client, group, wrong, words):
    answer = client.get(url("start_section", group.pk), {**RULE, **wrong})
    assert answer.status_code == 200
    assert words in html_of(answer)
    if words:
        assert proposed(answer) == list(DAYS.values())


def test_composition_of_the_section_is_shown_before_the_start(client, secretary, club):
    titled = section(tournament(club), gives_titles=True)
    entered(titled, member(), member())
    for page in ("section", "start_section"):
        shown = html_of(client.get(url(page, titled.pk)))
        assert "A pure section of class III" in shown
        assert "class III: 2." in shown
        assert "Fewer than eight players" in shown


@pytest.mark.parametrize("system", ["dutch_2026", "nordic"])
def test_numbers_out_of_rating_order_are_reported_before_the_start(
    client, secretary, club, system
):
    group = section(tournament(club), format="boards", rounds=3, pairing_system=system)
    entered(group, member())
    stronger = Entry.objects.get(pk=entered(group, member())[0].pk)
    expected_text = "The numbers do not follow the ratings"

    before = html_of(client.get(url("start_section", group.pk)))
    stronger.outside_rating, stronger.outside_kind = 2100, "fide"
    stronger.save()
    after = html_of(client.get(url("start_section", group.pk)))
    Section.objects.filter(pk=group.pk).update(pairing_system="monrad")
    other = html_of(client.get(url("start_section", group.pk)))

    assert [expected_text in shown for shown in (before, after, other)] == [
        False,
        True,
        False,
    ]


def test_numbers_not_by_lot_are_reported_before_a_monrad_start(client, secretary, club):
    group = section(
        tournament(club), format="boards", rounds=3, pairing_system="monrad"
    )
    entered(group, member(), member(), member())
    warnings = (
        "The numbers are not drawn by lot",
        "The numbers no longer follow the lots",
    )

    def shown():
        page = html_of(client.get(url("start_section", group.pk)))
        return [words in page for words in warnings]

    assert shown() == [True, False]
    draw_numbers(group.pk, acting=acting())
    assert shown() == [False, False]
    last = group.entries.in_order().last()
    client.post(url("order", group.pk), {"by": f"up-{last.pk}"})
    assert shown() == [False, True]
