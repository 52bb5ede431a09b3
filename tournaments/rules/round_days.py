"""Days of rounds by a rule, as clubs announce them: “every Tuesday from 7 October, not
24–31 December”.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

WEEK = 7


@dataclass(frozen=True, slots=True)
class DayRule:
    """The rule by which rounds have their days.

    Rounds are played on the `weekday` (Monday is 0) of every `every`th week from
    `first` on, or on every day if it is None; so many rounds a day, and never from the
    first to the last day of `pause`.
    """

    first: date
    weekday: int | None = None
    every: int = 1
    rounds_a_day: int = 1
    pause: tuple[date, date] | None = None

    def days(self, rounds: int) -> list[date]:
        """Return the days of so many rounds.

        A week in the pause is left out, and the weeks are counted on as if it had been
        played.
        """
        return list(islice(self._days(), rounds))

    def _days(self) -> Iterator[date]:
        day = self.first
        step = timedelta(days=1 if self.weekday is None else WEEK * self.every)
        if self.weekday is not None:
            day += timedelta(days=(self.weekday - day.weekday()) % WEEK)
        while True:
            if not (self.pause and self.pause[0] <= day <= self.pause[1]):
                yield from [day] * self.rounds_a_day
            day += step
