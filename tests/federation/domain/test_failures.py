"""How what fails in the background is counted."""

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


def counted(part=SWEEP):
    """How often in a row, since when, the last time, and when it was done again."""
    facts = TaskFailure.objects.filter(part=part)
    return facts.values_list("count", "since", "last_at", "healed_at").get()


def test_failures_in_a_row_are_counted_since_the_first():
    failed(NOON)
    failed(LATER)
    assert counted() == (2, NOON, LATER, None)


def test_what_is_done_again_keeps_its_failures_and_the_moment_it_was_done():
    failed(NOON)
    failed(NOON, part="sweep: letters")
    note_done(SWEEP, at=LATER)
    assert counted() == (1, NOON, NOON, LATER)
    assert counted("sweep: letters") == (1, NOON, NOON, None)


def test_a_failure_after_it_was_done_again_begins_another_row():
    failed(NOON)
    failed(NOON)
    note_done(SWEEP, at=LATER)
    failed(LATEST)
    assert counted() == (1, LATEST, LATEST, None)
