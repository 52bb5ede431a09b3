"""Rounding as the regulations round ratings."""

import numpy as np

from ratings.rules.step import FloatArray


def round_half_up(number: FloatArray) -> FloatArray:
    """Return the nearest whole number, halves upwards, also below zero.

    Writes into `number` and returns it.
    """
    number += 0.5
    return np.floor(number, out=number)
