"""The floor (B.02, 7.2.1) and the one-time adjustment of 1 March 2024."""

import numpy as np
import pytest

from ratings.rules.elo_lists import adjusted_ratings, published_ratings
from ratings.rules.elo_parameters import edition


def column(*ratings):
    return np.array(ratings, np.float32)


def test_whoever_drops_below_the_floor_is_shown_as_unrated():
    ratings = column(1399, 1400, np.nan, 2800)
    shown = published_ratings(ratings, edition("2025-10"))
    np.testing.assert_array_equal(shown, column(np.nan, 1400, np.nan, 2800))
    assert shown.dtype == np.float32


def test_in_2022_the_floor_is_1000():
    shown = published_ratings(column(999, 1000), edition("2022"))
    np.testing.assert_array_equal(shown, column(np.nan, 1000))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # 0.40 x (2000 - rating): 400 points at 1000, 160 at 1600, 200 at 1500.
        (1000, 1400), (1600, 1760), (1500, 1700), (1900, 1940),
        # 0.4, 0.8, 1.2 and 1.6 points, rounded to the nearest.
        (1999, 1999), (1998, 1999), (1997, 1998), (1996, 1998), (1995, 1997),
        (2000, 2000), (2001, 2001), (2010, 2010), (2800, 2800),
    ],
)  # fmt: skip
def test_two_fifths_of_what_is_missing_to_2000_were_added(before, after):
    assert adjusted_ratings(column(before)).tolist() == [after]


def test_nobody_gets_a_rating_by_the_adjustment():
    assert np.isnan(adjusted_ratings(column(np.nan))).all()


def test_the_order_of_the_players_is_kept():
    after = adjusted_ratings(np.arange(1000, 2100, dtype=np.float32))
    assert (np.diff(after) >= 0).all()


def test_a_rating_that_is_not_whole_is_refused():
    with pytest.raises(ValueError, match=r"row 1: 1500\.5"):
        adjusted_ratings(column(1500, 1500.5))
