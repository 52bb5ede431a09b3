"""Finding lost work: `ratings.engine.domain.sweeping`."""

from datetime import date, timedelta

import pytest
from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.engine.domain.sweeping import (
    GRACE,
    outdated_live_lists,
    overdue_approvals,
    record_sweep,
    sweep_pool,
)
from ratings.enums import RunState
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Computation, LiveList, Period, Pool, Run, Sweep
from tests.factories import (
    NOON,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
)
from tests.races import together
from tests.ratings.rating_lists import open_next_period

DAY = date(2026, 2, 1)
LATER = NOON + GRACE + timedelta(seconds=1)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


def sweep_pools(*, at):
    found = [sweep_pool(pool, at=at) for pool in Pool.objects.order_by("pk")]
    record_sweep(found, at=at)
    return [each.pool_id for each in found if each.is_stale]


def a_run(**facts):
    return Run.objects.create(
        pool=chess_pool(), cause="posting", computed_before=0, started_at=NOON, **facts
    )


def test_pool_whose_message_was_lost_is_found_and_logged():
    posted(line(member(), member(), 2, DAY))

    assert sweep_pools(at=LATER) == [chess_pool().pk]
    assert list(Sweep.objects.values_list("at", "pools", "died_runs")) == [
        (LATER, 1, 0)
    ]


def test_recent_message_is_not_considered_lost():
    posted(line(member(), member(), 2, DAY))

    assert sweep_pools(at=NOON + timedelta(seconds=1)) == []
    assert Sweep.objects.count() == 0


def test_sweep_without_findings_stores_no_row():
    posted(line(member(), member(), 2, DAY))
    computed()

    assert sweep_pools(at=LATER) == []
    assert Sweep.objects.count() == 0


def test_a_run_whose_worker_died_is_closed():
    run = a_run()

    assert sweep_pools(at=LATER) == []

    run.refresh_from_db()
    assert (run.state, run.error, run.finished_at) == (
        RunState.FAILED,
        "the worker died",
        LATER,
    )
    assert list(Sweep.objects.values_list("pools", "died_runs")) == [(0, 1)]


def test_recently_started_run_is_not_closed():
    run = a_run()

    sweep_pools(at=NOON + timedelta(seconds=1))

    run.refresh_from_db()
    assert run.state == RunState.RUNNING


@at_once
def test_pool_claimed_by_a_worker_is_skipped():
    posted(line(member(), member(), 2, DAY))
    run = a_run()
    with transaction.atomic():
        Computation.objects.select_for_update().get(pk=chess_pool().pk)
        assert together(lambda: sweep_pools(at=LATER)) == [[]]

    run.refresh_from_db()
    assert run.state == RunState.RUNNING


def test_an_approval_whose_list_was_not_built_is_found():
    report = posted(line(member(), member(), 2, DAY))
    acting = ActionContext(UserFactory().pk, NOON)
    accept_report(report.pk, acting=acting)
    period = Period.objects.get(start_date=date(2026, 1, 1))
    open_next_period(period)
    computed()
    approval = approve_list(
        period.pk,
        seen=proposal_seen(period),
        comment="",
        today=date(2026, 5, 2),
        acting=acting,
    )

    assert overdue_approvals(at=NOON + timedelta(seconds=1)) == []
    assert overdue_approvals(at=LATER) == [approval.pk]
    publish_list(approval.pk, at=LATER)
    assert overdue_approvals(at=LATER) == []


def test_live_list_behind_the_computation_is_found():
    posted(line(member(), member(), 2, DAY))
    assert outdated_live_lists() == []
    computed()

    assert outdated_live_lists() == [chess_pool().pk]
    number_live_list(chess_pool().pk, today=DAY)
    assert outdated_live_lists() == []


@at_once
def test_live_list_being_numbered_is_skipped():
    posted(line(member(), member(), 2, DAY))
    computed()

    with transaction.atomic():
        LiveList.objects.select_for_update().get(pk=chess_pool().pk)
        assert together(outdated_live_lists) == [[]]
