"""What an edition may choose within the SSF rating system."""

import json

import pytest

from ratings.rules.parameters import BadParameters
from ratings.rules.rating_table import rating_table
from ratings.rules.ssf.parameters import SsfParameters


def test_the_defaults_are_those_of_the_text():
    # SSF rating, points 1, 2, 4, 6, 9, 10 and Below 1200.
    assert SsfParameters().to_json() == {
        "period_starts": [[1, 1], [5, 1], [9, 1]],
        "table": "ssf_2008",
        "halving_from": 2200,
        "common_from": 1200,
        "minutes": 120,
        "low_minutes": 60,
        "lowest": 800,
        "bonus_bands": [[1000, 20], [1200, 10]],
        "adult_age": 15,
        "adult_start": 1300,
        "young_start": 1000,
        "deduction": 50,
        "deductions": 3,
    }


def test_parameters_survive_being_stored():
    chosen = SsfParameters(
        period_starts=((1, 1), (7, 1)), bonus_bands=(), deductions=0, young_start=900
    )
    assert SsfParameters.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_parameter_missing_in_an_older_edition_keeps_its_default():
    assert SsfParameters.from_json({"lowest": 700}) == SsfParameters(lowest=700)


def test_every_invalid_field_is_named():
    with pytest.raises(BadParameters) as caught:
        SsfParameters.from_json(
            {
                "period_starts": [[2, 30]],
                "table": "elo",
                "halving_from": -1,
                "common_from": 5000,
                "minutes": "120",
                "lowest": True,
                "adult_age": 1.5,
                "bonus_bands": [[1200, 10], [1000, 20]],
                "k_factor": 16,
            }
        )
    assert caught.value.errors == {
        "period_starts": "not_dates",
        "table": "unknown_table",
        "halving_from": "too_low",
        "common_from": "too_high",
        "minutes": "not_whole",
        "lowest": "not_whole",
        "adult_age": "not_whole",
        "bonus_bands": "not_ascending",
        "k_factor": "unknown_field",
    }


@pytest.mark.parametrize(
    ("bands", "code"),
    [
        ("20", "not_bands"),
        ([20], "not_bands"),
        ([[1000, 20, 1]], "not_bands"),
        ([[-1, 20]], "not_bands"),
        ([[4001, 20]], "not_bands"),
        ([[1000, 20, 1], [1200, 10]], "not_bands"),
        ([[1000, 101]], "too_high"),
        ([[1000, -1]], "too_low"),
        ([[1000, 20], [1000, 10]], "not_ascending"),
    ],
)
def test_bonus_bands_without_effect_are_refused(bands, code):
    with pytest.raises(BadParameters) as caught:
        SsfParameters.from_json({"bonus_bands": bands})
    assert caught.value.errors == {"bonus_bands": code}


def test_minimum_and_maximum_of_bands_and_tables_are_accepted():
    bands, table = [[0, 0], [4000, 100]], [[0, 0], [4000, 16]]
    chosen = SsfParameters.from_json({"bonus_bands": bands, "table": table})
    assert chosen.bonus_bands == ((0, 0), (4000, 100))
    assert chosen.table == ((0, 0), (4000, 16))


def test_same_minimum_time_for_all_is_accepted():
    assert SsfParameters.from_json({"minutes": 60}).low_minutes == 60


def test_time_for_low_ratings_must_not_exceed_the_common_one():
    with pytest.raises(BadParameters) as caught:
        SsfParameters.from_json({"minutes": 60, "low_minutes": 90})
    assert caught.value.errors == {"low_minutes": "too_high"}


def test_an_edition_may_have_a_table_of_its_own():
    rows = [[0, 0], [100, 8], [200, 16]]
    own = SsfParameters.from_json({"table": rows})
    assert own.to_json()["table"] == rows
    table = rating_table(own.table)
    assert [(row.low, row.high, row.compensation) for row in table.rows] == [
        (0, 99, 0),
        (100, 199, 8),
        (200, None, 16),
    ]


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("none", "unknown_table"),
        (7, "unknown_table"),
        ([], "not_table"),
        ([[1, 0]], "not_table"),
        ([[0, 0], [0, 1]], "not_table"),
        ([[0, 0], [100, 17]], "not_table"),
        ([[0, 0], [100, -1]], "not_table"),
        ([[0, 0], [-1, 1]], "not_table"),
        ([[0, 0], [200, 1], [100, 2]], "not_table"),
        ([[0, 0], [100]], "not_table"),
        ([[0, 0.5]], "not_table"),
        ([[0, 0], [4001, 3]], "not_table"),
    ],
)
def test_malformed_table_is_refused(table, code):
    with pytest.raises(BadParameters) as refused:
        SsfParameters.from_json({"table": table})
    assert refused.value.errors == {"table": code}
