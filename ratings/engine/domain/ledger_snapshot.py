"""The posting number as of which each step of a pool is computed.

If corrections cascade, it is the last one for all steps. If they are carried, an
approved period stays as it was when its first list was built: what has been posted for
its days since then is booked in the open period
(`ratings.engine.domain.late_adjustments`).
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

import numpy as np

from ratings.engine.domain.counting import CountingReports, reports_as_of
from ratings.engine.domain.step_decisions import DecisionLine, decisions_as_of
from ratings.engine.domain.step_lines import Ids
from ratings.engine.domain.time_line import PoolStep, TimeLine
from ratings.engine.queries.shut_numbers import shut_numbers
from ratings.ledger.queries.player_aliases import PlayerAliases, aliases_as_of
from ratings.models import Pool

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LedgerSnapshot:
    """A pool's ledger as of a posting, each part of it read once. `shut`: the last day
    of each period that stays as it is, ascending, with the posting number as of which
    it stays.
    """

    pool_id: int
    posted: int
    time_line: TimeLine
    shut: tuple[tuple[date, int], ...] = ()
    _aliases: dict[int, PlayerAliases] = field(default_factory=dict)
    _reports: dict[int, CountingReports] = field(default_factory=dict)
    _decisions: dict[int, list[DecisionLine]] = field(default_factory=dict)
    _steps: list[PoolStep] = field(default_factory=list)

    @classmethod
    def of(cls, pool_id: int, number: int) -> "LedgerSnapshot":
        """Read the ledger of a pool as of a posting number."""
        carries_from = Pool.objects.values_list("carries_from", flat=True).get(
            pk=pool_id
        )
        time_line = TimeLine.of(pool_id)
        if carries_from is None or number < carries_from:
            return cls(pool_id, number, time_line)
        shut = shut_numbers(pool_id, carries_from, number)
        return cls(pool_id, number, time_line, shut)

    @property
    def shut_until(self) -> date:
        """The last day of the periods that no longer change."""
        return self.shut[-1][0] if self.shut else date.min

    def number(self, day: date) -> int:
        """Return the posting number as of which a step that ends on this day is
        computed.
        """
        place = bisect_left(self.shut, (day, 0))
        return self.shut[place][1] if place < len(self.shut) else self.posted

    def period_before(self, day: date) -> PoolStep | None:
        """Return the last period that ended before this day."""
        return max(
            (each for each in self._periods() if each.end_date < day),
            key=lambda each: each.end_date,
            default=None,
        )

    @property
    def opens(self) -> date:
        """The first day of the first open period, in which late postings are booked. If
        no period is open yet, the day on which the next one may begin.
        """
        return min(
            (
                each.start_date
                for each in self._periods()
                if each.end_date > self.shut_until
            ),
            default=self.shut_until + DAY,
        )

    def as_at(self, period: PoolStep, number: int) -> PoolStep:
        """Return the period as of a posting number: closed if a later one had been
        opened, which may not be so in a pool that had ended and continues.
        """
        closed = any(
            each.end_date > period.end_date and each.posted <= number
            for each in self.time_line.periods
        )
        return replace(period, closed=closed)

    def reports(self, day: date) -> CountingReports:
        """Return the reports that count for a step that ends on this day."""
        return self.reports_at(self.number(day))

    def decisions(self, day: date) -> list[DecisionLine]:
        """Return the decisions that apply to a step that ends on this day."""
        return self.decisions_at(self.number(day))

    def aliases_at(self, number: int) -> PlayerAliases:
        """Return which cards count for which players as of a posting number."""
        if number not in self._aliases:
            self._aliases[number] = aliases_as_of(self.pool_id, number)
        return self._aliases[number]

    def reports_at(self, number: int) -> CountingReports:
        """Return the reports that count as of a posting number."""
        if number not in self._reports:
            self._reports[number] = reports_as_of(
                self.pool_id, number, self.time_line.editions, self.aliases_at(number)
            )
        return self._reports[number]

    def decisions_at(self, number: int) -> list[DecisionLine]:
        """Return the decisions that apply as of a posting number."""
        if number not in self._decisions:
            self._decisions[number] = decisions_as_of(
                self.pool_id, number, self.aliases_at(number)
            )
        return self._decisions[number]

    def aliased_cards(self, step: PoolStep) -> Ids:
        """Return the cards (ids, ascending) that count for another player in a step but
        may still have a rating, from a period that stays as it was before the merge.
        """
        if not self.shut:
            return np.empty(0, np.int64)
        return self.reports(step.end_date).aliases.gone

    def steps(self) -> list[PoolStep]:
        """Return every step of the pool. Of the events that are rated as a whole, those
        that counted when the period in which they ended was shut; of the periods, those
        that existed then: what is posted later for days before them does not open a
        period that could take over what has been booked.
        """
        if not self._steps:
            self._steps.extend(self._read_steps())
        return self._steps

    def _periods(self) -> Iterator[PoolStep]:
        return (
            each
            for each in self.steps()
            if not each.report_id and not each.carries_over
        )

    def _read_steps(self) -> list[PoolStep]:
        steps = self.time_line.steps(self.reports_at(self.posted))
        if not self.shut:
            return steps
        kept = [
            self._period_as_shut(step)
            for step in steps
            if not step.report_id and step.posted <= self.number(step.end_date)
        ]
        for day, number in (*self.shut, (date.max, self.posted)):
            events = self.time_line.steps(self.reports_at(number))
            after = _end_before(self.shut, day)
            kept += [
                step
                for step in events
                if step.report_id and after < step.end_date <= day
            ]
        return sorted(kept, key=lambda step: step.key)

    def _period_as_shut(self, step: PoolStep) -> PoolStep:
        if step.carries_over or step.end_date > self.shut_until:
            return step
        return self.as_at(step, self.number(step.end_date))


def _end_before(shut: tuple[tuple[date, int], ...], day: date) -> date:
    before = [end for end, _number in shut if end < day]
    return before[-1] if before else date.min
