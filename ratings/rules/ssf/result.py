"""From base rating to new rating (SSF rating, points 4 and 5, and Below 1200)."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.rounding import round_half_up
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import BoolArray, FloatArray
from ratings.rules.step_ratings import has_decision


@dataclass(frozen=True, slots=True)
class SsfResult:
    """The data of new ratings, columns of length p."""

    before: FloatArray
    change: FloatArray
    bonus: FloatArray | None
    """None if no player gets any."""
    deduction: FloatArray | None
    """0 or below; None if no player loses any."""
    adjustment: FloatArray
    assessed: FloatArray
    """Set by hand instead of all the others; NaN if nothing is set."""


def raw_ratings(result: SsfResult) -> FloatArray:
    """Return new ratings (p) before rounding, NaN for players who have none."""
    raw = result.before + result.change
    if result.bonus is not None:
        raw += result.bonus
    if result.deduction is not None:
        raw += result.deduction
    if has_decision(result.adjustment, 0):
        raw += result.adjustment
    if has_decision(result.assessed, np.nan):
        raw = np.where(np.isnan(result.assessed), raw, result.assessed)
    return raw


def new_ratings(
    result: SsfResult, has_floor: BoolArray | None, parameters: SsfParameters
) -> FloatArray:
    """Return new ratings (p), rounded to whole points, halves upwards (points 4 and 5).

    `has_floor` (p) says whose new rating may not be below the lowest; None: no
    player's.
    """
    ratings = round_half_up(raw_ratings(result))
    if has_floor is not None:
        ratings[has_floor & (ratings < parameters.lowest)] = parameters.lowest
    return ratings
