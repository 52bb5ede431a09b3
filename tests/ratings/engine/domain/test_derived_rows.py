"""The rows of a step as they are stored."""

from datetime import date
from math import nan

import numpy as np
import pytest
from django.db import IntegrityError, transaction

from ratings.engine.domain.derived_rows import (
    ChangeWriter,
    StepKey,
    days_since_2000,
    replace_rows,
    rows_of,
    stored_rows,
)
from ratings.ledger.domain.slots import CHANGES, Slots
from ratings.models import Change, ChangeRow
from ratings.rules.calendar import day_number
from ratings.rules.step import NEVER, StepOutcome
from tests.factories import chess_pool

PLAYED = date(2026, 2, 1)
KEY = StepKey(date(2026, 4, 30), date(2026, 1, 1))
IDS = np.array([11, 12, 13])


def outcome(**facts):
    """Return the outcome of three players; the second has no change."""
    columns = {
        "touched": [True, False, True],
        "before": [1500.0, 1400.0, nan],
        "start_from": [0, 0, 3],
        "change": [16.5, 0, 0],
        "bonus": [4.0, 0, 0],
        "deduction": [-50.0, 0, 0],
        "adjustment": [25.0, 0, 0],
        "after": [1495.5, 1400.0, nan],
        "games": [2, 0, 1],
        "score": [3, 0, 0],
        "last_played": [day_number(PLAYED), NEVER, NEVER],
        "adopts": [True, False, False],
        **facts,
    }
    tails = columns.pop("tails", {})
    return StepOutcome(
        **{name: np.array(values) for name, values in columns.items()}, tails=tails
    )


ADA = (1500, 16.5, 4, -50, 25, 1495.5, 2, 3, 0, PLAYED, True, None)
CY = (None, 0, None, None, None, None, 1, 0, 3, None, False, None)


def test_player_without_change_has_no_row():
    assert rows_of(outcome(), np.arange(3), IDS) == {11: ADA, 13: CY}
    assert rows_of(outcome(), np.array([1, 2]), IDS) == {13: CY}


def test_memory_includes_its_tail_and_unknown_memory_is_none():
    memory = [[1.0, 2.0], [nan, nan], [nan, nan]]
    found = rows_of(outcome(memory=memory, tails={0: (7.0,)}), np.arange(3), IDS)

    assert {player: row[-1] for player, row in found.items()} == {
        11: [1, 2, 7],
        13: None,
    }


def test_steps_are_ordered_by_last_day_first_day_and_report():
    first = StepKey(date(2026, 1, 31), date(2026, 1, 31), 9)
    keys = [first, KEY, StepKey(KEY.ended_on, KEY.started_on, 2)]
    late = StepKey(KEY.ended_on, date(2026, 2, 1))

    assert sorted([late, *keys[::-1]]) == [*keys, late]


@pytest.mark.parametrize(
    ("day", "number"),
    [(date(2000, 1, 1), 0), (date(1999, 12, 31), -1), (date(2001, 1, 1), 366)],
)
def test_day_numbers_agree_with_the_database(day, number):
    assert days_since_2000(day) == number


def slots():
    pool = chess_pool()
    return Slots(CHANGES, pool.pk, pool.computation.slot, can_fill=False)


def stored(key):
    rows = ChangeRow.objects.filter(
        pool_id=chess_pool().pk,
        slot=slots().current,
        ended_on=key.ended_on,
        started_on=key.started_on,
        report_id=key.report_id,
    )
    return {
        row.player_id: (
            row.before, row.change, row.bonus, row.deduction, row.adjustment,
            row.after, row.games, row.score, row.start_from, row.last_played,
            row.adopts, row.memory,
        )
        for row in rows
    }  # fmt: skip


@pytest.mark.django_db
def test_bulk_written_rows_equal_rows_written_singly():
    """Steps with memories and without, with tails and without, in one go."""
    memory = [[1.0, 2.0], [5.0, 5.0], [nan, nan]]
    event = StepKey(KEY.ended_on, KEY.ended_on, 7)
    later = StepKey(date(2026, 8, 31), date(2026, 5, 1))
    steps = [
        (KEY, outcome()),
        (event, outcome(memory=memory)),
        (later, outcome(memory=memory, tails={0: (7.0,)})),
    ]
    writer = ChangeWriter(slots(), slots().current)
    for key, found in steps:
        writer.add(key, found, IDS)

    assert writer.finish() == 6
    for key, found in steps:
        assert stored(key) == rows_of(found, np.arange(3), IDS)
    assert stored(KEY) == {11: ADA, 13: CY}


@pytest.mark.django_db
def test_only_zero_is_stored_as_null_and_read_as_zero():
    replace_rows(slots(), KEY, {}, {11: ADA, 13: CY})

    [cy] = Change.objects.of_pool(chess_pool().pk).filter(player_id=13)
    assert (cy.bonus, cy.deduction, cy.adjustment) == (0, 0, 0)
    for name in ("bonus", "deduction", "adjustment"):
        with (
            pytest.raises(IntegrityError, match="change_zero_is_null"),
            transaction.atomic(),
        ):
            ChangeRow.objects.update(**{name: 0})


@pytest.mark.django_db
def test_only_rows_that_differ_are_replaced():
    other = StepKey(KEY.ended_on, KEY.ended_on, 7)
    replace_rows(slots(), KEY, {}, {11: ADA, 12: ADA, 13: CY})
    replace_rows(slots(), other, {}, {11: CY})
    changed = (*ADA[:5], 1500, *ADA[6:])

    found = replace_rows(
        slots(), KEY, {11: ADA, 12: ADA, 13: CY}, {11: ADA, 12: changed, 14: CY}
    )

    assert sorted(found) == [12, 13, 14]
    assert stored(KEY) == {11: ADA, 12: changed, 14: CY}
    assert stored(other) == {11: CY}
    assert stored_rows(slots(), KEY, [11, 14, 99]) == {11: ADA, 14: CY}
