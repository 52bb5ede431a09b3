"""The value of a score against a field: p, dp and the performance rating.

The rating regulations use p and dp for first ratings (8.2) and do not say how p is
rounded; the title regulations (B.01, 1.4.6 to 1.4.9) do, and have the same table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from ratings.rules.elo.k_rules import HIGHEST_RATING
from ratings.rules.elo.tables import score_table

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Performance:
    """A performance rating and its parts (B.01, 1.4.8)."""

    games: int
    score: int
    """Half points."""
    average: int
    """Ra, the opponents' average rating, rounded."""
    p: int
    """The fractional score in hundredths, rounded."""
    difference: int
    """dp, by table 8.1.1."""
    rating: int
    """Rp = Ra + dp."""


def check_field(opponents: Sequence[int], score: int) -> None:
    """Refuse unrated opponents and impossible scores with ValueError.

    `score` is half points.
    """
    if not opponents:
        raise ValueError("opponents: there are none.")
    for row, rating in enumerate(opponents):
        if not 0 <= rating <= HIGHEST_RATING:
            raise ValueError(f"opponents, row {row}: {rating} is not a rating.")
    if not 0 <= score <= 2 * len(opponents):
        raise ValueError(f"score: {score} half points of {len(opponents)} games.")


def nearest(number: Fraction) -> int:
    """Return the nearest whole number, halves upward (B.01, 1.4.7 b)."""
    return floor(number + HALF)


def percentage(score: int, games: int) -> int:
    """Return the fractional score p in hundredths, halves upward (B.01, 1.4.9).

    `score` is half points, `games` at least 1.
    """
    return nearest(Fraction(50 * score, games))


def score_difference(score: int, games: int) -> int:
    """Return dp for half points in a number of games (8.1.1): rating points, -800 to
    800.
    """
    return score_table().differences[percentage(score, games)]


def performance(opponents: Sequence[int], score: int) -> Performance:
    """Return the performance rating of half points against rated opponents (B.01,
    1.4.8).

    The opponents' ratings count unchanged: the cap of 8.3.1 is about changes. Raises
    ValueError as `check_field` does.
    """
    check_field(opponents, score)
    games = len(opponents)
    average = nearest(Fraction(sum(opponents), games))
    difference = score_difference(score, games)
    return Performance(
        games=games,
        score=score,
        average=average,
        p=percentage(score, games),
        difference=difference,
        rating=average + difference,
    )
