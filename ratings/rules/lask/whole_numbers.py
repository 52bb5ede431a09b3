"""Whole numbers in the LASK rules, and the refusal of invalid ones.

Ratings are always whole numbers and scores whole numbers of half points.
"""

from fractions import Fraction
from math import floor

from ratings.rules.parameters import read_whole

LOWEST, HIGHEST = -9999, 9999
"""No rating is outside this range. The text has no floor: a player who stays away for
years keeps losing the points of its point 6, also below 0."""
MOST_GAMES = 1000
"""No player has more games than this in a tournament."""


class BadEntry(ValueError):
    """Something given to the rules is invalid.

    `field` names it, with its row if it is one of several (`games[0].score`); `code` is
    not_whole, too_low, too_high or one that the function documents.
    """

    def __init__(self, field: str, code: str) -> None:
        """Store the field and the code."""
        super().__init__(f"{field}: {code}")
        self.field = field
        self.code = code


def half_up(number: Fraction) -> int:
    """Return the nearest whole number, halves upwards, also below zero.

    The text never says how a half is rounded; this is the rule of its successor
    (SSF rating, point 4).
    """
    return floor(number + Fraction(1, 2))


def check_whole(field: str, value: object, low: int, high: int) -> int:
    """Return the value if it is a whole number from low to high; BadEntry otherwise."""
    try:
        return read_whole(value, low, high)
    except ValueError as error:
        raise BadEntry(field, str(error)) from None


def check_rating(field: str, value: object) -> int:
    """Return the value if it can be a rating: whole, -9999 to 9999; BadEntry
    otherwise.
    """
    return check_whole(field, value, LOWEST, HIGHEST)


def check_first_rating(field: str, value: object) -> int:
    """Return the value if it is valid as a first rating: whole, 0 to 9999; BadEntry
    otherwise.
    """
    return check_whole(field, value, 0, HIGHEST)


def check_score(field: str, half_points: object, games: int) -> int:
    """Return the half points if they are possible in so many games; otherwise
    BadEntry.
    """
    return check_whole(field, half_points, 0, 2 * games)
