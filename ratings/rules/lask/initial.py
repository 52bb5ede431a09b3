"""The first rating of a player without one (LASK text, point 10)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.tables import PERCENT
from ratings.rules.lask.whole_numbers import (
    MOST_GAMES,
    BadEntry,
    check_first_rating,
    check_rating,
    check_score,
    check_whole,
    half_up,
)

INITIAL: Final = "LASK text, point 10"


@dataclass(frozen=True, slots=True)
class ClassRating:
    """An initial rating by method 1, with its working."""

    class_average: int
    percent: int
    """The usual percentage in that class, rounded up."""
    difference: int
    """The difference from table 2: above the class average, or below it."""
    rating: int
    paragraph: str = INITIAL


@dataclass(frozen=True, slots=True)
class InterpolatedRating:
    """An initial rating by method 2, with its working."""

    stronger: int
    weaker: int
    share: Fraction
    """The position between the weaker (0) and the stronger (1) neighbour."""
    rating: int
    paragraph: str = INITIAL


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number for which a person is responsible; the rules do not compute it."""

    rating: int
    by: str
    """The person who made the estimate."""
    reason: str

    def __post_init__(self) -> None:
        """Raise BadEntry for an invalid rating, and a blank name or reason."""
        check_first_rating("rating", self.rating)
        for field in ("by", "reason"):
            if not getattr(self, field).strip():
                raise BadEntry(field, "blank")


def scoring_percentage(half_points: int, games: int) -> int:
    """Return the whole percentage, rounded up: 6½ of 9 are 73.

    BadEntry for a score that is impossible in so many games.
    """
    check_whole("games", games, 1, MOST_GAMES)
    check_score("score", half_points, games)
    return -(-PERCENT * half_points // (2 * games))


def rate_by_class(
    class_average: int, half_points: int, games: int, parameters: LaskParameters
) -> ClassRating:
    """Rate by method 1: the class average and the difference of the usual score in it.

    The average is that of `LaskTables.class_average`, or one that a person knows from
    elsewhere, since the rest of table 1 is lost. BadEntry for a score that rounds to 0
    or 100 per cent (no_difference), and if the result is not a valid rating.
    """
    check_first_rating("class_average", class_average)
    percent = scoring_percentage(half_points, games)
    difference = parameters.tables.difference_for(percent)
    return ClassRating(
        class_average=class_average,
        percent=percent,
        difference=difference,
        rating=check_first_rating("rating", class_average + difference),
    )


def interpolate(stronger: int, weaker: int, share: Fraction) -> InterpolatedRating:
    """Rate by method 2: between two neighbours in the club's list.

    A person decides between which neighbours, and how far above the weaker; a half is
    rounded up. BadEntry if the weaker is above the stronger (not_ascending), and for a
    share below 0 or above 1.
    """
    check_rating("stronger", stronger)
    check_rating("weaker", weaker)
    if weaker > stronger:
        raise BadEntry("weaker", "not_ascending")
    if not 0 <= share <= 1:
        raise BadEntry("share", "too_low" if share < 0 else "too_high")
    return InterpolatedRating(
        stronger=stronger,
        weaker=weaker,
        share=share,
        rating=half_up(weaker + share * (stronger - weaker)),
    )
