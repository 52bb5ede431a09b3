"""Ratings of earlier days, for tournaments rated on the ratings of their first day."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ratings.rules.step import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class _Moved:
    """What a step changed: `rating` is what these rows had before it."""

    last_day: int
    rows: IntArray
    rating: FloatArray


class RatingMemory:
    """The ratings before the newest steps, as far back as any later step needs them.
    Days are day numbers.
    """

    def __init__(self, first_days: Sequence[int]) -> None:
        """Start without changes; `first_days` are those of all steps, in their order."""
        self._moved: deque[_Moved] = deque()
        # Later steps need no ratings from before the earliest of their first days.
        earliest = accumulate(reversed(first_days), min)
        self._needed_from = list(earliest)[::-1]

    def note(self, last_day: int, rows: IntArray, rating: FloatArray) -> None:
        """Record that a step which ends on a day is about to change these rows
        (ascending) of the ratings (p). Steps are recorded in the order in which they
        end.
        """
        self._moved.append(_Moved(last_day, rows, rating[rows]))

    def on(self, day: int, rows: IntArray, rating: FloatArray) -> FloatArray:
        """Return the ratings of these rows (ascending) after all steps that ended
        before a day; `rating` (p) contains the current ones.
        """
        ratings = rating[rows]
        for moved in reversed(self._moved):
            if moved.last_day < day:
                break
            place = np.searchsorted(rows, moved.rows)
            inside = place < len(rows)
            inside[inside] = rows[place[inside]] == moved.rows[inside]
            ratings[place[inside]] = moved.rating[inside]
        return ratings

    def forget(self, place: int) -> None:
        """Discard what no step after the one at `place` can need."""
        if place + 1 == len(self._needed_from):
            return
        needed_from = self._needed_from[place + 1]
        while self._moved and self._moved[0].last_day < needed_from:
            self._moved.popleft()
