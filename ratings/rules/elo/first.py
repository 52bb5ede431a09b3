"""The first rating of a player who is new to the list (7.1.4 and 8.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np

from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.performance import (
    check_field,
    nearest,
    percentage,
    score_difference,
)
from ratings.rules.elo.tables import HUNDRED, score_table
from ratings.rules.step import BoolArray, FloatArray, IntArray

NotPublished: TypeAlias = Literal["too_few_games", "below_floor"]


@dataclass(frozen=True, slots=True)
class FirstRating:
    """A first rating and its parts."""

    games: int
    """Games against rated opponents, without hypothetical ones."""
    score: int
    """Half points in them."""
    average: Fraction
    """Ra, with the hypothetical opponents if the edition has them (8.2.2)."""
    p: int
    """In hundredths, rounded, with the hypothetical draws."""
    difference: int | Fraction
    """The number added to Ra: dp, or the points for half points above 50 % (8.2.3); or
    the edition's points for each win more than losses, as a mean of the games."""
    exact: Fraction
    """Ru before rounding and before any limit."""
    rating: int | Fraction
    """Ru, rounded (to decimals if the edition uses any), and at most the highest first
    rating."""
    reason: NotPublished | None
    """Why it is not published; None if it is."""

    @property
    def published(self) -> int | Fraction | None:
        """Return the rating that the list shows, None for none (7.1.4)."""
        return self.rating if self.reason is None else None


def first_rating(
    opponents: Sequence[int], score: int, parameters: EloParameters
) -> FirstRating:
    """Return the first rating from half points against rated opponents (8.2.2, 8.2.3).

    All games that count are given together: 8.2.1 has already been applied. Raises
    ValueError as `elo.performance.check_field` does.
    """
    check_field(opponents, score)
    draws = parameters.first_draws
    games = len(opponents) + draws
    total = sum(opponents) + draws * parameters.first_draws_rating
    average = Fraction(total, games)
    difference = _difference(score + draws, games, parameters)
    exact = average + difference
    rating = _rating(exact, parameters)
    return FirstRating(
        games=len(opponents),
        score=score,
        average=average,
        p=percentage(score + draws, games),
        difference=difference,
        exact=exact,
        rating=rating,
        reason=_reason(len(opponents), rating, parameters),
    )


def _difference(score: int, games: int, parameters: EloParameters) -> int | Fraction:
    if parameters.performance_points is not None:
        return Fraction(parameters.performance_points * (score - games), games)
    # Half of the points of n games are n half points.
    above = score - games
    if parameters.first_over_half is None or above < 0:
        return score_difference(score, games)
    return above * parameters.first_over_half


def _rating(exact: Fraction, parameters: EloParameters) -> int | Fraction:
    units, highest = 10**parameters.decimals, parameters.first_highest
    whole = nearest(exact * units)
    rating = Fraction(whole, units) if parameters.decimals else whole
    return rating if highest is None else min(rating, highest)


def _reason(
    games: int, rating: int | Fraction, parameters: EloParameters
) -> NotPublished | None:
    if games < parameters.first_games:
        return "too_few_games"
    return "below_floor" if rating < parameters.floor else None


def first_ratings(
    games: IntArray, score: IntArray, total: FloatArray, parameters: EloParameters
) -> tuple[FloatArray, BoolArray]:
    """Return the first ratings of many players, and which of them are published.

    Columns of length n: games against rated opponents, half points in them, and the sum
    of the opponents' ratings. Computes in columns what `first_rating` computes in
    fractions; without a game nothing is published.
    """
    draws = parameters.first_draws
    # Avoids a division by zero without games and hypothetical games.
    n = np.maximum(games + draws, 1)
    half_points = score + draws
    rating = _ratings(half_points, n, total, parameters)
    if parameters.first_highest is not None:
        rating = np.minimum(rating, parameters.first_highest)
    enough = games >= max(parameters.first_games, 1)
    return rating, enough & (rating >= parameters.floor)


def _ratings(
    score: IntArray, games: IntArray, total: FloatArray, parameters: EloParameters
) -> FloatArray:
    """Return Ru for many players, rounded half up and before any limit."""
    total = total + parameters.first_draws * parameters.first_draws_rating
    points, units = parameters.performance_points, 10**parameters.decimals
    added = 0 if points is None else points * (score - games)
    by_score = _differences(score, games, parameters) if points is None else 0
    # The number of units plus 1/2, rounded down; whole numbers stay exact.
    doubled = np.round(2 * units * (total + added), 3)
    rating: FloatArray = (doubled + games) // (2 * games) / units + by_score
    return rating


def _differences(
    score: IntArray, games: IntArray, parameters: EloParameters
) -> IntArray:
    """Return `_difference` for many players; scores are half points."""
    # 50 times the half points per game are the percentage, halves upward.
    per_cent = (HUNDRED * score + games) // (2 * games)
    by_table: IntArray = np.array(score_table().differences).take(per_cent)
    if parameters.first_over_half is None:
        return by_table
    above = score - games
    return np.where(above < 0, by_table, above * parameters.first_over_half)
