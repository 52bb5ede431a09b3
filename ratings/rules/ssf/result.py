"""From base rating to new rating (SSF rating, points 4 and 5, and Below 1200)."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.base_numbers import has_decision, round_half_up
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import BoolArray, FloatArray


@dataclass(frozen=True, slots=True)
class SsfResult:
    """What goes into new ratings, columns of length p."""

    before: FloatArray
    change: FloatArray
    bonus: FloatArray | None
    """None where nobody gets any."""
    deduction: FloatArray | None
    """0 or below; None where nobody loses any."""
    adjustment: FloatArray
    assessed: FloatArray
    """Set by hand in place of all the others; NaN where nothing is."""


def raw_ratings(result: SsfResult) -> FloatArray:
    """Return new ratings (p) before rounding, NaN for those who have none."""
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
    """Return new ratings (p), half points up, never below the lowest for some.

    `has_floor` (p) tells whose new rating may not be below the lowest; None: nobody's.
    """
    ratings = round_half_up(raw_ratings(result))
    if has_floor is not None:
        ratings[has_floor & (ratings < parameters.lowest)] = parameters.lowest
    return ratings
