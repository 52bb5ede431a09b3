"""Describe the ratings of many players: mean, quantiles, distribution, and places.

Ratings are columns of length p, without NaN unless stated otherwise.
"""

from dataclasses import dataclass
from math import floor
from typing import Final

import numpy as np

from ratings.rules.step import BoolArray, FloatArray, IntArray

QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
"""The quantiles that are computed: the share of players with a lower rating."""
MOST_CLASSES: Final = 24
"""A distribution has at most this number of classes."""
WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000)
"""The possible widths of a class, in rating points."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Number, mean and quantiles of some ratings."""

    players: int
    mean: float | None
    """None without players."""
    quantiles: tuple[float, ...] | None
    """The values of `QUANTILES`."""


@dataclass(frozen=True, slots=True)
class RatingClass:
    """The number of ratings from `low` up to, but not including, `high`."""

    low: int
    high: int
    players: int


@dataclass(frozen=True, slots=True)
class Mover:
    """A player's places and ratings under two candidates."""

    player: int
    """Row in the columns."""
    places: tuple[int, int]
    """From 1; players with the same rating share a place."""
    ratings: tuple[float, float]

    @property
    def rises(self) -> int:
        """The number of places by which the second rating is better than the first."""
        return self.places[0] - self.places[1]


def spread_of(ratings: FloatArray) -> Spread:
    """Compute the number, mean and quantiles of some ratings, in rating points."""
    if not len(ratings):
        return Spread(0, None, None)
    quantiles = np.quantile(ratings.astype(np.float64), QUANTILES)
    mean = float(ratings.mean(dtype=np.float64))
    return Spread(len(ratings), mean, tuple(map(float, quantiles)))


def class_width(ratings: FloatArray) -> int:
    """Return the narrowest of `WIDTHS`, in rating points, that needs at most
    `MOST_CLASSES` classes; the widest if none does.
    """
    if not len(ratings):
        return WIDTHS[0]
    low, high = float(ratings.min()), float(ratings.max())
    return next(
        (width for width in WIDTHS if _classes(low, high, width) <= MOST_CLASSES),
        WIDTHS[-1],
    )


def distribution(ratings: FloatArray, width: int) -> tuple[RatingClass, ...]:
    """Count the ratings in classes of this width, from the lowest rating to the highest
    without gaps.
    """
    if not len(ratings):
        return ()
    place = np.floor(ratings / width).astype(np.int64)
    first = int(place.min())
    return tuple(
        RatingClass((first + number) * width, (first + number + 1) * width, int(count))
        for number, count in enumerate(np.bincount(place - first))
    )


def places_of(ratings: FloatArray) -> IntArray:
    """Return every player's place, int64 (p); 1 is the highest rating."""
    ascending = np.sort(ratings)
    higher = len(ratings) - np.searchsorted(ascending, ratings, side="right")
    return higher.astype(np.int64) + 1


def biggest_movers(
    first: FloatArray, second: FloatArray, who: BoolArray, most: int
) -> tuple[Mover, ...]:
    """Return the players who rise and fall by the most places, up to `most` of each,
    from the highest rise to the deepest fall.

    Only the players in `who` (bool, p) have places; both columns (p) may contain NaN
    for the others. Players whose place does not change are left out.
    """
    rows = np.flatnonzero(who)
    before, after = places_of(first.take(rows)), places_of(second.take(rows))
    order = np.lexsort((rows, after - before))
    rising = [at for at in order[:most] if before[at] > after[at]]
    falling = [at for at in order[-most:] if before[at] < after[at]] if most else []
    return tuple(
        Mover(
            player=int(rows[at]),
            places=(int(before[at]), int(after[at])),
            ratings=(float(first[rows[at]]), float(second[rows[at]])),
        )
        for at in (*rising, *falling)
    )


def typical_difference(
    first: FloatArray, second: FloatArray
) -> tuple[float | None, float | None]:
    """Return the medians, over the players of both columns (p), of the absolute
    difference between the second and the first: in rating points, and in places. None
    without players.
    """
    if not len(first):
        return None, None
    points = np.abs(second.astype(np.float64) - first)
    places = np.abs(places_of(second) - places_of(first))
    return float(np.median(points)), float(np.median(places))


def _classes(low: float, high: float, width: int) -> int:
    return floor(high / width) - floor(low / width) + 1
