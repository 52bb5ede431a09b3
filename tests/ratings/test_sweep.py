"""The separate parts of the sweep: `ratings.tasks.sweep`."""

from datetime import date

import pytest
from django.db import connection

from federation.celery import app, count_failure_of_task, count_task_done
from federation.models import TaskFailure
from ratings import tasks
from ratings.models import LiveList, PlacingRequest, Run, Sweep
from ratings.pools.domain.pools import create_pool
from tests.database import failing_writes
from tests.factories import NOON, chess_pool, line, member, posted

NEW_YEAR = date(2026, 1, 1)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broken():
    """Make the tables of FIDE's lists and of approvals unreadable."""
    tables = ("ratings_fideupload", "ratings_approval")
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"CREATE TEMPORARY TABLE {table} ()")
        yield
        for table in tables:
            cursor.execute(f"DROP TABLE pg_temp.{table}")


@pytest.fixture
def sent(monkeypatch):
    """Return the list of messages that would be sent to the broker."""
    messages = []
    for task in (tasks.recompute_pool, tasks.number_live_list):
        monkeypatch.setattr(
            task,
            "apply_async",
            lambda args=None, kwargs=None, *, name=task.name, **_: messages.append(
                (name, kwargs)
            ),
        )
    return messages


def failures():
    rows = TaskFailure.objects.order_by("part")
    return [(each.part, each.count, each.healed_at is not None) for each in rows]


def test_failing_part_stops_no_other_and_is_counted(broken, sent):
    posted(line(member(), member(), 2, NEW_YEAR))
    sent.clear()

    tasks.sweep()
    tasks.sweep()

    pool = {"pool_id": chess_pool().pk, "cause": "sweep"}
    assert sent == [("ratings.recompute_pool", pool)] * 2
    assert Sweep.objects.count() == 2
    assert failures() == [
        ("sweep: FIDE lists", 2, False),
        ("sweep: approvals", 2, False),
        ("sweep: comparisons", 2, False),
    ]


def test_successful_part_resets_its_failure_count(sent):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE ratings_approval ()")
        tasks.sweep()
        cursor.execute("DROP TABLE pg_temp.ratings_approval")
        tasks.sweep()
        healed = failures()
        cursor.execute("CREATE TEMPORARY TABLE ratings_approval ()")
        tasks.sweep()
        cursor.execute("DROP TABLE pg_temp.ratings_approval")

    parts = ("sweep: approvals", "sweep: comparisons")
    assert healed == [(part, 1, True) for part in parts]
    assert failures() == [(part, 1, False) for part in parts]


def test_failing_task_is_counted():
    task = app.tasks["ratings.number_live_list"]
    count_failure_of_task(task, ValueError("no such pool"))
    assert TaskFailure.objects.get().error == "ValueError: no such pool"

    count_task_done(task)

    assert failures() == [("ratings.number_live_list", 1, True)]


@pytest.fixture
def two_pools():
    second = create_pool(
        code="second", name="Second", system="ssf_2008", parameters={},
        from_date=date(2008, 4, 20),
    )  # fmt: skip
    return chess_pool(), second


def test_failing_pool_stops_no_later_one(sent, two_pools):
    first, second = two_pools
    for pool in two_pools:
        Run.objects.create(
            pool=pool, cause="posting", computed_before=0, started_at=NOON
        )
    with failing_writes(first.pk, "ratings_run", "state <> 'failed'"):
        tasks.sweep()
    runs = Run.objects.order_by("pool").values_list("pool", "state")
    assert list(runs) == [(first.pk, "running"), (second.pk, "failed")]
    assert failures() == [(f"sweep: {first.code}", 1, False)]


def test_slot_that_cannot_be_emptied_stops_no_later_one(sent, two_pools):
    first, _second = two_pools
    LiveList.objects.update(spare_since=10**12)
    with failing_writes(first.pk, "ratings_livelist", "spare_since IS NOT NULL"):
        tasks.sweep()
    left = LiveList.objects.filter(spare_since__isnull=False)
    assert list(left.values_list("pool", flat=True)) == [first.pk]
    assert failures() == [(f"sweep: ratings_liveplacerow {first.pk}", 1, False)]


def test_live_list_that_cannot_be_requested_stops_no_later_pool(sent, two_pools):
    first, second = two_pools
    with failing_writes(first.pk, "ratings_placingrequest", "false"):
        tasks.open_periods()
    requested_pools = PlacingRequest.objects.order_by("pool").values_list(
        "pool", flat=True
    )
    assert list(requested_pools) == [second.pk]
    assert failures() == [(f"open_periods: live list of {first.code}", 1, False)]
