"""A concentrated tournament as one sum (LASK text, point 11, formula 1).

About a game a day, all players against each other: the section's mean rating is used
for every opponent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from ratings.rules.lask.games import find_compensation
from ratings.rules.lask.initial import Estimate
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import (
    MOST_GAMES,
    BadEntry,
    check_rating,
    check_score,
    check_whole,
    half_up,
)
from ratings.rules.rating_table import WIN, TableRow

CONCENTRATED: Final = "LASK text, point 11"


class MeanFrom(StrEnum):
    """Where the mean of a section comes from."""

    RATINGS = "ratings"
    ESTIMATE = "estimate"
    CLASS = "class"


@dataclass(frozen=True, slots=True)
class SectionMean:
    """The mean rating of a section, the player included."""

    rating: int
    mean_from: MeanFrom
    rated: int
    """How many of the section have a rating."""
    entrants: int
    estimate: Estimate | None = None
    """Who entered it and why; None for the other two sources."""


@dataclass(frozen=True, slots=True)
class TournamentWorth:
    """A tournament from the side of one of its players."""

    rating: int
    mean: int
    """The number used for every opponent."""
    half_points: int
    games: int
    difference: int
    """Absolute."""
    row: TableRow
    compensation: int
    """k per game as it counts for this player: positive below the mean, negative
    above."""
    by_score: int
    """(points won - points lost) · 16."""
    by_strength: int
    """± k · games."""
    change: int
    after: int
    paragraph: str


def mean_of_ratings(ratings: Sequence[int | None]) -> SectionMean:
    """Return the mean of a section in which all have ratings, a half rounded up.

    BadEntry for an empty section (nobody) and a player without rating (unrated).
    """
    _count_rated(ratings)
    known = [rating for rating in ratings if rating is not None]
    if len(known) < len(ratings):
        raise BadEntry(f"ratings[{list(ratings).index(None)}]", "unrated")
    mean = half_up(Fraction(sum(known), len(known)))
    return SectionMean(mean, MeanFrom.RATINGS, len(known), len(ratings))


def mean_by_estimate(ratings: Sequence[int | None], estimate: Estimate) -> SectionMean:
    """Return the mean that a person enters if at least half of a section are rated.

    The text does not give a method for it. BadEntry if fewer are rated (too_few_rated),
    and if all are, since then there is nothing to estimate (all_rated).
    """
    rated = _count_rated(ratings)
    if 2 * rated < len(ratings):
        raise BadEntry("ratings", "too_few_rated")
    if rated == len(ratings):
        raise BadEntry("ratings", "all_rated")
    return SectionMean(
        estimate.rating, MeanFrom.ESTIMATE, rated, len(ratings), estimate
    )


def mean_by_class(
    ratings: Sequence[int | None], name: str, parameters: LaskParameters
) -> SectionMean:
    """Return the average of the section's class, from table 1, if not all are rated.

    BadEntry with unknown_class, and if all are rated (all_rated).
    """
    rated = _count_rated(ratings)
    if rated == len(ratings):
        raise BadEntry("ratings", "all_rated")
    average = parameters.tables.class_average(name)
    return SectionMean(average, MeanFrom.CLASS, rated, len(ratings))


def worth_of_tournament(
    rating: int,
    mean: int,
    half_points: int,
    games: int,
    parameters: LaskParameters,
    paragraph: str = CONCENTRATED,
) -> TournamentWorth:
    """Return (points won - points lost) · 16 ± k · games, k by the difference to the
    mean.

    `half_points` and `games` are those of the games that were played. BadEntry for
    impossible ratings and scores.
    """
    check_rating("rating", rating)
    check_rating("mean", mean)
    check_whole("games", games, 0, MOST_GAMES)
    check_score("score", half_points, games)
    row, compensation = find_compensation(rating, mean, parameters)
    # Points won minus points lost, in half points, is 2 * half_points - 2 * games.
    by_score = WIN * (half_points - games)
    by_strength = compensation * games
    return TournamentWorth(
        rating=rating,
        mean=mean,
        half_points=half_points,
        games=games,
        difference=abs(rating - mean),
        row=row,
        compensation=compensation,
        by_score=by_score,
        by_strength=by_strength,
        change=by_score + by_strength,
        after=rating + by_score + by_strength,
        paragraph=paragraph,
    )


def _count_rated(ratings: Sequence[int | None]) -> int:
    """Return how many players have a rating, checking each rating."""
    if not ratings:
        raise BadEntry("ratings", "nobody")
    known = [(row, rating) for row, rating in enumerate(ratings) if rating is not None]
    for row, rating in known:
        check_rating(f"ratings[{row}]", rating)
    return len(known)
