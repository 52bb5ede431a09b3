"""Classes, first start, dispensation, vacancies, stepping down (SSF §7)."""

from datetime import date
from fractions import Fraction

import pytest

from tournaments.rules.classes.ranks import (
    DISPENSATION_LIMITS,
    ClassRank,
    first_classes,
    may_fill_vacancy,
    may_get_dispensation,
    may_step_down,
    step_down_opens_on,
)

M, I, II, III = ClassRank  # noqa: E741


def test_the_ladder_is_m_first_second_third():
    assert [c.value for c in ClassRank] == ["M", "I", "II", "III"]
    assert [c.above for c in ClassRank] == [None, M, I, II]
    assert [c.below for c in ClassRank] == [I, II, III, None]
    assert M.is_above(I)
    assert not II.is_above(II)
    assert not III.is_above(II)


def test_the_mean_ratings_are_those_of_the_note_to_bilaga_1():
    assert [c.mean_rating for c in ClassRank] == [2100, 1950, 1750, 1550]


@pytest.mark.parametrize(
    ("rating", "options"),
    [
        (None, (III,)),
        (800, (III,)),
        (1699, (III,)),
        (1700, (II, III)),
        (1799, (II, III)),
        (1800, (II,)),
        (2400, (II,)),
        (Fraction(3399, 2), (II, III)),
    ],
)
def test_the_first_class_follows_the_rating(rating, options):
    assert first_classes(rating) == options


@pytest.mark.parametrize(("wanted", "limit"), [(M, 2150), (I, 2000), (II, 1800)])
def test_dispensation_opens_at_its_limit(wanted, limit):
    assert DISPENSATION_LIMITS[wanted] == limit
    assert may_get_dispensation(wanted, limit)
    assert not may_get_dispensation(wanted, limit - 1)
    assert not may_get_dispensation(wanted, None)


def test_there_is_no_dispensation_for_the_lowest_class():
    assert not may_get_dispensation(III, 2500)


def test_the_limits_of_dispensation_can_be_adjusted():
    assert may_get_dispensation(I, 1950, {I: 1950})


def test_vacancy_lifts_one_class_at_most():
    assert may_fill_vacancy(II, I, 2000)
    assert not may_fill_vacancy(II, I, 1999)
    assert not may_fill_vacancy(III, I, 2000)
    assert not may_fill_vacancy(I, I, 2000)


def test_stepping_down_opens_seven_years_after_the_last_competition():
    assert step_down_opens_on(date(2019, 7, 14)) == date(2026, 7, 14)
    assert step_down_opens_on(date(2020, 2, 29)) == date(2027, 3, 1)
    assert may_step_down(II, date(2019, 7, 14), date(2026, 7, 14))
    assert not may_step_down(II, date(2019, 7, 14), date(2026, 7, 13))


def test_stepping_down_from_the_lowest_class_is_refused():
    assert not may_step_down(III, date(2000, 1, 1), date(2026, 1, 1))
