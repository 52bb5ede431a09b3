"""A tournament under the rules of Svenska Scrabbleförbundet.

Everything is computed in whole ten-thousandths, from the ratings before the
tournament, and rounded once, at the new rating.
"""

from typing import TypeVar

from ratings.rules.scrabble.expected import DECIMALS
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.step import IntArray

WIN = 2
"""Half points; a draw is half a win."""
HALF_WIN = DECIMALS // WIN

N = TypeVar("N", int, IntArray)


def change_of(score: N, expected: N, parameters: ScrabbleParameters) -> N:
    """Return the value of wins beyond the expected ones, in ten-thousandths of a rating
    point.

    `score` is in half points, `expected` the sum of expected wins in ten-thousandths
    of a win (Hur ratingen fungerar).
    """
    return parameters.factor * (HALF_WIN * score - expected)


def new_rating(rating: N, change: N) -> N:
    """Return the new rating: a whole number, halves upwards (Avrundning).

    `change` is in ten-thousandths of a rating point.
    """
    return (rating * DECIMALS + change + DECIMALS // 2) // DECIMALS
