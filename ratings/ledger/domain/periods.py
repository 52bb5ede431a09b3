"""Rating periods: created from the calendar of the edition in force, without gaps, and
ended only by the calendar.
"""

from datetime import date, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from federation.domain.authorship import ActionContext
from ratings.enums import PostingType, ReportState
from ratings.ledger.domain.editions import edition_in_force
from ratings.models import Approval, Decision, Edition, Period, Pool, RatingList, Report
from ratings.pools.domain.postings import post
from ratings.rules.calendar import period_of

DAY = timedelta(days=1)
_RESULTS = (
    Report.objects.filter(pool=OuterRef("pool"))
    .booked_between(OuterRef("start_date"), OuterRef("end_date"))
    .exclude(state=ReportState.WITHDRAWN)
    # A version that was never accepted never counts again once there is a later one.
    .exclude(state=ReportState.SUPERSEDED, accepted_at=None)
)
_DECIDED = Decision.objects.filter(
    Q(span__startswith__gt=OuterRef("posted"), span__endswith=None)
    | Q(confirmed_at=None, rejected_at=None),
    pool=OuterRef("pool"),
    on_date__gte=OuterRef("start_date"),
    on_date__lte=OuterRef("end_date"),
)
_APPROVED = Approval.objects.filter(period=OuterRef("pk"))
_IN_USE = Q(Exists(_RESULTS)) | Q(Exists(_DECIDED)) | Q(Exists(_APPROVED))
"""Results may still count in the period, a decision about its days was made after it
was opened or waits for another officer, or its list has been approved.
"""


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
    yearly deductions. Return whether there was anything to do: a pool without any
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
            effect=lambda number: open_periods(pool.pk, today, today, number),
        )
    return True


def lock_unlisted_periods(pool_id: int) -> None:
    """Lock the periods that `remove_empty_periods` may remove, before a posting number
    is taken: they cannot be approved until the end of the transaction.
    """
    opened = Period.objects.filter(pool_id=pool_id, posted__gt=_newest_list(pool_id))
    list(opened.locked().values_list("pk"))


def remove_empty_periods(pool_id: int) -> None:
    """Remove the pool's first periods that are empty: they were opened by results that
    have been withdrawn since. Start ratings that were decided earlier return to the
    period that they belonged to before.

    A period that was opened before the pool's newest list was built stays, since the
    list depends on it. Periods opened after one that stays are left to the scheduled
    task. To be called within the effect of a posting; computations remove the derived
    rows that are left.
    """
    Period.objects.filter(pk__in=_empty(pool_id)).delete()


def leaves_empty_periods(pool_id: int) -> bool:
    """Return whether `remove_empty_periods` would remove any."""
    return _empty(pool_id).exists()


def _empty(pool_id: int) -> "QuerySet[Period]":
    periods = Period.objects.filter(pool_id=pool_id)
    stays = periods.filter(_IN_USE | Q(posted__lte=_newest_list(pool_id)))
    first = stays.order_by("end_date").first()
    return periods.filter(end_date__lt=first.end_date) if first else periods


def _newest_list(pool_id: int) -> int:
    """Return up to which posting the pool's newest list was built; 0 without any."""
    lists = RatingList.objects.filter(pool_id=pool_id)
    return lists.aggregate(number=Max("posting_number"))["number"] or 0


def lock_periods_from(day: date) -> None:
    """Lock every period whose list is valid on the day or later, in all pools: they
    cannot be approved until the end of the transaction.
    """
    ends = day - timedelta(days=1)
    list(Period.objects.filter(end_date__gte=ends).locked().values_list("pk"))


def _make(
    pool_id: int,
    first: date,
    last: date,
    number: int,
    *,
    not_before: date = date.min,
    not_after: date = date.max,
) -> None:
    """Create the periods of the calendar that contain these days, cut where the
    calendar of another edition has created, or would create, their neighbours.
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
    """Return the day on which the edition of `day` replaced another one, which rates
    the days before it.
    """
    editions = Edition.objects.filter(pool_id=pool_id).in_force(day)
    begun = list(editions.values_list("from_date", flat=True)[:2])
    return begun[0] if len(begun) > 1 else date.min
