"""LASK text, point 10: the first rating."""

from fractions import Fraction

import pytest

from ratings.rules.lask.initial import (
    Estimate,
    interpolate,
    rate_by_class,
    scoring_percentage,
)
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry

LASK = LaskParameters()


@pytest.mark.parametrize(
    ("half_points", "games", "percent"),
    [
        (13, 9, 73),  # 6.5 of 9 are 72.2
        (8, 9, 45),  # 4 of 9 are 44.4
        (9, 9, 50),  # a whole per cent stays
        (1, 1, 50),
        (2, 3, 34),  # 1 of 3 is 33.3
        (0, 9, 0),
        (18, 9, 100),
        (1, 200, 1),  # 0.25
    ],
)
def test_a_percentage_is_rounded_up(half_points, games, percent):
    assert scoring_percentage(half_points, games) == percent


def test_an_even_score_gives_the_class_average():
    assert rate_by_class(1775, 9, 9, LASK).rating == 1775


def test_steps_of_the_computation_are_shown():
    found = rate_by_class(1775, 13, 9, LASK)
    assert (found.class_average, found.percent, found.difference) == (1775, 73, 175)
    assert (found.rating, found.paragraph) == (1950, "LASK text, point 10")


@pytest.mark.parametrize("half_points", [0, 18])
def test_zero_and_full_scores_give_no_rating(half_points):
    with pytest.raises(BadEntry, match=r"^percentage: no_difference$"):
        rate_by_class(1775, half_points, 9, LASK)


def test_score_rounded_up_to_100_per_cent_gives_no_rating():
    # 99.5 of 100 are 99.5 per cent, which is rounded up to 100.
    with pytest.raises(BadEntry, match=r"^percentage: no_difference$"):
        rate_by_class(1775, 199, 100, LASK)


@pytest.mark.parametrize(
    ("average", "half_points", "games", "refused"),
    [
        (-1, 9, 9, "class_average: too_low"),
        (1775, 19, 9, "score: too_high"),
        (1775, -1, 9, "score: too_low"),
        (1775, 0, 0, "games: too_low"),
        (100, 1, 100, "rating: too_low"),
    ],
)
def test_invalid_input_is_refused(average, half_points, games, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        rate_by_class(average, half_points, games, LASK)


@pytest.mark.parametrize(
    ("share", "rating"),
    [
        (Fraction(0), 1760),
        (Fraction(1), 1801),
        (Fraction(1, 2), 1781),  # 1780.5
        (Fraction(1, 4), 1770),  # 1770.25
        (Fraction(1, 3), 1774),  # 1773.67
    ],
)
def test_newcomer_is_interpolated_between_two_neighbours_of_the_list(share, rating):
    assert interpolate(1801, 1760, share).rating == rating


@pytest.mark.parametrize(
    ("stronger", "weaker", "share", "refused"),
    [
        (1700, 1701, Fraction(1, 2), "weaker: not_ascending"),
        (1700, 1600, Fraction(-1, 2), "share: too_low"),
        (1700, 1600, Fraction(3, 2), "share: too_high"),
        (10_000, 1600, Fraction(1, 2), "stronger: too_high"),
        (1700, -10_000, Fraction(1, 2), "weaker: too_low"),
    ],
)
def test_invalid_neighbours_are_refused(stronger, weaker, share, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        interpolate(stronger, weaker, share)


def test_estimate_stores_author_and_reason():
    estimate = Estimate(1700, "Working group", "Plays level with its second board")
    assert (estimate.rating, estimate.by) == (1700, "Working group")


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ((-1, "A", "B"), "rating: too_low"),
        ((1700, " ", "B"), "by: blank"),
        ((1700, "A", ""), "reason: blank"),
    ],
)
def test_estimate_without_author_is_refused(fields, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        Estimate(*fields)
