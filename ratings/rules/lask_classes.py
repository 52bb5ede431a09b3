"""Classes by rating, as proposed for SM (LASK text, point 13)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from ratings.rules.lask_numbers import check_rating
from ratings.rules.lask_parameters import LaskParameters

CLASSES: Final = "LASK text, point 13"
BEST = 16
"""How many the SM group takes where it goes by place and not by rating."""

Id = TypeVar("Id", bound=Hashable)


@dataclass(frozen=True, slots=True)
class BestPlayers(Generic[Id]):
    """The strongest of some players, strongest first."""

    players: tuple[Id, ...]
    """Who is among them whatever is decided."""
    tied: tuple[Id, ...]
    """Who share the last places with more than these hold: a person decides."""
    places: int
    """How many places the tied have between them."""


def class_by_rating(rating: int, parameters: LaskParameters) -> str:
    """The class of a rating: SM from 2250, M from 2050, I from 1875, else II.

    BadEntry for a number that is no rating.
    """
    check_rating("rating", rating)
    limits = parameters.tables.class_limits
    return next(limit.name for limit in limits if rating >= limit.lowest)


def best_players(ratings: Mapping[Id, int], most: int = BEST) -> BestPlayers[Id]:
    """The sixteen best, the other way to fill the SM group.

    Players with equal ratings keep the order in which they are given. Where the last
    places are shared by too many, the text has no way to choose, and nor has this.
    """
    ranked = sorted(ratings, key=lambda player: -ratings[player])
    if len(ranked) <= most:
        return BestPlayers(tuple(ranked), (), 0)
    limit = ratings[ranked[most]]
    sure = tuple(player for player in ranked[:most] if ratings[player] > limit)
    open_places = most - len(sure)
    equal = tuple(player for player in ranked if ratings[player] == limit)
    return BestPlayers(sure, equal if open_places else (), open_places)
