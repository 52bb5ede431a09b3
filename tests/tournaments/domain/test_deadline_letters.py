"""Reminders of deadlines: conditions due on 25 May, results on 8 June 2026."""

from datetime import date

import pytest
from django.utils import timezone, translation

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    RoleFactory,
    acting,
    rated_by,
    secretary_of,
)
from tests.letters import message_of
from tests.tournaments.renju import ranked
from tests.tournaments.tournaments_made import draft, section, started, tournament
from tournaments.domain.conditions import note_conditions
from tournaments.domain.deadline_letters import remind_of_deadlines
from tournaments.domain.planning.tournaments import change_tournament
from tournaments.models import DeadlineReminder
from tournaments.tasks import deadlines

pytestmark = pytest.mark.django_db

NEAR, PASSED, LATE = date(2026, 5, 22), date(2026, 5, 26), date(2026, 6, 9)


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def group(club):
    rated_by("renju")
    return started(section(tournament(club)), players=ranked(10, 10))


def reminded(day) -> int:
    return remind_of_deadlines(today=day, acting=ActionContext(None, NOON))


def letters_to(user) -> list[str]:
    letters = OutboxMail.objects.filter(to=user.email).order_by("pk")
    return list(letters.values_list("subject", flat=True))


def test_organiser_is_reminded_once_before_and_once_after(group, club):
    secretary = secretary_of(club)
    days = (date(2026, 5, 21), NEAR, NEAR, date(2026, 5, 25), PASSED, PASSED)
    assert [reminded(day) for day in days] == [0, 1, 0, 0, 1, 0]
    assert letters_to(secretary) == ["Soon due: Spring cup", "Overdue: Spring cup"]
    letter = OutboxMail.objects.filter(to=secretary.email).first()
    assert "have to be with the players by 25 May 2026" in letter.body


def test_both_deadlines_have_letters_of_their_own(group, club):
    secretary_of(club)
    # On 5 June the deadline of the conditions has passed, and that of the results is
    # near.
    assert [reminded(day) for day in (date(2026, 6, 5), LATE)] == [2, 1]
    reminders = DeadlineReminder.objects.order_by("kind", "stage")
    assert list(reminders.values_list("kind", "stage")) == [
        ("computation", "near"),
        ("computation", "passed"),
        ("conditions", "passed"),
    ]


def test_every_secretary_of_the_club_gets_a_letter(group, club):
    users = [secretary_of(club), RoleFactory(kind=RoleKind.DEPUTY, club=club).user]
    secretary_of(ClubFactory())
    assert reminded(NEAR) == 2
    assert [letters_to(user) for user in users] == [["Soon due: Spring cup"]] * 2


@pytest.mark.parametrize(
    "role_facts",
    [
        {"to_date": date(2026, 5, 21)},
        {"from_date": date(2026, 5, 23)},
        {f"user__{name}": value for name, value in CLOSED.items()},
    ],
)
def test_user_whose_role_does_not_hold_on_the_day_gets_no_letter(
    group, club, role_facts
):
    RoleFactory(kind=RoleKind.SECRETARY, club=club, **role_facts)
    RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=club.district)
    assert (reminded(NEAR), OutboxMail.objects.count()) == (0, 0)


def test_letter_is_in_the_language_of_the_office(group, club):
    secretary = secretary_of(club)
    with translation.override("sv"):
        reminded(NEAR)
    assert letters_to(secretary) == ["Soon due: Spring cup"]


def test_district_officers_are_reminded_of_a_tournament_of_the_district():
    rated_by("renju")
    district = ClubFactory().district
    own = tournament(organiser_id=None, district_id=district.pk)
    started(section(own), players=ranked(10, 10))
    role = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district)
    assert (reminded(NEAR), letters_to(role.user)) == (1, ["Soon due: Spring cup"])


def test_met_deadline_gets_no_reminder(group, club):
    secretary_of(club)
    note_conditions(group.tournament_id, NEAR, today=NEAR, acting=acting())
    assert reminded(PASSED) == 0


def test_no_reminder_is_recorded_if_the_organiser_has_no_user(group, club):
    assert reminded(PASSED) == 0
    assert not DeadlineReminder.objects.exists()
    secretary_of(club)
    assert reminded(PASSED) == 1


def test_moved_deadline_is_reminded_of_again(group, club):
    secretary_of(club)
    reminded(LATE)
    moved = draft(club, end_date=date(2026, 6, 26))
    change_tournament(group.tournament_id, moved, acting=acting())
    # Two weeks from 26 June.
    assert [reminded(day) for day in (date(2026, 7, 7), date(2026, 7, 11))] == [1, 1]


def test_scheduled_task_sends_reminders(group, club, monkeypatch):
    secretary = secretary_of(club)
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: NEAR)
    deadlines()
    assert letters_to(secretary) == ["Soon due: Spring cup"]


def test_letter_about_the_results_names_their_own_deadline(group, club):
    secretary = secretary_of(club)
    note_conditions(group.tournament_id, NEAR, today=NEAR, acting=acting())

    assert [reminded(date(2026, 6, 5)), reminded(LATE)] == [1, 1]

    assert letters_to(secretary) == ["Soon due: Spring cup", "Overdue: Spring cup"]
    for letter in OutboxMail.objects.filter(to=secretary.email):
        assert message_of(letter).startswith(
            "The results of Spring cup with their preliminary computation have to be"
            " with the rating office by 8 June 2026."
        )


def test_tournament_of_a_district_reminds_neither_other_districts_nor_clubs():
    rated_by("renju")
    club = ClubFactory()
    own = tournament(organiser_id=None, district_id=club.district_id)
    started(section(own), players=ranked(10, 10))
    RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=ClubFactory().district)
    secretary_of(club)

    assert (reminded(NEAR), OutboxMail.objects.count()) == (0, 0)


def test_players_committee_and_office_get_no_reminder(group, club):
    RoleFactory(kind=RoleKind.RATING_OFFICER)
    RoleFactory(kind=RoleKind.ADMINISTRATOR)

    assert (reminded(PASSED), OutboxMail.objects.count()) == (0, 0)


def test_each_organiser_is_reminded_of_their_own_tournament(group, club):
    other = ClubFactory()
    started(section(tournament(other, name="Winter cup")), players=ranked(10, 10))
    ours, theirs = secretary_of(club), secretary_of(other)

    assert reminded(NEAR) == 2
    assert letters_to(ours) == ["Soon due: Spring cup"]
    assert letters_to(theirs) == ["Soon due: Winter cup"]


def test_reminder_is_recorded_with_its_deadline_and_time(group, club):
    secretary_of(club)
    reminded(NEAR)

    noted = DeadlineReminder.objects.get()
    assert (noted.tournament_id, noted.due_date, noted.written_at) == (
        group.tournament_id,
        date(2026, 5, 25),
        NOON,
    )
