"""Counting of failures in the background."""

from datetime import timedelta

import pytest

from federation.domain.failures import note_done, note_failure
from federation.models import TaskFailure
from tests.factories import NOON

pytestmark = pytest.mark.django_db
SWEEP = "sweep: imports"
LATER, LATEST = NOON + timedelta(hours=1), NOON + timedelta(hours=2)


def failed(at, part=SWEEP):
    note_failure(part, ValueError("no table"), at=at)


def counts(part=SWEEP):
    """Return the number of failures in a row, and the times of the first, the last and
    the recovery.
    """
    facts = TaskFailure.objects.filter(part=part)
    return facts.values_list("count", "since", "last_at", "healed_at").get()


def test_failures_in_a_row_are_counted_since_the_first():
    failed(NOON)
    failed(LATER)
    assert counts() == (2, NOON, LATER, None)


def test_recovered_task_keeps_its_failures_and_the_time_of_recovery():
    failed(NOON)
    failed(NOON, part="sweep: letters")
    note_done(SWEEP, at=LATER)
    assert counts() == (1, NOON, NOON, LATER)
    assert counts("sweep: letters") == (1, NOON, NOON, None)


def test_failure_after_recovery_starts_a_new_row_of_failures():
    failed(NOON)
    failed(NOON)
    note_done(SWEEP, at=LATER)
    failed(LATEST)
    assert counts() == (1, LATEST, LATEST, None)
