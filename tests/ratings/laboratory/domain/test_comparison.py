"""The days on which ratings are measured when candidates are compared."""

from datetime import date
from types import SimpleNamespace

import pytest

from ratings.laboratory.domain.comparison import MOST_MARKS, candidate_of, mark_days
from ratings.rules.calendar import date_of, day_number
from ratings.rules.conversion import FIDE_2024


def marks(first, last):
    history = SimpleNamespace(first_day=day_number(first), last_day=day_number(last))
    return [date_of(day) for day in mark_days(history)]


def test_history_ending_with_a_quarter_has_each_quarters_last_day_once():
    assert marks(date(2025, 3, 31), date(2025, 12, 31)) == [
        date(2025, 3, 31),
        date(2025, 6, 30),
        date(2025, 9, 30),
        date(2025, 12, 31),
    ]


def test_a_quarter_that_ended_before_the_first_game_is_not_measured():
    assert marks(date(2025, 4, 1), date(2025, 7, 1)) == [
        date(2025, 6, 30),
        date(2025, 7, 1),
    ]


def test_a_history_within_a_quarter_is_measured_on_its_last_day():
    assert marks(date(2025, 1, 5), date(2025, 2, 5)) == [date(2025, 2, 5)]


@pytest.mark.parametrize(
    ("first", "count", "second"),
    [
        # 59 quarters, 60 of them, 59 years, 60 of them and 300 years.
        (date(2011, 4, 1), 59, date(2011, 9, 30)),
        (date(2011, 1, 1), 15, date(2012, 12, 31)),
        (date(1967, 1, 1), 59, date(1968, 12, 31)),
        (date(1966, 1, 1), 12, date(1975, 12, 31)),
        (date(1726, 1, 1), 31, date(1740, 12, 31)),
    ],
)
def test_years_or_longer_are_measured_if_there_are_too_many_quarters(
    first, count, second
):
    found = marks(first, date(2025, 12, 31))

    assert len(found) <= MOST_MARKS
    assert (len(found), found[1], found[-1]) == (count, second, date(2025, 12, 31))


def test_stored_candidate_has_days_parameters_and_conversion():
    stored = {
        "label": "Two",
        "stretches": [
            {"from": None, "system": "ssf_2008", "parameters": {"halving_from": 2000}},
            {
                "from": "2024-03-01",
                "system": "glicko2",
                "parameters": {},
                "conversion": FIDE_2024.to_json(),
            },
        ],
    }

    found = candidate_of(stored)
    first, second = found.stretches

    assert (found.label, first.first_day, first.conversion) == (
        "Two",
        day_number(date.min),
        None,
    )
    assert (first.system.name, first.parameters.halving_from) == ("ssf_2008", 2000)
    assert (second.first_day, second.system.name) == (
        day_number(date(2024, 3, 1)),
        "glicko2",
    )
    assert second.conversion == FIDE_2024
