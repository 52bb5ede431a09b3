"""Rating periods from the days on which they start (SSF rating, point 2).

A calendar is a tuple of (month, day), ascending, that repeats every year.
"""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeAlias

import numpy as np

from ratings.rules.step import IntArray, Span

Starts: TypeAlias = tuple[tuple[int, int], ...]

THREE_PERIODS: Starts = ((1, 1), (5, 1), (9, 1))
"""1 January, 1 May, 1 September: prescribed by SSF."""
FIVE_PERIODS: Starts = ((1, 1), (3, 1), (5, 1), (9, 1), (11, 1))
"""Also 1 March and 1 November: recommended by SSF where bonus is given."""
MONTHS: Starts = tuple((month, 1) for month in range(1, 13))
"""The first day of every month."""

_EPOCH = date(1970, 1, 1).toordinal()
_ORDINARY_YEAR = 2001


@dataclass(frozen=True, slots=True)
class CalendarPeriod:
    """A rating period: its days, both inclusive, and its label."""

    first_date: date
    last_date: date
    label: str
    """Such as `2026-01 … 2026-04`; with days if periods start inside a month."""

    def __contains__(self, day: date) -> bool:
        return self.first_date <= day <= self.last_date

    @property
    def span(self) -> Span:
        """The same days as day numbers."""
        return Span(day_number(self.first_date), day_number(self.last_date))


def day_number(day: date) -> int:
    """Return days from 1970-01-01."""
    return day.toordinal() - _EPOCH


def date_of(number: int) -> date:
    """Return the date of a day number."""
    return date.fromordinal(number + _EPOCH)


def period_of(day: date, starts: Starts) -> CalendarPeriod:
    """Return the period that contains a date.

    ValueError for a date before the first or after the last period that lies completely
    within the years 1 to 9999.
    """
    this_year = [date(day.year, *start) for start in starts]
    place = bisect_right(this_year, day)
    first = this_year[place - 1] if place else date(day.year - 1, *starts[-1])
    following = (
        this_year[place] if place < len(starts) else date(day.year + 1, *starts[0])
    )
    last = following - timedelta(days=1)
    return CalendarPeriod(first, last, _label(first, last, starts))


def periods_between(
    first: date, last: date, starts: Starts
) -> tuple[CalendarPeriod, ...]:
    """Return every period that contains a day from `first` to `last`, both inclusive."""
    periods: list[CalendarPeriod] = []
    while first <= last:
        periods.append(period_of(first, starts))
        first = periods[-1].last_date + timedelta(days=1)
    return tuple(periods)


def periods_begun(after: IntArray, until: int, starts: Starts) -> IntArray:
    """Return how many periods begin after each of some days (n, day numbers) and up to
    `until`, int64 (n).
    """
    if not len(after):
        return np.zeros(0, np.int64)
    low = int(after.min())
    years = range(date_of(low).year, date_of(until).year + 1)
    days = [day_number(date(year, *start)) for year in years for start in starts]
    # Counted by day, which takes a tenth of the time of a search.
    begins = np.zeros(max(until, int(after.max())) - low + 1, np.int64)
    begins[[day - low for day in days if low <= day <= until]] = 1
    cumulative = np.cumsum(begins)
    passed: IntArray = cumulative[-1] - cumulative.take(after - low)
    return passed


def read_starts(value: object) -> Starts:
    """Read period starts as an edition stores them: [[month, day], …], ascending.

    ValueError with a code: not_dates (29 February too, which most years lack) or
    not_ascending.
    """
    if not isinstance(value, list | tuple) or not value:
        raise ValueError("not_dates")
    starts = tuple(_read_start(start) for start in value)
    if list(starts) != sorted(set(starts)):
        raise ValueError("not_ascending")
    return starts


def _read_start(value: object) -> tuple[int, int]:
    match value:
        case [int(month), int(day)]:
            return _checked_start(month, day)
    raise ValueError("not_dates")


def _checked_start(month: int, day: int) -> tuple[int, int]:
    try:
        date(_ORDINARY_YEAR, month, day)
    except (OverflowError, ValueError):
        raise ValueError("not_dates") from None
    return month, day


def _label(first: date, last: date, starts: Starts) -> str:
    whole_months = all(day == 1 for _, day in starts)
    size = len("2026-01") if whole_months else len("2026-01-01")
    ends = dict.fromkeys((first.isoformat()[:size], last.isoformat()[:size]))
    return " … ".join(ends)
