"""SSF rating, point 2: periods."""

from datetime import date, timedelta
from itertools import pairwise

import numpy as np
import pytest

from ratings.rules.calendar import (
    FIVE_PERIODS,
    THREE_PERIODS,
    date_of,
    day_number,
    period_of,
    periods_begun,
    periods_between,
    read_starts,
)
from ratings.rules.step import Span

LASK = ((1, 1), (3, 1), (6, 1), (9, 1), (11, 1))


@pytest.mark.parametrize(
    ("day", "first", "last", "label"),
    [
        (date(2026, 1, 1), date(2026, 1, 1), date(2026, 4, 30), "2026-01 … 2026-04"),
        (date(2026, 4, 30), date(2026, 1, 1), date(2026, 4, 30), "2026-01 … 2026-04"),
        (date(2026, 5, 1), date(2026, 5, 1), date(2026, 8, 31), "2026-05 … 2026-08"),
        (date(2026, 12, 31), date(2026, 9, 1), date(2026, 12, 31), "2026-09 … 2026-12"),
    ],
)
def test_three_periods_start_in_january_may_and_september(day, first, last, label):
    period = period_of(day, THREE_PERIODS)
    assert (period.first_date, period.last_date, period.label) == (first, last, label)


def test_five_periods_are_as_recommended_with_the_bonus_system():
    periods = periods_between(date(2024, 1, 1), date(2024, 12, 31), FIVE_PERIODS)
    assert [period.label for period in periods] == [
        "2024-01 … 2024-02",
        "2024-03 … 2024-04",
        "2024-05 … 2024-08",
        "2024-09 … 2024-10",
        "2024-11 … 2024-12",
    ]
    assert periods[0].last_date == date(2024, 2, 29)


def test_period_may_extend_into_the_next_year():
    period = period_of(date(2026, 1, 5), ((4, 1), (10, 1)))
    assert period.label == "2025-10 … 2026-03"


def test_periods_that_start_inside_a_month_are_named_by_day():
    labels = [
        period.label
        for period in periods_between(
            date(2026, 6, 1), date(2026, 7, 2), ((6, 1), (6, 16), (7, 1))
        )
    ]
    assert labels == [
        "2026-06-01 … 2026-06-15",
        "2026-06-16 … 2026-06-30",
        "2026-07-01 … 2027-05-31",
    ]


def test_a_period_of_one_month_has_one_name():
    months = tuple((month, 1) for month in range(1, 13))
    assert period_of(date(2026, 2, 3), months).label == "2026-02"


@pytest.mark.parametrize("starts", [THREE_PERIODS, FIVE_PERIODS, LASK, ((7, 1),)])
def test_every_day_is_in_exactly_one_period(starts):
    periods = periods_between(date(2023, 1, 1), date(2025, 12, 31), starts)
    for before, after in pairwise(periods):
        assert after.first_date == before.last_date + timedelta(days=1)
    assert periods[0].first_date <= date(2023, 1, 1)
    assert periods[-1].last_date >= date(2025, 12, 31)
    for period in periods:
        assert period_of(period.first_date, starts) == period
        assert period_of(period.last_date, starts) == period


def test_reversed_days_contain_no_period():
    assert periods_between(date(2026, 1, 2), date(2026, 1, 1), THREE_PERIODS) == ()


def test_days_are_counted_from_1970():
    assert day_number(date(1970, 1, 2)) == 1
    assert date_of(day_number(date(2024, 2, 29))) == date(2024, 2, 29)
    assert period_of(date(1970, 2, 1), THREE_PERIODS).span == Span(0, 119)


def test_period_starts_are_parsed_as_stored_by_an_edition():
    assert read_starts([[1, 1], [5, 1], [9, 1]]) == THREE_PERIODS


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        ([], "not_dates"),
        ("1/1", "not_dates"),
        (None, "not_dates"),
        ([[1]], "not_dates"),
        ([[1, 1, 1]], "not_dates"),
        ([["1", 1]], "not_dates"),
        ([[2, 29]], "not_dates"),
        ([[13, 1]], "not_dates"),
        ([[1, 10**30]], "not_dates"),
        ([[5, 1], [1, 1]], "not_ascending"),
        ([[1, 1], [1, 1]], "not_ascending"),
    ],
)
def test_invalid_period_starts_are_refused(stored, code):
    with pytest.raises(ValueError, match=f"^{code}$"):
        read_starts(stored)


def test_periods_that_begin_after_each_day_and_until_another_are_counted():
    days = [date(2025, 12, 31), date(2026, 1, 1), date(2026, 4, 30), date(2026, 9, 2)]
    after = np.array([day_number(day) for day in days])
    until = day_number(date(2026, 9, 1))

    assert periods_begun(after, until, THREE_PERIODS).tolist() == [3, 2, 2, 0]
    assert periods_begun(after[:0], until, THREE_PERIODS).tolist() == []
