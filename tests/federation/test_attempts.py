"""A part of a task that fails stops no other: `federation.attempts`."""

import pytest

from federation.attempts import attempt
from federation.models import TaskFailure

pytestmark = pytest.mark.django_db


def fails():
    raise LookupError("no such table")


def unhealed():
    rows = TaskFailure.objects.unhealed().order_by("part")
    return list(rows.values_list("part", "count", "error"))


def test_failure_is_counted_and_the_caller_continues():
    done = []
    for part, act in (("a", fails), ("b", lambda: done.append("b")), ("a", fails)):
        attempt(part, act)
    assert done == ["b"]
    assert unhealed() == [("a", 2, "LookupError: no such table")]


def test_later_success_clears_only_its_own_failures():
    for part in ("a", "b"):
        attempt(part, fails)
    attempt("a", list)
    assert [part for part, *_ in unhealed()] == ["b"]
