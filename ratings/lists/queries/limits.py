"""The limits above which a line of a proposal is unusual, so that an officer looks."""

from dataclasses import dataclass, fields
from datetime import date

from ratings.models import OddityLimits
from ratings.pools.queries.systems import levels_on


@dataclass(frozen=True, slots=True)
class LineLimits:
    """Limits of unusual lines. None: no limit. A line is unusual if a pair played
    `pair_games` games or more, or above any of the other limits.
    """

    change: int | None = 150
    newcomer: int | None = 1800
    games: int | None = 40
    gap_months: int | None = 12
    pair_games: int | None = 3
    idle: int | None = 50


NAMES = tuple(each.name for each in fields(LineLimits))
OF_NUMBERS = LineLimits()
OF_LEVELS = LineLimits(change=5, newcomer=None, idle=1)
"""Default limits where ratings are levels, in levels."""


def default_limits(pool_id: int, day: date) -> LineLimits:
    """Return the limits that apply until the federation has set its own."""
    return OF_NUMBERS if levels_on(pool_id, day) is None else OF_LEVELS


def limits_of(pool_id: int, day: date) -> LineLimits:
    """Return the limits of a pool, as the federation set them or by default."""
    chosen = OddityLimits.objects.filter(pool=pool_id).values_list(*NAMES).first()
    return LineLimits(*chosen) if chosen else default_limits(pool_id, day)
