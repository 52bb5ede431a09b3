"""What stands on a list: the floor."""

import numpy as np

from ratings.rules.elo.parameters import EloParameters
from ratings.rules.step import FloatArray


def published_ratings(rating: FloatArray, parameters: EloParameters) -> FloatArray:
    """Ratings (p) as a list shows them: NaN, unrated, below the floor (7.2.1).

    Somebody who falls below the floor is treated afterwards as any other unrated
    player.
    """
    unrated = rating.dtype.type(np.nan)
    return np.where(rating < parameters.floor, unrated, rating)
