"""Pools in which nothing is booked any more, whatever is posted."""

from datetime import date

from ratings.enums import ReportState
from ratings.models import Counting, Period, Pool, Report


def books_nothing_more(pool: Pool, today: date) -> bool:
    """Return whether no posting for the pool changes a rating: corrections are carried
    into the open period, and there is none, since the pool has ended and its last list
    is approved. If it continues, the period then opened books them.
    """
    if pool.carries_from is None or pool.ends_on is None or pool.ends_on >= today:
        return False
    last = Period.objects.filter(pool=pool).newest_first().first()
    return last is not None and last.lists.exists()


def is_booked_nowhere(report: Report, today: date) -> bool:
    """Return whether the report counts, or may count once it is released, and changes no
    rating: nothing is booked in its pool any more, and it did not count when the last
    list was built.
    """
    pool = report.pool
    stopped = (ReportState.RETURNED, ReportState.WITHDRAWN, ReportState.SUPERSEDED)
    if report.state in stopped or not books_nothing_more(pool, today):
        return False
    last = Period.objects.filter(pool=pool).newest_first()[0]
    number = last.lists.order_by("revision")[0].posting_number
    as_of = Counting.objects.as_of(max(number, pool.carries_from or 0))
    return not as_of.filter(report=report).exists()
