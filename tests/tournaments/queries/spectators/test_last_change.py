"""What is shown of a tournament: `tournaments.queries.spectators.last_change`."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import acting
from tests.tournaments.sanctions import sanctioned, terms
from tests.tournaments.tournaments_made import section, started, tournament
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.models import Tournament
from tournaments.queries.spectators.last_change import last_change
from tournaments.views.access import is_public

pytestmark = pytest.mark.django_db


def in_preparation(made):
    return made


def cancelled_in_preparation(made):
    cancel_tournament(made.tournament_id, acting=acting())


def open_for_entries(made):
    today = timezone.localdate()
    opening = EntryOpening(from_date=today, to_date=today)
    open_entries(made.pk, opening, acting=acting())


def open_for_entries_and_cancelled(made):
    open_for_entries(made)
    cancelled_in_preparation(made)


def with_a_sanction(made):
    terms()
    sanctioned(made)


def begun(made):
    started(made, size=2)


def begun_and_cancelled(made):
    begun(made)
    cancelled_in_preparation(made)


@pytest.mark.parametrize(
    ("do", "expected"),
    [
        (in_preparation, False),
        (cancelled_in_preparation, False),
        (open_for_entries, True),
        (open_for_entries_and_cancelled, True),
        (with_a_sanction, True),
        (begun, True),
        (begun_and_cancelled, True),
    ],
)
def test_last_change_says_whether_everyone_may_see_the_tournament(club, do, expected):
    day = timezone.localdate() + timedelta(days=30)
    made = section(tournament(club, start_date=day, end_date=day, place="Luleå"))
    do(made)
    rows = Tournament.objects.filter(pk=made.tournament_id)

    assert last_change(rows, timezone.now()).is_public is expected
    assert is_public(rows.get()) is expected
    assert rows.public().exists() is expected
