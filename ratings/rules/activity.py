"""Activity over the board, as decided by the office."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Activity:
    """Days of continuous activity over the board, both inclusive, counted from
    1970-01-01.
    """

    first_day: int
    last_day: int | None = None
    """None while the activity continues."""


def spans_of_activity(turns: Iterable[tuple[int, bool]]) -> tuple[Activity, ...]:
    """Return the spans of activity that result from turns, oldest first.

    A turn is a day, ascending, from which a player is active over the board or no
    longer active. A turn that only repeats the current state changes nothing.
    """
    spans, first = [], None
    for day, begins in turns:
        if begins and first is None:
            first = day
        elif not begins and first is not None:
            if first < day:
                spans.append(Activity(first, day - 1))
            first = None
    return (*spans, Activity(first)) if first is not None else tuple(spans)
