from datetime import timedelta

import pytest

from ratings.pools.domain.pools import end_pool
from tests.factories import acting, officer
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament, take_up_again
from tournaments.domain.submitting import recall_results
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def states_of(tournament_id):
    """Return every state that the tournament has had, by the audit log."""
    events = Tournament.pgh_event_model.objects.filter(pgh_obj_id=tournament_id)
    return list(events.order_by("pgh_id").values_list("state", flat=True))


def test_cancelled_plan_is_resumed_as_a_plan():
    plan = tournament()
    cancel_tournament(plan.pk, acting=acting())

    assert take_up_again(plan.pk, acting=acting()).state == "draft"


def test_running_tournament_is_resumed_with_its_results():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")
    before = sorted(group.pairings.values_list("round", "white", "black", "result"))
    cancel_tournament(group.tournament_id, acting=acting())

    taken_up = take_up_again(group.tournament_id, acting=acting())

    after = sorted(group.pairings.values_list("round", "white", "black", "result"))
    assert (taken_up.state, after) == ("running", before)
    assert "1-0" in [line[-1] for line in after]


def test_recalled_and_cancelled_tournament_is_resumed_and_submitted_again():
    group = played(started(size=2))
    submitted(group)
    recall_results(group.tournament_id, acting=acting())
    cancel_tournament(group.tournament_id, acting=acting())

    take_up_again(group.tournament_id, acting=acting())

    assert submitted(group).version == 2


def test_cancelling_and_resuming_are_in_the_audit_log():
    group = started(size=2)
    cancel_tournament(group.tournament_id, acting=acting())
    take_up_again(group.tournament_id, acting=acting())

    assert states_of(group.tournament_id)[-3:] == ["running", "cancelled", "running"]


def test_tournament_of_a_pool_that_has_ended_is_not_resumed():
    group = section()
    of = group.tournament
    cancel_tournament(of.pk, acting=acting())
    last = of.end_date - timedelta(days=1)
    end_pool(of.pool_id, last, acting=acting(officer()))

    assert refusal_code(take_up_again, of.pk) == "pool_ended"
