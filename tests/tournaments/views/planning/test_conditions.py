"""The page of the rules and conditions of a tournament, and where deadlines are shown."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.models import OutboxMail
from tests.factories import (
    ClubFactory,
    UserFactory,
    member,
    officer,
    rated_by,
    secretary_of,
)
from tests.ratings.page_text import text
from tests.tournaments.pages import url
from tests.tournaments.renju import group_of, ranked
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tests.worlds import shared
from tournaments.models import ConditionsSent

pytestmark = pytest.mark.django_db

RULES = "Opening rule: Soosorv-8."


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")


@shared
def group(club):
    """Return a section ten days after the first of sixty days; Åsa has an account."""
    first = timezone.localdate() - timedelta(days=10)
    days = {"start_date": first, "end_date": first + timedelta(days=60)}
    asa = member(first_name="Åsa", last_name="Ek")
    UserFactory(email="asa@example.org", player=asa)
    bo = member(first_name="Bo", last_name="Öberg")
    return started(section(tournament(club, **days)), players=[asa, bo])


def page(client, group):
    return client.get(url("conditions", group.tournament_id))


def test_page_shows_the_deadline_and_the_reached_players(client, secretary, group):
    due = group.tournament.start_date + timedelta(weeks=3)

    shown = text(page(client, group))

    assert f"Rules and conditions for the players due {due}" in shown
    assert "A letter goes to 1 player who has an account" in shown
    assert "Without an account, so tell them yourself: Bo Öberg" in shown


def test_letters_are_sent_to_the_players_with_one_click(client, secretary, group):
    answer = client.post(
        url("conditions", group.tournament_id), {"text": RULES}, follow=True
    )

    assert "1 letter is on its way." in text(answer)
    assert f"done {timezone.localdate()}" in text(answer)
    assert RULES in text(answer)
    assert OutboxMail.objects.get().to == "asa@example.org"
    assert ConditionsSent.objects.get().recorded_by == secretary


def test_empty_text_is_refused_with_a_message(client, secretary, group):
    answer = client.post(url("conditions", group.tournament_id), {"text": "  "})

    assert "This field is required." in text(answer)
    assert not OutboxMail.objects.exists()


def test_conditions_sent_in_another_way_are_recorded_with_day_and_name(
    client, secretary, group
):
    day = group.tournament.start_date
    noting = url("note_conditions", group.tournament_id)

    answer = client.post(noting, {"sent_date": day.isoformat()}, follow=True)

    assert str(secretary) in text(answer)
    assert ConditionsSent.objects.get().sent_date == day


@pytest.mark.parametrize("day", ["", "soon", "2026-02-30", "9999-12-31"])
def test_invalid_day_is_refused_with_a_message(client, secretary, group, day):
    noting = url("note_conditions", group.tournament_id)

    answer = client.post(noting, {"sent_date": day}, follow=True)

    assert answer.status_code == 200
    assert not ConditionsSent.objects.exists()
    assert any(
        words in text(answer)
        for words in ("This field is required.", "valid date", "has not come yet")
    )


def test_recorded_note_is_removed(client, secretary, group):
    noting = url("note_conditions", group.tournament_id)
    client.post(noting, {"sent_date": timezone.localdate().isoformat()})
    record = ConditionsSent.objects.get()

    answer = client.post(url("take_back_conditions", record.pk), follow=True)

    assert "Struck out." in text(answer)
    assert not ConditionsSent.objects.exists()


def test_secretary_of_another_club_is_refused(client, club, group, secretary):
    noting = url("note_conditions", group.tournament_id)
    client.post(noting, {"sent_date": timezone.localdate().isoformat()})
    record = ConditionsSent.objects.get()
    client.force_login(secretary_of(ClubFactory()))

    assert page(client, group).status_code == 404
    for refused in (
        client.post(url("conditions", group.tournament_id), {"text": RULES}),
        client.post(noting, {"sent_date": timezone.localdate().isoformat()}),
        client.post(url("take_back_conditions", record.pk)),
    ):
        assert refused.status_code == 404
    assert ConditionsSent.objects.count() == 1
    assert not OutboxMail.objects.exists()


def test_tournament_without_such_a_deadline_has_no_page(client, secretary, group):
    rated_by("ssf_2008")

    assert page(client, group).status_code == 404
    sending = url("conditions", group.tournament_id)
    assert client.post(sending, {"text": RULES}).status_code == 404
    assert not OutboxMail.objects.exists()


def test_query_count_does_not_depend_on_the_number_of_players(
    client, secretary, club, django_assert_num_queries
):
    for size in (1, 3):
        group = section(tournament(club))
        entered(group, *ranked(*[10] * size))
        with django_assert_num_queries(14):
            page(client, group)


# --- where deadlines are shown ------------------------------------------------------
def overdue_tournament(club):
    group = group_of(10, 10, of=tournament(club, name="Long over"))
    return group.tournament


def test_organiser_sees_the_deadlines_on_the_tournament_page(client, secretary, club):
    own = overdue_tournament(club)
    seen = text(client.get(url("tournament", own.pk)))
    client.logout()
    public = text(client.get(url("tournament", own.pk)))

    # From 4 to 25 May 2026.
    assert "Rules and conditions for the players was due 2026-05-25" in seen
    assert "preliminary computation was due 2026-06-08" in seen
    assert "was due" not in public


def test_desk_shows_near_and_passed_deadlines(client, secretary, club, group):
    overdue_tournament(club)

    shown = text(client.get(reverse("tournaments:desk")))

    assert shown.count("Rules and conditions for the players was due 2026-05-25") == 1
    # The deadlines of the other tournament are still far away.
    assert shown.count("Rules and conditions for the players") == 1


def test_officer_desk_lists_passed_deadlines(client, club, group):
    overdue_tournament(club)
    client.force_login(officer())

    shown = text(client.get(reverse("tournaments:desk")))

    assert "Overdue at the organisers" in shown
    assert shown.count("Long over") == 2


def test_query_count_of_the_officer_desk_does_not_depend_on_the_number(
    client, club, django_assert_max_num_queries, django_assert_num_queries
):
    client.force_login(officer())
    overdue_tournament(club)
    with django_assert_max_num_queries(23) as one:
        client.get(reverse("tournaments:desk"))
    overdue_tournament(club)
    overdue_tournament(club)
    with django_assert_num_queries(len(one)):
        client.get(reverse("tournaments:desk"))
