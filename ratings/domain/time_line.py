"""The steps of a pool in the order in which they are computed."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from ratings.domain.derived_rows import StepKey
from ratings.domain.editions import EditionInForce, in_force
from ratings.models import Edition, Period
from ratings.rules.calendar import day_number
from ratings.rules.step import Span, System


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a pool, with the system that computes it."""

    start_date: date
    end_date: date
    closed: bool
    posted: int
    """The posting that opened it."""
    system: System[Any]
    parameters: Any

    @property
    def key(self) -> StepKey:
        """How the step's rows are found."""
        return StepKey(self.end_date, self.start_date)

    @property
    def span(self) -> Span:
        """The step's days as the rules count them."""
        return Span(day_number(self.start_date), day_number(self.end_date), self.closed)


def steps_of(pool_id: int) -> list[Step]:
    """Every step of a pool, ordered by end and start; each on the edition that
    holds on its first day (the oldest one where none does yet).
    """
    editions = [
        (edition.from_date, in_force(edition))
        for edition in Edition.objects.filter(pool_id=pool_id).order_by("from_date")
    ]
    periods = list(
        Period.objects.filter(pool_id=pool_id).order_by("end_date", "start_date")
    )
    return [
        _step(period, editions, closed=place < len(periods) - 1)
        for place, period in enumerate(periods)
    ]


def _step(
    period: Period, editions: list[tuple[date, EditionInForce]], *, closed: bool
) -> Step:
    holding = editions[0][1]
    for from_date, edition in editions:
        if from_date <= period.start_date:
            holding = edition
    return Step(
        period.start_date,
        period.end_date,
        closed,
        period.posted,
        holding.system,
        holding.parameters,
    )
