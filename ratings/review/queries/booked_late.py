"""Where what came late for an approved period is booked, if corrections are carried."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from psycopg.types.range import Range

from ratings.engine.queries.shut_numbers import shut_numbers
from ratings.models import Counting, Period, Pool, Report


@dataclass(frozen=True, slots=True)
class LatePeriods:
    """The periods that a report came too late for, by their last day, each with the
    first and last day of the period in which it is booked; None if there is none yet.
    """

    last_days: list[date] = field(default_factory=list)
    booked_from: list[date | None] = field(default_factory=list)
    booked_until: list[date | None] = field(default_factory=list)


def late_periods_of(reports: Iterable[Report]) -> Mapping[int, LatePeriods]:
    """Return, by report, the periods of its days that stay as they were computed
    without it, and where it is booked instead. Reports that came in time are left out.
    The queries depend on the number of pools only.
    """
    of_pools: dict[Pool, list[Report]] = defaultdict(list)
    for report in reports:
        if report.pool.carries_from is not None:
            of_pools[report.pool].append(report)
    found: dict[int, LatePeriods] = {}
    for pool, carried in of_pools.items():
        found |= _late_in(pool, carried)
    return found


def _late_in(pool: Pool, reports: Sequence[Report]) -> Mapping[int, LatePeriods]:
    shut = dict(shut_numbers(pool.pk, pool.carries_from or 0, pool.posted))
    first = min(report.first_booked_date for report in reports)
    periods = list(
        Period.objects.filter(pool=pool, end_date__gte=first)
        .order_by("end_date")
        .values_list("start_date", "end_date")
    )
    spans: dict[int, list[Range[int]]] = defaultdict(list)
    for counting in Counting.objects.filter(report__in=reports):
        spans[counting.report_id].append(counting.span)
    late = {}
    for report in reports:
        open_for = [
            (start, end)
            for start, end in periods
            if end not in shut or any(shut[end] in span for span in spans[report.pk])
        ]
        late[report.pk] = _late_periods(report, periods, open_for)
    return {pk: each for pk, each in late.items() if each.last_days}


def _late_periods(
    report: Report,
    periods: Sequence[tuple[date, date]],
    open_for: Sequence[tuple[date, date]],
) -> LatePeriods:
    """Return those of the report's `periods` that are not among the ones `open_for` it."""
    found = LatePeriods()
    for start, end in periods:
        is_own = start <= report.last_booked_date and end >= report.first_booked_date
        if not is_own or (start, end) in open_for:
            continue
        booked = next((each for each in open_for if each[1] > end), (None, None))
        found.last_days.append(end)
        found.booked_from.append(booked[0])
        found.booked_until.append(booked[1])
    return found
