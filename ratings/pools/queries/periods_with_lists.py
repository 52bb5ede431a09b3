"""Periods with the numbers that decide how far they are on their way to a list."""

from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db.models import (
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from ratings.enums import ApprovalState, ReportState
from ratings.models import Approval, Period, RatingList, Report

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class ListNumbers(TypedDict):
        """What `periods_with_lists` adds to a period: how many reports wait, its newest
        list and the posting number of that, and whether a list is approved and not
        built yet.
        """

        waiting: int | None
        newest_list_id: int | None
        newest_list_number: int | None
        is_requested: bool


PeriodWithLists: TypeAlias = "WithAnnotations[Period, ListNumbers]"

REVISED = Q(newest_list_number__lt=F("moved"), compared__gte=F("moved"))
"""Periods with lists: a revised list waits, since it differs from the published one."""
UNCOMPARED = Q(newest_list_number__lt=F("moved"), compared__lt=F("moved"))
"""Periods with lists: whether their list differs is not known yet."""


def periods_with_lists() -> "QuerySet[PeriodWithLists]":
    """Return all periods, the newest first, with the numbers that decide their stage."""
    # If corrections are carried, late reports of earlier days are booked here too.
    reaches = Q(last_booked_date__gte=OuterRef("start_date"))
    reports = Report.objects.filter(
        reaches | Q(pool__carries_from__isnull=False),
        pool=OuterRef("pool"),
        state=ReportState.SUBMITTED,
        first_booked_date__lte=OuterRef("end_date"),
    )
    lists = RatingList.objects.filter(period=OuterRef("pk")).order_by("-revision")
    requested = Approval.objects.filter(
        period=OuterRef("pk"), state=ApprovalState.REQUESTED
    )
    return cast(
        "QuerySet[PeriodWithLists]",
        (
            Period.objects.select_related("pool__computation")
            .annotate(
                waiting=Subquery(
                    reports.order_by()
                    .values("pool")
                    .annotate(count=Count("pk"))
                    .values("count"),
                    output_field=IntegerField(),
                ),
                newest_list_id=Subquery(lists.values("pk")[:1]),
                newest_list_number=Subquery(lists.values("posting_number")[:1]),
                is_requested=Exists(requested),
            )
            .order_by("-end_date", "pool")
        ),
    )
