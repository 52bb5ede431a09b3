"""What stands on a list: the floor, and the one-time adjustment of 1 March 2024."""

import numpy as np

from ratings.rules.elo_parameters import EloParameters
from ratings.rules.step import FloatArray

ADJUSTED_BELOW = 2000
"""The adjustment reaches ratings below this."""
FIFTHS = 2
"""0.40 of what is missing, in fifths."""


def published_ratings(rating: FloatArray, parameters: EloParameters) -> FloatArray:
    """Ratings (p) as a list shows them: NaN, unrated, below the floor (7.2.1).

    Somebody who falls below the floor is treated afterwards as any other unrated
    player.
    """
    unrated = rating.dtype.type(np.nan)
    return np.where(rating < parameters.floor, unrated, rating)


def adjusted_ratings(rating: FloatArray) -> FloatArray:
    """Ratings (p) after the one-time increase of 0.40 x (2000 - rating) below 2000.

    The increase is rounded to the nearest whole number; fifths are never in between.
    `rating` is whole numbers, NaN where none, and NaN stays. Raises ValueError for a
    rating that is not whole, naming the row.
    """
    broken = np.flatnonzero(~np.isnan(rating) & (rating != np.floor(rating)))
    if broken.size:
        raise ValueError(f"rating, row {broken[0]}: {rating[broken[0]]} is not whole.")
    missing = ADJUSTED_BELOW - rating
    increase = np.floor((FIFTHS * missing + FIFTHS) / 5)
    after: FloatArray = np.where(missing > 0, rating + increase, rating)
    return after.astype(rating.dtype)
