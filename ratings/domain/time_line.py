"""The steps of a pool in the order in which they are computed."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from ratings.domain.derived_rows import StepKey
from ratings.domain.editions import EditionInForce, in_force
from ratings.models import Edition, Period
from ratings.rules.calendar import day_number
from ratings.rules.protocol import System
from ratings.rules.step import Span


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
    same_system_from: date
    """First day of the steps that this system has computed without a break: what an
    earlier one remembered means nothing to it."""

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
    steps: list[Step] = []
    for place, period in enumerate(periods):
        holding = _holding(editions, period.start_date)
        before = steps[-1] if steps else None
        goes_on = before is not None and before.system.name == holding.system.name
        steps.append(
            Step(
                start_date=period.start_date,
                end_date=period.end_date,
                closed=place < len(periods) - 1,
                posted=period.posted,
                system=holding.system,
                parameters=holding.parameters,
                same_system_from=(
                    before.same_system_from
                    if before is not None and goes_on
                    else period.start_date
                ),
            )
        )
    return steps


def _holding(editions: list[tuple[date, EditionInForce]], day: date) -> EditionInForce:
    holding = editions[0][1]
    for from_date, edition in editions:
        if from_date <= day:
            holding = edition
    return holding
