"""Officers who may not approve a list, since they alone removed results behind it."""

from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from ratings.enums import STOPPED, ImportState, PostingType
from ratings.models import ImportFile, Period, Posting, RatingList, Report


def barred_approvers(period: Period) -> set[int]:
    """Return the people who have stopped accepted results, or undone an import with
    start ratings, of days up to the period's last one: each of them alone changed
    those ratings and all that follow from them. What was left out has been checked,
    and bars nobody, once a list over those days has been approved afterwards.
    """
    return _of_results(period) | _of_starts(period)


def _of_results(period: Period) -> set[int]:
    stopped = (
        Report.objects.filter(
            ~Exists(_approved_afterwards("last_booked_date", "decided_at")),
            pool_id=period.pool_id,
        )
        .stopped_after_acceptance()
        .booked_between(date.min, period.end_date)
    )
    acts = Report.pgh_event_model.objects.filter(  # type: ignore[attr-defined]
        pgh_obj__in=stopped, state__in=STOPPED, decided_by__isnull=False
    )
    return set(acts.values_list("decided_by", flat=True))


def _of_starts(period: Period) -> set[int]:
    """Return the people who ended start ratings by undoing an import. To revoke a single
    start rating takes two people.
    """
    undone = ImportFile.objects.filter(
        pool=OuterRef("pool"),
        state=ImportState.UNDONE,
        undone_by=OuterRef("by"),
        undone_at=OuterRef("at"),
    )
    ended = Posting.objects.filter(
        Exists(undone),
        ~Exists(_approved_afterwards("decision__on_date", "at")),
        pool_id=period.pool_id,
        act=PostingType.REVOKE,
        decision__on_date__lte=period.end_date,
    )
    return {by for by in ended.values_list("by", flat=True) if by is not None}


def _approved_afterwards(day: str, stopped_at: str) -> "QuerySet[RatingList]":
    return RatingList.objects.filter(
        pool=OuterRef("pool"),
        period__end_date__gte=OuterRef(day),
        approved_at__gt=OuterRef(stopped_at),
    )
