"""Distribution of the ratings of many players."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.backtest.populations import (
    MOST_CLASSES,
    biggest_movers,
    class_width,
    distribution,
    places_of,
    spread_of,
    typical_difference,
)

NOBODY = float("nan")
RATINGS = st.lists(st.floats(-2000, 4000), min_size=1, max_size=60)


def column(*numbers):
    return np.array(numbers, np.float64)


def test_quantiles_of_ratings_are_computed():
    spread = spread_of(column(*range(1000, 1011)))
    assert (spread.players, spread.mean) == (11, 1005)
    assert spread.quantiles == (1001, 1002.5, 1005, 1007.5, 1009)


def test_empty_population_has_no_quantiles():
    spread = spread_of(column())
    assert (spread.players, spread.mean, spread.quantiles) == (0, None, None)
    assert (distribution(column(), 100), class_width(column())) == ((), 1)


def test_classes_follow_one_another_without_gaps():
    classes = distribution(column(999, 1000, 1099.5, 1250), 100)
    assert [(each.low, each.high, each.players) for each in classes] == [
        (900, 1000, 1),
        (1000, 1100, 2),
        (1100, 1200, 0),
        (1200, 1300, 1),
    ]


def test_class_width_depends_on_the_range():
    assert class_width(column(1, 20)) == 1
    assert class_width(column(800, 2400)) == 100
    assert class_width(column(0, 10_000)) == 500


WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000)


@pytest.mark.parametrize(("width", "next_width"), [*pairwise(WIDTHS), (2000, 2000)])
def test_at_most_24_classes_are_used(width, next_width):
    assert class_width(column(0, 24 * width - 1)) == width
    assert class_width(column(0, 24 * width)) == next_width


@given(RATINGS)
def test_every_player_is_in_one_of_few_classes(ratings):
    width = class_width(column(*ratings))
    classes = distribution(column(*ratings), width)
    assert len(classes) <= MOST_CLASSES
    assert sum(each.players for each in classes) == len(ratings)


def test_equals_share_a_place():
    assert places_of(column(1500, 1700, 1500, 1200)).tolist() == [2, 1, 2, 4]


def test_movers_are_ordered_from_largest_rise_to_largest_fall():
    before = column(2000, 1900, 1800, 1700, NOBODY)
    after = column(1700, 1900, 1800, 2000, 1650)
    who = ~np.isnan(before) & ~np.isnan(after)

    movers = biggest_movers(before, after, who, 3)

    assert [(each.player, each.places, each.rises) for each in movers] == [
        (3, (4, 1), 3),
        (0, (1, 4), -3),
    ]
    assert movers[0].ratings == (1700, 2000)


def test_number_of_movers_is_limited_and_unmoved_players_are_omitted():
    before, after = column(*range(10)), column(*reversed(range(10)))
    everybody = np.ones(10, bool)
    assert [each.rises for each in biggest_movers(before, after, everybody, 2)] == [
        9, 7, -7, -9,
    ]  # fmt: skip
    assert biggest_movers(before, before, everybody, 5) == ()
    assert biggest_movers(before, after, everybody, 0) == ()


@pytest.mark.parametrize("who", [(True, False), (False, False)])
def test_excluded_player_has_no_place(who):
    assert biggest_movers(column(1, 2), column(2, 1), np.array(who), 5) == ()


def test_a_typical_difference_is_the_median_in_points_and_places():
    first, second = column(1900, 1800, 1700, 1600), column(1890, 1830, 1910, 1600)
    # 10, 30, 210 and 0 points; from 1, 2, 3, 4 to 2, 3, 1, 4.
    assert typical_difference(first, second) == (20, 1)
    assert typical_difference(column(), column()) == (None, None)
