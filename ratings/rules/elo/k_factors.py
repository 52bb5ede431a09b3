"""The development coefficient K of each player in a period (8.3.3)."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.elo.k_rules import KRule
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.step import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Careers:
    """The data that determine a coefficient, columns of length p, as a period
    begins.
    """

    rating: IntArray | FloatArray
    """Whole points, or with the decimals that an edition uses."""
    highest: IntArray
    """The highest rating ever published, 0 if none; never taken as less than
    `rating`."""
    games: IntArray
    """Rated games in all, without those of this period."""
    birth_year: IntArray
    """0 where unknown."""
    months: IntArray | None = None
    """Months since the first rating, a very large number if unknown; None: not
    needed."""

    def __post_init__(self) -> None:
        """Refuse columns of unequal length with ValueError."""
        columns = (self.rating, self.highest, self.games, self.birth_year, self.months)
        if len({len(column) for column in columns if column is not None}) != 1:
            raise ValueError("The columns of Careers differ in length.")


def rule_numbers(
    careers: Careers, year: int, parameters: EloParameters, category: str | None
) -> IntArray:
    """Return which rule of `parameters.k_rules` applies to each player (p, int8), from
    0 up.

    `year` is the year of the period, `category` that of the games, None for games
    without a category. Raises ValueError for a category that the edition does not have.
    """
    if category is not None and category not in parameters.categories:
        raise ValueError(f"category: {category} is none of the edition's.")
    rules = parameters.k_rules
    number = np.full(len(careers.rating), len(rules) - 1, np.int8)
    for row in reversed(range(len(rules) - 1)):
        if rules[row].category in {None, category}:
            number[_holds(rules[row], careers, year)] = row
    return number


def _holds(rule: KRule, careers: Careers, year: int) -> BoolArray:
    """Return for whom all conditions of a rule except the category are met (p)."""
    met = np.ones(len(careers.rating), np.bool_)
    if rule.under_games is not None:
        met &= careers.games < rule.under_games
    if rule.until_age is not None:
        age = year - careers.birth_year.astype(np.int32)
        # An unknown birth year is 0, which makes the age higher than that of any rule.
        met &= age <= rule.until_age
    if rule.under_years is not None:
        met &= _months_since(careers, 12 * rule.under_years)
    if rule.below_rating is not None:
        met &= careers.rating < rule.below_rating
        if rule.sticky:
            met &= careers.highest < rule.below_rating
    return met


def _months_since(careers: Careers, under: int) -> BoolArray:
    """Return who is known to have had a rating for fewer months than `under` (p)."""
    if careers.months is None:
        return np.zeros(len(careers.rating), np.bool_)
    new: BoolArray = careers.months < under
    return new


def coefficients(
    careers: Careers, year: int, parameters: EloParameters, category: str | None = None
) -> IntArray:
    """Return K (p, int16) for games of one category, before `limited`.

    Takes and refuses the same arguments as `rule_numbers`.
    """
    ks = np.array([rule.k for rule in parameters.k_rules], np.int16)
    k: IntArray = ks.take(rule_numbers(careers, year, parameters, category))
    return k


def coefficients_by_time(
    careers: Careers, minutes: IntArray, year: int, parameters: EloParameters
) -> IntArray:
    """Return K (p, int16), each row for a game of that many minutes: of the first
    category for which it is long enough, or without category if the edition has none.
    """
    k = coefficients(careers, year, parameters)
    categories = zip(parameters.categories, parameters.category_minutes, strict=True)
    for category, least in reversed(list(categories)):
        of_category = coefficients(careers, year, parameters, category)
        k = np.where(minutes >= least, of_category, k).astype(np.int16)
    return k


def limited(k: IntArray, games: IntArray, parameters: EloParameters) -> IntArray:
    """Return K such that K times the games of the period is within the limit (8.3.3).

    `k` and `games` have the same length. K is unchanged if the product is within the
    limit; otherwise it is the largest whole number for which it is.
    """
    if parameters.k_limit is None:
        return k
    # K x n > limit is equivalent to K > the whole part of limit / n.
    most = parameters.k_limit // np.maximum(games, 1)
    within: IntArray = np.minimum(k, most).astype(k.dtype)
    return within
