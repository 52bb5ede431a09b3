"""Renju 2 §5: a level is confirmed every five years, or falls by a unit."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.renju.confirmation import (
    HeldLevel,
    KeptLevel,
    LevelLoss,
    OverTheBoard,
    drops_until,
    kept_levels_between,
    next_drop,
)
from ratings.rules.renju.levels import UnknownLevel
from tests.ratings.rules.renju.crosstable import level

DAYS = st.dates(date(1990, 1, 1), date(2040, 12, 31))


def test_level_falls_by_a_unit_after_five_years_without_confirmation():
    holding = HeldLevel(level("2 dan"), confirmed=date(2015, 3, 1))
    assert drops_until(holding, date(2020, 2, 29)) == ()
    assert drops_until(holding, date(2020, 3, 1)) == (
        LevelLoss(date(2020, 3, 1), level("1 dan")),
    )


def test_drop_restarts_the_five_years():
    holding = HeldLevel(level("2 dan"), confirmed=date(2010, 3, 1))
    assert drops_until(holding, date(2020, 3, 1)) == (
        LevelLoss(date(2015, 3, 1), level("1 dan")),
        LevelLoss(date(2020, 3, 1), level("1 kyu")),
    )
    recorded = HeldLevel(
        level("1 dan"), confirmed=date(2010, 3, 1), dropped=date(2015, 3, 1)
    )
    assert drops_until(recorded, date(2020, 3, 1)) == (
        LevelLoss(date(2020, 3, 1), level("1 kyu")),
    )


def test_confirmation_after_a_drop_restarts_the_five_years():
    holding = HeldLevel(9, confirmed=date(2018, 1, 1), dropped=date(2015, 3, 1))
    assert drops_until(holding, date(2022, 12, 31)) == ()
    assert next_drop(holding, date(2022, 12, 31)) == LevelLoss(date(2023, 1, 1), 8)


def test_10_kyu_need_not_be_confirmed():
    assert drops_until(HeldLevel(1, confirmed=date(1990, 1, 1)), date(2024, 1, 1)) == ()
    # 9 kyu falls once, then never again.
    nine = HeldLevel(2, confirmed=date(1990, 1, 1))
    assert drops_until(nine, date(2024, 1, 1)) == (LevelLoss(date(1995, 1, 1), 1),)
    assert next_drop(nine, date(2024, 1, 1)) is None


def test_over_the_board_activity_keeps_the_level_since_7_february_2009():
    holding = HeldLevel(
        12, confirmed=date(2004, 2, 7), active=[OverTheBoard(date(2000, 1, 1))]
    )
    assert drops_until(holding, date(2024, 1, 1)) == ()
    assert next_drop(holding, date(2024, 1, 1)) is None


def test_over_the_board_activity_did_not_count_before_that_day():
    # Full on 6 February 2009, a day too early; afterwards the level is kept.
    holding = HeldLevel(
        12, confirmed=date(2004, 2, 6), active=[OverTheBoard(date(2000, 1, 1))]
    )
    assert drops_until(holding, date(2024, 1, 1)) == (LevelLoss(date(2009, 2, 6), 11),)


def test_player_who_stops_must_confirm_by_the_next_fifth_year():
    # Five years are full in 2015, within the activity, and again in 2020, after it.
    active = [OverTheBoard(date(2009, 1, 1), date(2016, 12, 31))]
    holding = HeldLevel(12, confirmed=date(2010, 6, 1), active=active)
    assert drops_until(holding, date(2020, 5, 31)) == ()
    assert next_drop(holding, date(2015, 1, 1)) == LevelLoss(date(2020, 6, 1), 11)


@pytest.mark.parametrize(
    ("first", "last", "is_kept"),
    [
        (date(2015, 6, 1), date(2015, 6, 1), True),
        (date(2015, 6, 2), None, False),
        (date(2014, 1, 1), date(2015, 5, 31), False),
    ],
)
def test_the_activity_must_cover_the_day_on_which_five_years_are_full(
    first, last, is_kept
):
    holding = HeldLevel(
        12, confirmed=date(2010, 6, 1), active=[OverTheBoard(first, last)]
    )
    assert (drops_until(holding, date(2015, 12, 31)) == ()) is is_kept


def test_from_29_february_five_years_are_full_on_28_february():
    holding = HeldLevel(12, confirmed=date(2012, 2, 29))
    assert next_drop(holding, date(2012, 2, 29)) == LevelLoss(date(2017, 2, 28), 11)


def test_all_calendar_years_are_supported():
    holding = HeldLevel(20, confirmed=date(9989, 1, 1))
    drops = (LevelLoss(date(9994, 1, 1), 19), LevelLoss(date(9999, 1, 1), 18))
    assert drops_until(holding, date.max) == drops
    assert next_drop(holding, date(9999, 1, 1)) is None


def test_invalid_level_is_refused():
    with pytest.raises(UnknownLevel):
        HeldLevel(21, confirmed=date(2020, 1, 1))


@given(st.integers(1, 20), DAYS, DAYS, DAYS)
def test_drops_do_not_depend_on_intermediate_days(own, confirmed, first, last):
    middle, end = sorted((first, last))
    holding = HeldLevel(own, confirmed)
    before = drops_until(holding, middle)
    latest = before[-1] if before else LevelLoss(confirmed, own)
    resumed = HeldLevel(latest.level, confirmed, dropped=latest.day)
    assert before + drops_until(resumed, end) == drops_until(holding, end)


@given(st.integers(1, 20), DAYS, st.integers(0, 20000))
def test_the_next_drop_is_the_first_that_is_not_yet_due(own, confirmed, days):
    holding = HeldLevel(own, confirmed)
    day = confirmed + timedelta(days)
    done = drops_until(holding, day)
    following = next_drop(holding, day)
    if following is None:
        assert (done[-1].level if done else own) == 1
    else:
        assert drops_until(holding, following.day) == (*done, following)


def test_day_and_reason_of_keeping_a_level_are_given():
    # Full on 1 June 2015, within the activity, and on 1 June 2020, after it.
    active = OverTheBoard(date(2009, 1, 1), date(2016, 12, 31))
    holding = HeldLevel(12, confirmed=date(2010, 6, 1), active=[active])

    assert kept_levels_between(holding, date(2015, 6, 1), date(2015, 6, 30)) == (
        KeptLevel(date(2015, 6, 1), active),
    )
    assert kept_levels_between(holding, date(2015, 7, 1), date(2024, 1, 1)) == ()
    ten_kyu = HeldLevel(1, confirmed=date(2010, 6, 1), active=[active])
    assert kept_levels_between(ten_kyu, date(2010, 1, 1), date(2024, 1, 1)) == ()


def test_only_drops_after_the_given_day_are_applied():
    holding = HeldLevel(12, confirmed=date(2010, 6, 1))

    assert drops_until(holding, date(2020, 6, 1), held_on=date(2020, 6, 1)) == (
        LevelLoss(date(2020, 6, 1), 11),
    )
    assert next_drop(holding, date(2016, 1, 1), held_on=date(2016, 1, 1)) == LevelLoss(
        date(2020, 6, 1), 11
    )
