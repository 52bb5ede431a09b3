"""A player's memory is a number or NULL, in every table that stores it."""

import math
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from ratings.models import ChangeRow, ListEntry, ListStep
from tests.factories import chess_pool

pytestmark = pytest.mark.django_db

OF_A_LIST = {"list_id": 1, "player_id": 1}
OF_A_STEP = {
    "player_id": 1,
    "ended_on": date(2026, 4, 30),
    "started_on": date(2026, 1, 1),
    "report_id": 0,
    "change": 0,
    "bonus": 0,
    "deduction": 0,
    "adjustment": 0,
    "games": 1,
    "score": 1,
}


@pytest.mark.parametrize(
    ("rows", "facts", "constraint"),
    [
        (
            ChangeRow,
            OF_A_STEP
            | {"slot": 0, "start_from": 0, "adopts": False}
            | {"bonus": None, "deduction": None, "adjustment": None},
            "change",
        ),
        (ListEntry, OF_A_LIST, "entry"),
        (ListStep, OF_A_LIST | OF_A_STEP, "list_step"),
    ],
)
def test_non_numeric_memory_is_refused(rows, facts, constraint):
    def write(*memory):
        rows.objects.create(pool_id=chess_pool().pk, **facts, memory=list(memory))

    for memory in ([math.nan], [1.5, math.nan]):
        with (
            pytest.raises(IntegrityError, match=f"{constraint}_memory_known_or_null"),
            transaction.atomic(),
        ):
            write(*memory)
    write(1.5, 2.5)
