"""The rating list that an accepted report goes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ratings.models import Counting, Period, RatingList, Report

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ListOfReport:
    """The list that a report goes to. `is_published`: with the report;
    `awaits_revision`: without it; `is_none`: it goes to none, since what comes late is
    carried into the open period, and a pool that has ended has none.
    """

    valid_from: date | None = None
    is_published: bool = False
    awaits_revision: bool = False
    is_none: bool = False


@dataclass(frozen=True, slots=True)
class _Lists:
    """The periods of some pools, the earliest first, with the posting number of the
    newest list of each, and from which number on each report counts.
    """

    periods: Sequence[Period]
    published: dict[int, int]
    counted_from: dict[int, int]

    def of(self, report: Report) -> ListOfReport:
        periods = self._periods_from(report)
        if not periods:
            return ListOfReport()
        own = periods[0]
        counted = self.counted_from.get(report.pk)
        number = self.published.get(own.pk)
        if number is None or counted is None or counted <= number:
            is_in = number is not None and counted is not None
            return ListOfReport(own.end_date + DAY, is_published=is_in)
        carries_from = own.pool.carries_from
        if carries_from is None or counted < carries_from:
            return ListOfReport(own.end_date + DAY, awaits_revision=True)
        return self._later(periods[1:], counted)

    def _periods_from(self, report: Report) -> list[Period]:
        return [
            each
            for each in self.periods
            if each.pool_id == report.pool_id
            and each.end_date >= report.last_booked_date
        ]

    def _later(self, periods: Sequence[Period], counted: int) -> ListOfReport:
        """Return the list of the first period that was open when the report came."""
        for period in periods:
            number = self.published.get(period.pk)
            if number is None or number >= counted:
                is_in = number is not None
                return ListOfReport(period.end_date + DAY, is_published=is_in)
        return ListOfReport(is_none=True)


def lists_of_reports(reports: Sequence[Report]) -> dict[int, ListOfReport]:
    """Return the list that each of these reports goes to, by report."""
    if not reports:
        return {}
    first = min(report.last_booked_date for report in reports)
    pools = {report.pool_id for report in reports}
    periods = list(
        Period.objects.filter(pool__in=pools, end_date__gte=first)
        .select_related("pool")
        .order_by("end_date")
    )
    published = dict(
        RatingList.objects.filter(period__in=periods)
        .order_by("posting_number")
        .values_list("period_id", "posting_number")
    )
    counted_from = {
        counting.report_id: counting.span.lower
        for counting in Counting.objects.filter(report__in=reports, span__endswith=None)
    }
    lists = _Lists(periods, published, counted_from)
    return {report.pk: lists.of(report) for report in reports}
