"""What an edition may choose within the LASK rating system."""

import json
from datetime import date

import pytest

from ratings.rules.calendar import periods_between
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.parameters import BadParameters


def test_the_defaults_are_those_of_the_text():
    # LASK Rankingregel 2; 2, 3, 4, 6, 7, 11a, 11b.
    assert LaskParameters().to_json() == {
        "period_starts": [[1, 1], [3, 1], [6, 1], [9, 1], [11, 1]],
        "table": "ssf_2008",
        "deduction_table": "lask_1970",
        "minutes": 180,
        "season_starts": [9, 1],
        "summer_starts": [6, 1],
        "return_days": 15,
        "summer_bonus": 16,
        "supplement_season": 1970,
        "supplement_factor": 10,
    }


def test_the_base_dates_make_five_periods_from_september_to_august():
    periods = periods_between(
        date(1970, 9, 1), date(1971, 8, 31), LaskParameters().period_starts
    )
    assert [period.label for period in periods] == [
        "1970-09 … 1970-10",
        "1970-11 … 1970-12",
        "1971-01 … 1971-02",
        "1971-03 … 1971-05",
        "1971-06 … 1971-08",
    ]


def test_parameters_survive_being_stored():
    chosen = LaskParameters(
        period_starts=((1, 1), (7, 1)),
        season_starts=(7, 1),
        summer_starts=(1, 1),
        supplement_season=0,
    )
    assert LaskParameters.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_parameter_missing_in_an_older_edition_keeps_its_default():
    assert LaskParameters.from_json({"minutes": 120}) == LaskParameters(minutes=120)


def test_every_invalid_field_is_named():
    with pytest.raises(BadParameters) as caught:
        LaskParameters.from_json(
            {
                "period_starts": [[2, 30]],
                "table": "lask_1970",
                "deduction_table": "ssf_2008",
                "minutes": -1,
                "season_starts": [[9, 1]],
                "summer_starts": 6,
                "return_days": 0,
                "summer_bonus": 16.0,
                "supplement_season": 10_000,
                "supplement_factor": True,
                "halving_from": 2200,
            }
        )
    assert caught.value.errors == {
        "period_starts": "not_dates",
        "table": "unknown_table",
        "deduction_table": "unknown_table",
        "minutes": "too_low",
        "season_starts": "not_dates",
        "summer_starts": "not_dates",
        "return_days": "too_low",
        "summer_bonus": "not_whole",
        "supplement_season": "too_high",
        "supplement_factor": "not_whole",
        "halving_from": "unknown_field",
    }


def test_season_and_summer_begin_on_base_dates():
    with pytest.raises(BadParameters) as caught:
        LaskParameters.from_json({"period_starts": [[1, 1], [6, 1]]})
    assert caught.value.errors == {"season_starts": "not_a_base_date"}


def test_season_and_summer_do_not_begin_together():
    with pytest.raises(BadParameters) as caught:
        LaskParameters.from_json({"summer_starts": [9, 1]})
    assert caught.value.errors == {"summer_starts": "same_day"}
