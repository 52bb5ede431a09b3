"""Who may not approve a list, since it follows from what they alone took out."""

from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from ratings.enums import STOPPED, ImportState, PostingType
from ratings.models import ImportFile, Period, Posting, RatingList, Report


def barred_approvers(period: Period) -> set[int]:
    """Return who has stopped results that had been accepted, or undone an import that
    had start ratings, up to the period's last day: one person changed those ratings,
    and all that follow from them. Somebody who has approved a list over those days
    since then has checked what is left out.
    """
    return _of_results(period) | _of_starts(period)


def _of_results(period: Period) -> set[int]:
    stopped = (
        Report.objects.filter(
            ~Exists(_looked_at("last_booked_date", "decided_at")),
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
    """Return who ended start ratings with an import: by itself one is revoked by two."""
    undone = ImportFile.objects.filter(
        pool=OuterRef("pool"),
        state=ImportState.UNDONE,
        undone_by=OuterRef("by"),
        undone_at=OuterRef("at"),
    )
    ended = Posting.objects.filter(
        Exists(undone),
        ~Exists(_looked_at("decision__on_date", "at")),
        pool_id=period.pool_id,
        act=PostingType.REVOKE,
        decision__on_date__lte=period.end_date,
    )
    return {by for by in ended.values_list("by", flat=True) if by is not None}


def _looked_at(day: str, stopped_at: str) -> "QuerySet[RatingList]":
    return RatingList.objects.filter(
        pool=OuterRef("pool"),
        period__end_date__gte=OuterRef(day),
        approved_at__gt=OuterRef(stopped_at),
    )
