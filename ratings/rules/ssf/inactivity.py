"""The yearly deduction for inactivity (SSF rating, point 10)."""

from datetime import date

import numpy as np

from ratings.rules.calendar import date_of, day_number
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import FloatArray, IntArray, Span


def deductions(
    rating: FloatArray, last_played: IntArray, span: Span, parameters: SsfParameters
) -> FloatArray | None:
    """Return the points deducted in a step, float32 (p), 0 or below; None if there are
    none.

    A year is twelve months since the last game. Its deduction belongs to the first
    period start on or after the day on which the year is complete, which is the end of
    this step: the year is complete later than the first day, and not later than the day
    after the last. A player who has played again by then has a later last game, so
    `last_played` must include this step's games. `rating` is the one before the step: a
    player without one loses nothing.
    """
    lost_years = np.zeros(len(last_played), np.int8)
    for first, last in windows(span, parameters):
        due = (last_played >= first) & (last_played <= last)
        lost_years -= due.view(np.int8)
    if not lost_years.any():
        return None
    if np.isnan(rating.min()):
        lost_years *= (~np.isnan(rating)).view(np.int8)
    points = lost_years.astype(np.float32)
    points *= parameters.deduction
    return points


def windows(span: Span, parameters: SsfParameters) -> list[tuple[int, int]]:
    """Return the ranges of last days played (inclusive) whose k-th anniversary the step
    books; none while the next period has not begun.
    """
    if not span.closed:
        return []
    opens = date_of(span.first_day + 1)
    closes = date_of(span.last_day + 2)
    return [
        (_earliest(opens, years), _earliest(closes, years) - 1)
        for years in range(1, parameters.deductions + 1)
    ]


def anniversaries(
    last_played: int, span: Span, parameters: SsfParameters
) -> tuple[int, ...]:
    """Return the days on which a player who last played on that day gets the
    deduction.
    """
    return tuple(
        day_number(anniversary(date_of(last_played), years))
        for years, (first, last) in enumerate(windows(span, parameters), start=1)
        if first <= last_played <= last
    )


def anniversary(day: date, years: int) -> date:
    """Return the same day some years later; 28 February instead of a missing 29th."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def _earliest(day: date, years: int) -> int:
    """Return the first day whose anniversary after so many years is not before
    `day`.
    """
    try:
        return day_number(day.replace(year=day.year - years))
    except ValueError:
        return day_number(date(day.year - years, 3, 1))
