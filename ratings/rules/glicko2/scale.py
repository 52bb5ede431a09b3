"""The Glicko-2 scale, and the information in one game on it (Glicko-2, steps 2, 3, 4, 6
to 8).
"""

from typing import TypeVar

import numpy as np

from ratings.rules.step import FloatArray

SCALE = 173.7178
"""Rating points in one unit of the Glicko-2 scale (step 2)."""
CENTRE = 1500
"""The rating that is 0 on the Glicko-2 scale, whatever the start rating is (step 2)."""
SURE = 1.96
"""The number of deviations within which the strength lies with 95 per cent
certainty."""

N = TypeVar("N", float, FloatArray)


def to_mu(rating: N) -> N:
    """Return a rating on the Glicko-2 scale (step 2)."""
    return (rating - CENTRE) / SCALE


def to_phi(rd: N) -> N:
    """Return a rating deviation on the Glicko-2 scale (step 2)."""
    return rd / SCALE


def to_rating(mu: N) -> N:
    """Return the rating in points (step 8)."""
    return SCALE * mu + CENTRE


def to_rd(phi: N) -> N:
    """Return the rating deviation in points (step 8)."""
    return SCALE * phi


def interval(rating: N, rd: N) -> tuple[N, N]:
    """Return the lowest and highest rating between which a player's strength lies.

    The strength is within 1.96 deviations of the rating with 95 per cent certainty
    (introduction; the paper says "twice").
    """
    return rating - SURE * rd, rating + SURE * rd


def weight(phi: FloatArray) -> FloatArray:
    """Compute the g of the paper: the weight of a result against an opponent of this
    deviation, 0 to 1 (step 3).
    """
    weights: FloatArray = 1 / np.sqrt(1 + 3 * phi**2 / np.pi**2)
    return weights


def expected_scores(
    mu: FloatArray, opponent_mu: FloatArray, opponent_weight: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return E, and the opponent's share 1 - E of the same game (step 3).

    Neither is rounded to 0, however far apart the two ratings are.
    """
    ahead = opponent_weight * (mu - opponent_mu)
    ratio = np.exp(-np.abs(ahead))
    better = 1 / (1 + ratio)
    worse = ratio * better
    is_better = ahead >= 0
    return np.where(is_better, better, worse), np.where(is_better, worse, better)


def information(
    weights: FloatArray, expected: FloatArray, rest: FloatArray
) -> FloatArray:
    """Return each game's g² E (1 - E), of which 1 / v is the sum (step 3).

    `expected` and `rest` are the two parts of `expected_scores`. Identical to the last
    digit for both sides of a game between players with equal deviations.
    """
    return weights**2 * (expected * rest)


def surprise(
    weights: FloatArray, expected: FloatArray, rest: FloatArray, score: FloatArray
) -> FloatArray:
    """Return each game's g (s - E), above 0 for more than expected (steps 4 and 7).

    `score` is 0, 0.5 or 1. Computed as s (1 - E) - (1 - s) E, it loses no digits.
    """
    return weights * (score * rest - (1 - score) * expected)


def deviation_before(phi: FloatArray, volatility: FloatArray) -> FloatArray:
    """Return φ*: the deviation after the growth since the last period (step 6)."""
    grown: FloatArray = np.hypot(phi, volatility)
    return grown


def deviation_after(grown: FloatArray, informed: FloatArray) -> FloatArray:
    """Return φ': the deviation after games whose information adds up to `informed`
    (step 7).

    Exactly `grown` if there is none.
    """
    narrowed: FloatArray = grown / np.sqrt(1 + grown**2 * informed)
    return narrowed


def improvement(phi: FloatArray, surprised: FloatArray) -> FloatArray:
    """Return μ' - μ: what surprises that add up to `surprised` add (step 7).

    `phi` is the deviation after the games.
    """
    return phi**2 * surprised
