"""Rating periods: made from the calendar of the edition in force, without gaps,
and ended by the calendar alone.
"""

from datetime import date, timedelta

from django.db import transaction

from ratings.enums import PostingType
from ratings.ledger.domain.editions import edition_in_force
from ratings.models import Edition, Period, Pool
from ratings.pools.domain.postings import ActionContext, post
from ratings.rules.calendar import period_of

DAY = timedelta(days=1)


def open_periods(pool_id: int, first: date, last: date, number: int) -> None:
    """Create every missing period from the one that contains `first` to the one that
    contains `last`, and those between them and the existing periods, all opened by
    posting `number`.
    """
    known = Period.objects.filter(pool_id=pool_id)
    earliest = known.order_by("start_date").first()
    latest = known.order_by("-end_date").first()
    if earliest is None or latest is None:
        _make(pool_id, first, last, number)
        return
    if first < earliest.start_date:
        before = earliest.start_date - DAY
        _make(pool_id, first, before, number, not_after=before)
    if last > latest.end_date:
        after = latest.end_date + DAY
        _make(pool_id, after, last, number, not_before=after)


def open_period_of_today(pool: Pool, *, today: date, acting: ActionContext) -> bool:
    """Open the period that contains today, which ends the one before it and books its
    yearly deductions. Returns whether there was anything to do: a pool without any
    period waits for its first result, and one that has ended opens no more.
    """
    with transaction.atomic():
        ends_on = Pool.objects.select_for_update().get(pk=pool.pk).ends_on
        periods = Period.objects.filter(pool=pool)
        if ends_on is not None and ends_on < today:
            return False
        if not periods.exists() or periods.filter(end_date__gte=today).exists():
            return False
        post(
            pool.pk,
            PostingType.OPEN_PERIOD,
            acting,
            lambda number: open_periods(pool.pk, today, today, number),
        )
    return True


def _make(
    pool_id: int,
    first: date,
    last: date,
    number: int,
    *,
    not_before: date = date.min,
    not_after: date = date.max,
) -> None:
    """Create the periods of the calendar that contain these days, cut where another
    edition's calendar has made their neighbours, or would make them.
    """
    day = first
    not_before = max(not_before, _first_day(pool_id, first))
    made: list[Period] = []
    while day <= last:
        calendar = edition_in_force(pool_id, day).parameters.period_starts
        period = period_of(day, calendar)
        made.append(
            Period(
                pool_id=pool_id,
                start_date=day if made else max(period.first_date, not_before),
                end_date=min(period.last_date, not_after),
                posted=number,
            )
        )
        day = period.last_date + DAY
    Period.objects.bulk_create(made)


def _first_day(pool_id: int, day: date) -> date:
    """The day on which the edition of a day took over from another, which rates what
    comes before.
    """
    editions = Edition.objects.filter(pool_id=pool_id).in_force(day)
    begun = list(editions.values_list("from_date", flat=True)[:2])
    return begun[0] if len(begun) > 1 else date.min
