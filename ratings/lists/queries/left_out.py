"""What a period's list would leave out: results that the office has held or returned,
and those that have not been sent in.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.urls import reverse

from ratings.enums import ReportState
from ratings.models import Period, Report


class WhyLeftOut(StrEnum):
    HELD = "held"
    RETURNED = "returned"
    OVERDUE = "overdue"
    """The tournament has ended and has not been sent in."""
    UNSENT = "unsent"
    """It goes on, and results of it have not been sent in."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tournament or report with the games of it that are not in the list, or are
    there in an earlier version.
    """

    why: WhyLeftOut
    name: str
    first_day: date
    last_day: date
    games: int
    url: str

    @property
    def record(self) -> dict[str, Any]:
        """As it is kept with the approval."""
        facts = asdict(self)
        del facts["url"]
        return facts | {
            "first_day": self.first_day.isoformat(),
            "last_day": self.last_day.isoformat(),
        }


UNSENT: list[Callable[[int, date, date, date], Iterable[LeftOut]]] = []
"""What else knows results that have not been sent in: called with the pool, the
period's first and last day, and today. Apps add theirs when they are loaded.
"""

_STOPPED = {
    ReportState.HELD: WhyLeftOut.HELD,
    ReportState.RETURNED: WhyLeftOut.RETURNED,
}


def left_out_of(period: Period, today: date) -> list[LeftOut]:
    """What the list of the period would leave out now, the most games first."""
    found = list(_stopped(period))
    for unsent in UNSENT:
        found += unsent(period.pool_id, period.start_date, period.end_date, today)
    return sorted(found, key=lambda each: (-each.games, each.first_day, each.name))


def _stopped(period: Period) -> Iterable[LeftOut]:
    first = date.min if period.pool.carries_from else period.start_date
    reports = (
        Report.objects.filter(pool_id=period.pool_id, state__in=_STOPPED)
        .booked_between(first, period.end_date)
        .order_by("pk")
    )
    for report in reports:
        yield LeftOut(
            why=_STOPPED[ReportState(report.state)],
            name=report.name,
            first_day=report.start_date,
            last_day=report.end_date,
            games=report.games,
            url=reverse("ratings:report", args=[report.pk]),
        )
