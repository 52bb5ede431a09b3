"""Whether the ratings of young players lag behind their strength.

A player who improves faster than the rating follows scores more than expected: this
surplus is measured in games of young players against adults.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.step import BoolArray, FloatArray, IntArray, Lines

ADULT_AGE: Final = 20
"""From the year in which a player reaches this age the player is not young."""
WIN = 2
"""Half points."""


@dataclass(frozen=True, slots=True)
class ScoreSurplus:
    """What young players scored beyond their expected score in one year."""

    year: int
    games: int
    """Games of a young player against an adult, with an expected score."""
    a_game: float
    """Points per game, above 0 if young players are rated too low."""


def is_young(birth_year: IntArray, year: IntArray) -> BoolArray:
    """Return who is young in a year, bool (n); players of unknown year of birth (0) are
    not.
    """
    # An unknown year of birth is 0, so the age is very high.
    young: BoolArray = year - birth_year < ADULT_AGE
    return young


def surplus_by_year(
    lines: Lines, year: IntArray, expected: FloatArray
) -> tuple[ScoreSurplus, ...]:
    """Return the surplus of young players in games against adults, by year ascending.

    `year` (n) is that of each line, `expected` (n) White's expected score, NaN if there
    is none. Years without such a game are left out. Players whose year of birth is
    unknown count as neither young nor adult.
    """
    white, black = _age_groups(lines, year)
    one = white & ~black & _known(lines.black_birth_year)
    other = black & ~white & _known(lines.white_birth_year)
    beyond = lines.score / WIN - expected
    counted = np.flatnonzero((one | other) & ~np.isnan(beyond) & lines.played)
    gained = np.where(one, beyond, -beyond).take(counted)
    years, place, games = np.unique(
        year.take(counted), return_inverse=True, return_counts=True
    )
    total = np.bincount(place, gained)
    return tuple(
        ScoreSurplus(int(each), int(count), float(sum_ / count))
        for each, count, sum_ in zip(years, games, total, strict=True)
    )


def _age_groups(lines: Lines, year: IntArray) -> tuple[BoolArray, BoolArray]:
    return (
        is_young(lines.white_birth_year, year),
        is_young(lines.black_birth_year, year),
    )


def _known(birth_year: IntArray) -> BoolArray:
    known: BoolArray = birth_year != 0
    return known
