"""The steps of a pool in the order in which they are computed."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast

import numpy as np

from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.derived_rows import StepKey
from ratings.engine.domain.step_lines import GamesToRead
from ratings.ledger.domain.editions import EditionsOfPool, SystemDays
from ratings.models import Period
from ratings.rules.calendar import day_number
from ratings.rules.converting import Converting
from ratings.rules.protocol import System, TournamentSystem
from ratings.rules.step import Span


@dataclass(frozen=True, slots=True)
class PoolStep:
    """One step of a pool, with the system that computes it."""

    start_date: date
    end_date: date
    closed: bool
    posted: int
    """The posting that opened a period; 0 for a tournament or a conversion."""
    system: System[Any]
    parameters: Any
    system_days: SystemDays
    """The days for which this system holds; its memory of a player starts afresh with
    them.
    """
    report_id: int = 0
    """The report that is rated as a whole; 0 for a period."""
    exact: bool = False
    """Whether any system of the pool keeps ratings unrounded. Those of the other
    systems are then stored unrounded too, since a player may have an unrounded rating.
    """

    @property
    def key(self) -> StepKey:
        """The key by which the step's rows are found."""
        return StepKey(self.end_date, self.start_date, self.report_id)

    @property
    def by_tournament(self) -> bool:
        """Whether the system rates events as a whole; periods then book only decisions
        and the effects of time.
        """
        return self.system.unit == "tournament"

    @property
    def carries_over(self) -> bool:
        """Whether this is the conversion between two editions. It comes after the last
        day of one, and starts on the first day of the next.
        """
        return self.start_date > self.end_date

    @property
    def watched_days(self) -> tuple[int, ...]:
        """The days of a tournament for which its system needs the ratings, as day
        numbers; none for a period.
        """
        if not self.report_id:
            return ()
        return cast("TournamentSystem[Any]", self.system).watched_days(self.span)

    @property
    def span(self) -> Span:
        """The step's days as day numbers of the rules."""
        return Span(day_number(self.start_date), day_number(self.end_date), self.closed)

    def games(self, reports: CountingReports) -> GamesToRead:
        """Return which games of the ledger the step has."""
        if self.report_id:
            return reports.tournament(self.report_id)
        return reports.step(self.start_date, self.end_date)


@dataclass(frozen=True, slots=True)
class TimeLine:
    """The editions of a pool and its periods, oldest first."""

    editions: EditionsOfPool
    periods: tuple[PoolStep, ...]

    @classmethod
    def of(cls, pool_id: int) -> "TimeLine":
        """Read the time line of a pool as it is now."""
        editions = EditionsOfPool.of(pool_id)
        return cls(editions, tuple(_periods(pool_id, editions)))

    def steps(self, reports: CountingReports) -> list[PoolStep]:
        """Return every step, ordered by end, start and report; each with the edition
        that holds on its first day (the oldest one if none holds yet).
        """
        steps = list(self.periods)
        if steps:
            steps += _conversions(self.editions, steps[-1].end_date)
        for place in np.flatnonzero(reports.whole).tolist():
            start = date.fromordinal(int(reports.start[place]))
            steps.append(
                _step(
                    self.editions,
                    start,
                    max(start, date.fromordinal(int(reports.last[place]))),
                    closed=bool(reports.final[place]),
                    report_id=int(reports.ids[place]),
                )
            )
        return sorted(steps, key=lambda step: step.key)


def _conversions(editions: EditionsOfPool, last: date) -> list[PoolStep]:
    """Return the conversions whose period has been opened: ratings are not converted
    before the day comes.
    """
    steps = []
    for day, conversion in editions.conversions:
        if day > last:
            continue
        system = editions.in_force(day).system
        steps.append(
            PoolStep(
                start_date=day,
                end_date=day - timedelta(days=1),
                closed=True,
                posted=0,
                system=Converting(system.unit, system.memory, system.fractional),
                parameters=conversion,
                system_days=editions.system_days(day),
                exact=editions.exact,
            )
        )
    return steps


def _periods(pool_id: int, editions: EditionsOfPool) -> list[PoolStep]:
    periods = list(
        Period.objects.filter(pool_id=pool_id).order_by("end_date", "start_date")
    )
    return [
        _step(
            editions,
            period.start_date,
            period.end_date,
            closed=place < len(periods) - 1,
            posted=period.posted,
        )
        for place, period in enumerate(periods)
    ]


def _step(
    editions: EditionsOfPool,
    start: date,
    end: date,
    *,
    closed: bool,
    posted: int = 0,
    report_id: int = 0,
) -> PoolStep:
    in_force = editions.in_force(start)
    return PoolStep(
        start_date=start,
        end_date=end,
        closed=closed,
        posted=posted,
        system=in_force.system,
        parameters=in_force.parameters,
        system_days=editions.system_days(start),
        report_id=report_id,
        exact=editions.exact,
    )
