"""The classes of SSF §7: their order, first start, dispensation, stepping down."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

Rating = int | Fraction
"""An exact rating; a half point is Fraction(1, 2), never a float."""


class ClassRank(StrEnum):
    """A rank of the class register, from the top.

    Class IV is no rank (SSF §5.5): it is voluntary and there are no movements between
    III and IV, so the register stores such a player as III.
    """

    MASTER = "M"
    FIRST = "I"
    SECOND = "II"
    THIRD = "III"

    @property
    def level(self) -> int:
        """0 for M and one more for each class below."""
        return _LADDER.index(self)

    @property
    def above(self) -> "ClassRank | None":
        """The next class up; None for M."""
        return _LADDER[self.level - 1] if self.level else None

    @property
    def below(self) -> "ClassRank | None":
        """The next class down; None for III."""
        return _LADDER[self.level + 1] if self.level + 1 < len(_LADDER) else None

    @property
    def mean_rating(self) -> int:
        """Rk, the class's mean rating (SSF Bilaga 1, note)."""
        return _MEAN_RATINGS[self]

    def is_above(self, other: "ClassRank") -> bool:
        """Return whether this class is higher than the other."""
        return self.level < other.level


_LADDER = tuple(ClassRank)
_MEAN_RATINGS = MappingProxyType(
    {
        ClassRank.MASTER: 2100,
        ClassRank.FIRST: 1950,
        ClassRank.SECOND: 1750,
        ClassRank.THIRD: 1550,
    }
)

SECOND_FROM = 1800
THIRD_UP_TO = 1699

DISPENSATION_LIMITS: Mapping[ClassRank, int] = MappingProxyType(
    {
        ClassRank.MASTER: 2150,
        ClassRank.FIRST: 2000,
        ClassRank.SECOND: 1800,
    }
)
"""SSF §7.5, until further notice: rating from which dispensation may be given."""

YEARS_AWAY = 7


def first_classes(rating: Rating | None) -> tuple[ClassRank, ...]:
    """Return the classes in which a player without class may start, highest first (SSF
    §7.1).

    If there are two the player chooses. Without a rating: III.
    """
    if rating is None or rating <= THIRD_UP_TO:
        return (ClassRank.THIRD,)
    if rating >= SECOND_FROM:
        return (ClassRank.SECOND,)
    return (ClassRank.SECOND, ClassRank.THIRD)


def may_get_dispensation(
    wanted: ClassRank,
    rating: Rating | None,
    limits: Mapping[ClassRank, int] = DISPENSATION_LIMITS,
) -> bool:
    """Return whether the rules committee may let the player start in the class (SSF
    §7.5).
    """
    return rating is not None and wanted in limits and rating >= limits[wanted]


def may_fill_vacancy(
    own: ClassRank,
    wanted: ClassRank,
    rating: Rating | None,
    limits: Mapping[ClassRank, int] = DISPENSATION_LIMITS,
) -> bool:
    """Return whether the organiser may place the player one class up (SSF §7.6)."""
    return own.above is wanted and may_get_dispensation(wanted, rating, limits)


def step_down_opens_on(last_played_date: date) -> date:
    """Return the first day on which a player may ask to step down (SSF §7.3c).

    Seven years after the last competition under §§5–6; 1 March if that year has no 29
    February.
    """
    year = last_played_date.year + YEARS_AWAY
    try:
        return last_played_date.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def may_step_down(
    player_class: ClassRank, last_played_date: date, on_date: date
) -> bool:
    """Return whether the player may go down one class on request (SSF §7.3c)."""
    opens_on = step_down_opens_on(last_played_date)
    return player_class.below is not None and on_date >= opens_on
