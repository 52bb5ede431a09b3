"""The rating list that an accepted report goes to."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from psycopg.types.range import Range

from ratings.models import Counting, Period, RatingList, Report

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ListOfReport:
    """The list that a report goes to. `is_published`: with the report;
    `awaits_revision`: without it; `is_on_no_list`: it goes to none, since what comes
    late is carried into the open period, and a pool that has ended has none.
    """

    valid_from: date | None = None
    is_published: bool = False
    awaits_revision: bool = False
    is_on_no_list: bool = False


@dataclass(frozen=True, slots=True)
class _Lists:
    """The periods of some pools, the earliest first, with the posting number of the
    newest list of each, and the spans in which each report counts: several if it was
    held in between.
    """

    periods: Sequence[Period]
    published: Mapping[int, int]
    spans: Mapping[int, Sequence[Range[int]]]

    def of(self, report: Report) -> ListOfReport:
        periods = self._periods_from(report)
        if not periods:
            return ListOfReport()
        own = periods[0]
        number = self.published.get(own.pk)
        if number is None or self._counts_at(number, report):
            return ListOfReport(own.end_date + DAY, is_published=number is not None)
        carries_from = own.pool.carries_from
        if carries_from is None or self._counts_at(carries_from, report):
            return ListOfReport(own.end_date + DAY, awaits_revision=True)
        return self._later(periods[1:], report)

    def _counts_at(self, number: int, report: Report) -> bool:
        return any(number in span for span in self.spans[report.pk])

    def _periods_from(self, report: Report) -> list[Period]:
        return [
            each
            for each in self.periods
            if each.pool_id == report.pool_id
            and each.end_date >= report.last_booked_date
        ]

    def _later(self, periods: Sequence[Period], report: Report) -> ListOfReport:
        """Return the list of the first period that was open while the report counted."""
        for period in periods:
            number = self.published.get(period.pk)
            if number is None or self._counts_at(number, report):
                is_in = number is not None
                return ListOfReport(period.end_date + DAY, is_published=is_in)
        return ListOfReport(is_on_no_list=True)


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
    spans: dict[int, list[Range[int]]] = defaultdict(list)
    for counting in Counting.objects.filter(report__in=reports):
        spans[counting.report_id].append(counting.span)
    lists = _Lists(periods, published, spans)
    return {report.pk: lists.of(report) for report in reports}
