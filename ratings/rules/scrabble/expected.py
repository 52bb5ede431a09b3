"""Expected wins: the table of the normal distribution function (Hur ratingen fungerar).

The text looks up the function "with four decimals", so expected wins are whole numbers
of ten-thousandths, and everything computed from them is exact.
"""

from functools import cache
from math import erf, floor, sqrt

import numpy as np

from ratings.rules.step import IntArray

DECIMALS = 10_000
"""Ten-thousandths in one: four decimals (Avrundning)."""
CERTAIN = 4
"""From this number of units on, Φ to four decimals is 1."""


@cache
def expected_table(spread: int) -> IntArray:
    """Return Φ(difference / spread) in ten-thousandths, int16, read-only.

    Indexed by own minus opponent's rating + CERTAIN * spread, up to CERTAIN * spread
    either way. The two sides of a game always add up to 10,000.
    """
    ahead = [_rounded_phi(over / spread) for over in range(1, CERTAIN * spread + 1)]
    behind = [DECIMALS - part for part in reversed(ahead)]
    table = np.array([*behind, DECIMALS // 2, *ahead], np.int16)
    table.flags.writeable = False
    return table


def _rounded_phi(x: float) -> int:
    """Return Φ(x) to four decimals, halves upwards, in ten-thousandths."""
    return floor(DECIMALS * (1 + erf(x / sqrt(2))) / 2 + 0.5)


def expected_wins(own: IntArray, opponent: IntArray, spread: int) -> IntArray:
    """Return expected wins of one side of each game, int16 (n), in ten-thousandths.

    `own` and `opponent` (n) are whole ratings of a signed type that can hold their
    difference.
    """
    widest = CERTAIN * spread
    place = own - opponent
    # For a tournament's few games np.clip would take longer than the rest.
    np.maximum(place, -widest, out=place)
    np.minimum(place, widest, out=place)
    place += widest
    return expected_table(spread).take(place)
