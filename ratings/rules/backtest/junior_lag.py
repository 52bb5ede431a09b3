"""Whether the ratings of the young lag behind them.

Who grows faster than the ratings follow scores more than is expected: the surplus is
measured where the young meet those who are grown up.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.step import BoolArray, FloatArray, IntArray, Lines

ADULT_AGE: Final = 20
"""The age, reached in the year of the game, from which nobody is young any more."""
WIN = 2
"""Half points."""


@dataclass(frozen=True, slots=True)
class Surplus:
    """What the young scored beyond what was expected of them in one year."""

    year: int
    games: int
    """Of a young player against a grown-up, with an expected score."""
    a_game: float
    """Points a game, above 0 where the young are rated too low."""


def is_young(birth_year: IntArray, year: IntArray) -> BoolArray:
    """Return who is young in a year, bool (n); players of unknown year of birth (0) are
    not.
    """
    # An unknown year makes somebody as old as the calendar.
    young: BoolArray = year - birth_year < ADULT_AGE
    return young


def surplus_by_year(
    lines: Lines, year: IntArray, expected: FloatArray
) -> tuple[Surplus, ...]:
    """Return the surplus of the young in games against the grown-up, by year ascending.

    `year` (n) is that of each line, `expected` (n) White's expected score, NaN where
    there is none. Years without such a game are left out, and whoever has no known
    year of birth counts as neither.
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
        Surplus(int(each), int(count), float(sum_ / count))
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
