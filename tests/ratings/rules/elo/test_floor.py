"""The floor (B.02, 7.2.1)."""

import numpy as np

from ratings.rules.elo.parameters import edition
from ratings.rules.elo.system import published_ratings


def column(*ratings):
    return np.array(ratings, np.float32)


def test_player_dropping_below_the_floor_is_unrated():
    ratings = column(1399, 1400, np.nan, 2800)
    shown = published_ratings(ratings, edition("2025-10"))
    np.testing.assert_array_equal(shown, column(np.nan, 1400, np.nan, 2800))
    assert shown.dtype == np.float32


def test_in_2022_the_floor_is_1000():
    shown = published_ratings(column(999, 1000), edition("2022"))
    np.testing.assert_array_equal(shown, column(np.nan, 1000))
