"""Where what came late for an approved period is booked, if corrections are carried."""

from dataclasses import dataclass, field
from datetime import date

from ratings.engine.queries.shut_numbers import shut_numbers
from ratings.models import Counting, Period, Report


@dataclass(frozen=True, slots=True)
class LatePeriods:
    """The periods that a report came too late for, by their last day, each with the
    first and last day of the period in which it is booked; None if there is none yet.
    """

    last_days: list[date] = field(default_factory=list)
    booked_from: list[date | None] = field(default_factory=list)
    booked_until: list[date | None] = field(default_factory=list)


def late_periods_of(report: Report) -> LatePeriods:
    """Return the periods of the report's days that stay as they were computed without
    it, and where it is booked instead.
    """
    found = LatePeriods()
    pool = report.pool
    if pool.carries_from is None:
        return found
    shut = dict(shut_numbers(pool.pk, pool.carries_from, pool.posted))
    periods = list(
        Period.objects.filter(pool=pool, end_date__gte=report.first_booked_date)
        .order_by("end_date")
        .values_list("start_date", "end_date")
    )
    spans = [
        span for (span,) in Counting.objects.filter(report=report).values_list("span")
    ]
    open_for = [
        (first, last)
        for first, last in periods
        if last not in shut or any(shut[last] in span for span in spans)
    ]
    for first, last in periods:
        if first > report.last_booked_date or (first, last) in open_for:
            continue
        booked = next((each for each in open_for if each[1] > last), (None, None))
        found.last_days.append(last)
        found.booked_from.append(booked[0])
        found.booked_until.append(booked[1])
    return found
