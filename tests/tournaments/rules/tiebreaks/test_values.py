"""What a tie-break gives one player: `tournaments.rules.tiebreaks.values`."""

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


def test_a_value_is_the_same_however_its_working_is_kept():
    made = replace(VALUE, steps=lambda: STEPS)
    assert made == VALUE
    assert made.working == STEPS
    assert hash(made) == hash(VALUE)


@pytest.mark.parametrize(
    "facts", [{"entry": 2}, {"key": (4,)}, {"steps": STEPS[:1]}, {"cut": ()}]
)
def test_a_value_with_another_fact_is_another(facts):
    assert replace(VALUE, **facts) != VALUE


def test_a_value_is_nothing_but_a_value():
    assert VALUE != (1, (3,), STEPS, (0,))
    assert WorkingLine(StepKind.WIN, 1) != VALUE


def test_values_of_another_player_or_key_have_another_place_in_a_set():
    assert hash(VALUE) not in {
        hash(replace(VALUE, entry=2)),
        hash(replace(VALUE, key=(4,))),
    }


def test_how_many_parts_make_a_whole():
    assert {unit.value: unit.parts for unit in Unit} == {
        "half_points": 2,
        "quarter_points": 4,
        "ten_thousandths": 10_000,
        "games": 1,
        "rating": 1,
        "place": 1,
    }


def test_a_performance_needs_the_tables_of_ratings():
    found = record(
        {1: [("played", 2, 2)], 2: [("played", 0, 1)]}, 1, ratings={1: 1500, 2: 1600}
    )
    with pytest.raises(NoRatingTablesError):
        TIE_BREAKS["performance"].compute(found, (1, 2))
