"""What a period's list would leave out: results that the office has held or returned,
and those that have not been submitted.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import Count, Exists, OuterRef, Subquery
from django.urls import reverse

from ratings.enums import COUNTING, ReportState
from ratings.models import Game, Period, Report


class WhyLeftOut(StrEnum):
    HELD = "held"
    RETURNED = "returned"
    OVERDUE = "overdue"
    """The tournament has ended and has not been submitted."""
    UNSENT = "unsent"
    """The tournament goes on, and some of its results have not been submitted."""


@dataclass(frozen=True, slots=True)
class LeftOutGames:
    """A tournament or report, with how many of its games are not in the list.
    `instead`: the earlier version that counts, 0 if none does; its games are in the
    list, though perhaps with another result.
    """

    why: WhyLeftOut
    name: str
    first_day: date
    last_day: date
    games: int
    url: str
    instead: int = 0

    @property
    def record(self) -> dict[str, Any]:
        """Return the data that is stored with the approval."""
        facts = asdict(self)
        del facts["url"], facts["instead"]
        return facts | {
            "first_day": self.first_day.isoformat(),
            "last_day": self.last_day.isoformat(),
        }


UNSENT: list[Callable[[int, date, date, date], Iterable[LeftOutGames]]] = []
"""Functions that find results which have not been submitted, called with the pool, the
period's first and last day, and today. Apps add theirs when they are loaded.
"""

_STOPPED = {
    ReportState.HELD: WhyLeftOut.HELD,
    ReportState.RETURNED: WhyLeftOut.RETURNED,
}


def left_out_of(period: Period, today: date) -> list[LeftOutGames]:
    """Return what the list of the period would leave out now, the most games first."""
    found = list(_stopped(period))
    for unsent in UNSENT:
        found += unsent(period.pool_id, period.start_date, period.end_date, today)
    return sorted(found, key=lambda each: (-each.games, each.first_day, each.name))


def _stopped(period: Period) -> Iterable[LeftOutGames]:
    first = date.min if period.pool.carries_from else period.start_date
    counting = Report.objects.of_outer_source().counting().values("version")[:1]
    reports = list(
        Report.objects.filter(pool_id=period.pool_id, state__in=_STOPPED)
        .not_replaced()
        .booked_between(first, period.end_date)
        .annotate(instead=Subquery(counting))
        .order_by("pk")
    )
    games = _missing(reports, first, period.end_date) if reports else {}
    for report in reports:
        yield LeftOutGames(
            why=_STOPPED[ReportState(report.state)],
            name=report.name,
            first_day=report.start_date,
            last_day=report.end_date,
            games=games.get(report.pk, 0),
            url=reverse("ratings:report", args=[report.pk]),
            instead=report.instead or 0,  # type: ignore[attr-defined]
        )


def _missing(stopped: list[Report], first_day: date, last_day: date) -> dict[int, int]:
    """Return how many games of each report are booked on these days and are in no
    version that counts.
    """
    in_the_list = Game.objects.between_players().filter(
        report__pool=OuterRef("report__pool"),
        report__source_kind=OuterRef("report__source_kind"),
        report__source_number=OuterRef("report__source_number"),
        report__state__in=COUNTING,
        key=OuterRef("key"),
    )
    missing = (
        Game.objects.between_players()
        .filter(~Exists(in_the_list), report__in=stopped)
        .booked_between(first_day, last_day)
    )
    return dict(
        missing.values("report")
        .annotate(games=Count("pk"))
        .values_list("report", "games")
    )
