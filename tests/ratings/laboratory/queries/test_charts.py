"""The charts of an experiment, each with its table: `laboratory.queries.charts`."""

from datetime import date

import pytest
from django.utils import translation

from ratings.laboratory.queries.charts import (
    calibration,
    distribution,
    means,
    percent,
    points,
    surplus,
)
from ratings.laboratory.queries.levels import (
    levels_of_all,
    mean_text,
    names_of,
    rated,
    systems_of_candidate,
)
from ratings.pools.queries.systems import SystemsOfPool

LABELS = ("Own", "Elo", "Glicko")
NUMBERS = SystemsOfPool(((date.min, "elo"),))
RENJU = SystemsOfPool(((date.min, "renju"),))
LATER = SystemsOfPool(((date.min, "elo"), (date(2026, 1, 1), "renju")))


def spread(mean):
    return {"mean": mean, "players": 2, "quantiles": None}


def marks(*rows):
    """Return marks of a candidate from (day, mean of all, mean of the young)."""
    return {
        "marks": [
            {"date": day, "everybody": spread(everybody), "young": spread(young)}
            for day, everybody, young in rows
        ]
    }


def cells(chart):
    return [(row.label, *row.shown) for row in chart.rows]


def test_calibration_is_in_the_order_of_the_candidates():
    bins = [{"low": 0.4, "high": 0.5}, {"low": 0.5, "high": 0.6}]

    def foretold(number, *scored):
        return {
            "candidate": number,
            "calibration": [
                each | {"scored": share}
                for each, share in zip(bins, scored, strict=True)
            ],
        }

    chart = calibration(
        {"quality": [foretold(2, 0.42, None), foretold(0, 0.455, 0.61)]}, LABELS
    )
    assert chart.series == ("Own", "Glicko")
    assert cells(chart) == [
        ("40 %–50 %", "46 %", "42 %"),
        ("50 %–60 %", "61 %", "–"),
    ]
    assert [row.x for row in chart.rows] == ["0.45", "0.55"]


def test_means_are_those_of_the_chosen_group_day_by_day():
    result = {
        "candidates": [
            marks(("2025-12-31", 1500.04, 1100.5), ("2026-06-15", 1510.0, None)),
            marks(("2025-12-31", 1490.0, 1090.0), ("2026-06-15", -3.25, 1080.0)),
        ]
    }
    systems = (NUMBERS, NUMBERS)
    everybody, young = (
        means(result, LABELS[:2], systems, of, of) for of in ("everybody", "young")
    )
    assert cells(everybody) == [
        ("2025-12-31", "1500.0", "1490.0"),
        ("2026-06-15", "1510.0", "−3.2"),
    ]
    assert cells(young) == [
        ("2025-12-31", "1100.5", "1090.0"),
        ("2026-06-15", "–", "1080.0"),
    ]
    assert (young.series, young.names) == (("Own", "Elo"), {})


def test_mean_is_a_level_on_days_rated_by_levels():
    result = {"candidates": [marks(("2025-12-31", 9.5, 9.5), ("2026-01-01", 9.5, 8.4))]}
    chart = means(result, ("Own",), (LATER,), "everybody", "")
    assert cells(chart) == [("2025-12-31", "9.5"), ("2026-01-01", "1 kyu (9.5)")]
    assert chart.names == {}


def test_class_missing_from_a_candidate_has_count_zero():
    result = {
        "distribution": {
            "width": 50,
            "classes": [
                [{"low": 1500, "players": 2}, {"low": -50, "players": 1}],
                [{"low": 1450, "players": 3}],
            ],
        }
    }
    chart = distribution(result, LABELS[:2], None)
    assert cells(chart) == [
        ("−50–−1", "1", "0"),
        ("1450–1499", "0", "3"),
        ("1500–1549", "2", "0"),
    ]


def test_classes_of_levels_have_level_names():
    result = {
        "distribution": {"width": 1, "classes": [[{"low": 8, "players": 2}]]},
    }
    chart = distribution(result, ("Renju",), RENJU.levels)
    assert cells(chart) == [("3 kyu", "2")]
    assert chart.names[11] == "1 dan"


def test_surplus_is_in_points_per_hundred_games_by_year():
    result = {
        "candidates": [
            {"surplus": [{"year": 2026, "a_game": 0.051}]},
            {"surplus": [{"year": 2025, "a_game": -0.02}]},
        ]
    }
    assert cells(surplus(result, LABELS[:2])) == [
        ("2025", "–", "−2.0"),
        ("2026", "5.1", "–"),
    ]


def test_an_experiment_without_games_has_empty_charts():
    result = {"quality": [], "candidates": [marks()]}
    assert calibration(result, ("Own",)).rows == ()
    assert means(result, ("Own",), (NUMBERS,), "everybody", "").rows == ()


@pytest.mark.parametrize(
    ("candidates", "has_levels"),
    [
        ((RENJU, RENJU), True),
        ((RENJU, NUMBERS), False),
        ((NUMBERS, RENJU), False),
        ((RENJU, LATER), False),
    ],
)
def test_axis_has_levels_only_if_no_candidate_ever_uses_numbers(candidates, has_levels):
    found = levels_of_all(candidates)
    assert (found is RENJU.levels) == has_levels
    assert bool(names_of(found)) == has_levels


def test_ratings_are_rounded_to_the_nearest_level_or_number():
    assert rated(RENJU.levels, 10.5) == "1 dan"
    assert rated(RENJU.levels, 10.4) == "1 kyu"
    assert rated(None, 1500.5) == "1501"
    assert mean_text(None, "9.5", 9.5) == "9.5"
    assert (percent(0.125), points(-0.25)) == ("12 %", "−0.2")


def test_points_have_the_readers_decimal_mark():
    with translation.override("sv"):
        assert points(-0.25) == "−0,2"


def test_candidates_systems_have_first_days_and_removed_ones_are_omitted():
    stretches = [
        {"from": None, "system": "elo"},
        {"from": "2024-05-01", "system": "gone"},
        {"from": "2026-01-01", "system": "renju"},
    ]
    assert systems_of_candidate({"stretches": stretches}) == LATER
