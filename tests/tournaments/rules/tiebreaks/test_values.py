"""The value of a tie-break for one player: `tournaments.rules.tiebreaks.values`."""

from dataclasses import replace

import pytest

from tests.tournaments.rules.tiebreaks.records import record
from tournaments.rules.tiebreaks.ratings import NoRatingTablesError
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.values import (
    StepKind,
    TieBreakValue,
    Unit,
    WorkingLine,
)

STEPS = (WorkingLine(StepKind.WIN, 1), WorkingLine(StepKind.WIN, 2))
VALUE = TieBreakValue(1, (3,), STEPS, (0,))


def test_value_is_equal_however_its_working_is_stored():
    made = replace(VALUE, steps=lambda: STEPS)
    assert made == VALUE
    assert made.working == STEPS
    assert hash(made) == hash(VALUE)


@pytest.mark.parametrize(
    "facts", [{"entry": 2}, {"key": (4,)}, {"steps": STEPS[:1]}, {"cut": ()}]
)
def test_value_with_another_field_differs(facts):
    assert replace(VALUE, **facts) != VALUE


def test_value_equals_only_a_value():
    assert VALUE != (1, (3,), STEPS, (0,))
    assert WorkingLine(StepKind.WIN, 1) != VALUE


def test_hash_depends_on_player_and_key():
    assert hash(VALUE) not in {
        hash(replace(VALUE, entry=2)),
        hash(replace(VALUE, key=(4,))),
    }


def test_unit_has_its_number_of_parts():
    assert {unit.value: unit.parts for unit in Unit} == {
        "half_points": 2,
        "quarter_points": 4,
        "ten_thousandths": 10_000,
        "games": 1,
        "rating": 1,
        "place": 1,
    }


def test_performance_needs_rating_tables():
    found = record(
        {1: [("played", 2, 2)], 2: [("played", 0, 1)]}, 1, ratings={1: 1500, 2: 1600}
    )
    with pytest.raises(NoRatingTablesError):
        TIE_BREAKS["performance"].compute(found, (1, 2))
