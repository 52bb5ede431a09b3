"""Days of rounds by the rules that clubs announce, checked against calendars."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.round_days import DayRule

TUESDAY = 1
OCTOBER = date(2025, 10, 7)


def test_every_tuesday_leaves_out_the_days_between_the_years():
    rule = DayRule(OCTOBER, TUESDAY, pause=(date(2025, 12, 24), date(2025, 12, 31)))
    days = rule.days(14)
    assert days[:2] == [date(2025, 10, 7), date(2025, 10, 14)]
    assert days[10:] == [
        date(2025, 12, 16),
        date(2025, 12, 23),
        date(2026, 1, 6),
        date(2026, 1, 13),
    ]


def test_first_matching_weekday_is_found():
    assert DayRule(date(2025, 10, 8), TUESDAY).days(1) == [date(2025, 10, 14)]


def test_week_in_the_pause_counts_for_the_interval():
    rule = DayRule(
        OCTOBER, TUESDAY, every=2, pause=(date(2025, 10, 20), date(2025, 10, 26))
    )
    assert rule.days(3) == [date(2025, 10, 7), date(2025, 11, 4), date(2025, 11, 18)]


def test_weekend_has_several_rounds_a_day():
    rule = DayRule(date(2025, 10, 11), rounds_a_day=3)
    assert rule.days(5) == [date(2025, 10, 11)] * 3 + [date(2025, 10, 12)] * 2


@given(
    first=st.dates(date(2000, 1, 1), date(2100, 1, 1)),
    weekday=st.none() | st.integers(0, 6),
    every=st.integers(1, 4),
    rounds_a_day=st.integers(1, 5),
    pause=st.none() | st.tuples(st.integers(0, 60), st.integers(0, 60)),
    rounds=st.integers(0, 40),
)
def test_days_are_ascending_follow_the_rule_and_avoid_the_pause(
    first, weekday, every, rounds_a_day, pause, rounds
):
    span = pause and tuple(
        date.fromordinal(first.toordinal() + x) for x in (pause[0], sum(pause))
    )
    days = DayRule(first, weekday, every, rounds_a_day, span).days(rounds)
    assert len(days) == rounds
    assert days == sorted(days)
    assert all(day >= first for day in days)
    assert weekday is None or all(day.weekday() == weekday for day in days)
    assert not span or all(not span[0] <= day <= span[1] for day in days)


@pytest.mark.parametrize("rounds", [0, 1])
def test_there_are_no_more_days_than_rounds(rounds):
    assert len(DayRule(OCTOBER).days(rounds)) == rounds
