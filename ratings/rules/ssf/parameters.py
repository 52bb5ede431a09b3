"""What an edition may choose within the SSF rating system of 2008."""

from dataclasses import dataclass
from typing import TypeAlias

from ratings.rules.calendar import THREE_PERIODS, Starts, read_starts
from ratings.rules.parameters import ParametersBase, parameter, read_whole, whole
from ratings.rules.rating_table import WIN, Rows, table_names

Bands: TypeAlias = tuple[tuple[int, int], ...]

HIGHEST = 4000
"""No rating limit is above this."""
MOST_BONUS = 100
"""No bonus for a game is above this."""


def read_bands(value: object) -> Bands:
    """Read bonus bands as an edition stores them: [[below, points], …], ascending.

    ValueError with the code not_bands, too_low, too_high or not_ascending.
    """
    if not isinstance(value, list | tuple):
        raise ValueError("not_bands")  # noqa: TRY004 - one kind of error for a form
    bands = tuple(_read_band(band) for band in value)
    limits = [below for below, _ in bands]
    if limits != sorted(set(limits)):
        raise ValueError("not_ascending")
    return bands


def _read_band(value: object) -> tuple[int, int]:
    match value:
        case [int(below), int(points)] if 0 <= below <= HIGHEST:
            return below, read_whole(points, 0, MOST_BONUS)
    raise ValueError("not_bands")


def read_table(value: object) -> str | Rows:
    """Return the name of a rating table, or an edition's own table: [[lowest
    difference, compensation], …], ascending from 0.

    ValueError with the code unknown_table or not_table.
    """
    if isinstance(value, str) and value in table_names():
        return value
    if not isinstance(value, list | tuple):
        raise ValueError("unknown_table")  # noqa: TRY004 - as read_bands
    rows = tuple(_read_row(row) for row in value)
    lows = [low for low, _ in rows]
    if not rows or lows[0] != 0 or lows != sorted(set(lows)):
        raise ValueError("not_table")
    return rows


def _read_row(value: object) -> tuple[int, int]:
    match value:
        case [int(low), int(compensation)] if (
            0 <= low <= HIGHEST and 0 <= compensation <= WIN
        ):
            return low, compensation
    raise ValueError("not_table")


@dataclass(frozen=True, slots=True)
class SsfParameters(ParametersBase):
    """The numbers of the SSF rating system; the defaults are those of the text."""

    period_starts: Starts = parameter(THREE_PERIODS, read_starts)  # noqa: RUF009 - a field
    """(month, day) of every period's first day (point 2)."""
    table: str | Rows = parameter("ssf_2008", read_table)  # noqa: RUF009 - a field
    """Name of the rating table, or its rows (point 3)."""
    halving_from: int = whole(2200, 0, HIGHEST)
    """Base rating from which changes are halved (point 4)."""
    common_from: int = whole(1200, 0, HIGHEST)
    """Base rating from which the common rules apply in every district (point 1)."""
    minutes: int = whole(120, 0, 1440)
    """Least thinking time per player, in minutes (point 6)."""
    low_minutes: int = whole(60, 0, 1440)
    """The same below `common_from` if the district adopts it (point 6)."""
    lowest: int = whole(800, 0, HIGHEST)
    """The lowest new rating if the district adopts it (Below 1200)."""
    bonus_bands: Bands = parameter(  # noqa: RUF009 - a field
        ((1000, 20), (1200, 10)), read_bands
    )
    """(below, points): bonus per game by running rating (Below 1200)."""
    adult_age: int = whole(15, 0, 120)
    """The age from which a beginner starts as an adult (point 9)."""
    adult_start: int = whole(1300, 0, HIGHEST)
    """Start rating of an adult, and if the birth year is unknown (point 9)."""
    young_start: int = whole(1000, 0, HIGHEST)
    """Start rating of a younger player (point 9)."""
    deduction: int = whole(50, 0, 1000)
    """Points lost for a year without a game (point 10)."""
    deductions: int = whole(3, 0, 50)
    """The highest number of deductions since the last game (point 10)."""

    def contradictions(self) -> dict[str, str]:
        """Return the code too_high for `low_minutes` above `minutes`."""
        return {"low_minutes": "too_high"} if self.low_minutes > self.minutes else {}
