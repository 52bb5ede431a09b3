"""Taking everything that was posted of a file out of the ledger again."""

from django.db import transaction
from django.db.models import Min

from federation.agreements import Matter
from federation.domain.agreement import alone
from federation.domain.refusal import RegisterRefusal
from ratings.enums import (
    COUNTING,
    ApprovalState,
    DecisionKind,
    ImportState,
    PostingType,
    ReportState,
)
from ratings.imports.domain.files import reason_of
from ratings.imports.domain.reports import SOURCE_KIND, lock_imports
from ratings.ledger.domain.reports import withdraw_report
from ratings.ledger.domain.sources import lock_sources
from ratings.models import (
    Approval,
    Decision,
    ImportFile,
    Period,
    Posting,
    RatingList,
    Report,
)
from ratings.pools.domain.postings import ActionContext

MOST_UNDONE = 2_000
"""Events that are withdrawn one by one in a transaction."""
_IN_THE_LEDGER = COUNTING | {ReportState.HELD, ReportState.RETURNED}


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def undo_import(file_id: int, why: str, *, acting: ActionContext) -> ImportFile:
    """Withdraw every report that was posted from a file; a version that was accepted
    before counts again. Players and clubs that were entered stay in the register.

    Refuses with `undo_reason`, `undo_not_posted`, `undo_starts` while a start rating of
    the file holds, `undo_replaced` where a later file has put another version in the
    place of one of its events, `undo_approved` where an approved list rests on one, and
    `undo_large`.
    """
    if not why.strip():
        raise RegisterRefusal("undo_reason")
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.POSTED:
        raise RegisterRefusal("undo_not_posted")
    lock_imports(file.pool_id)
    _refuse_starts(file)
    postings = Posting.objects.filter(
        pool=file.pool_id,
        act=PostingType.SUBMIT,
        reason=reason_of(file),
        report__source_kind=SOURCE_KIND,
    )
    reports = Report.objects.filter(pk__in=postings.values("report"))
    if reports.count() > MOST_UNDONE:
        raise RegisterRefusal("undo_large")
    sources = list(reports.values_list("source_number", flat=True))
    lock_sources(file.pool_id, SOURCE_KIND, sources)
    _refuse_replaced(list(reports.values_list("pk", flat=True)), sources, file)
    first = postings.aggregate(number=Min("number"))["number"]
    if first is not None:
        _refuse_approved(file, first, reports.aggregate(on=Min("first_booked_date")))
    standing = reports.filter(state__in=_IN_THE_LEDGER).order_by("pk")
    for report_id in list(standing.values_list("pk", flat=True)):
        withdraw_report(report_id, why.strip(), acting=acting)
    file.state, file.why_undone = ImportState.UNDONE, why.strip()
    file.undone_by_id, file.undone_at = acting.person_id, acting.at
    file.save(update_fields=["state", "why_undone", "undone_by", "undone_at"])
    return file


def _refuse_starts(file: ImportFile) -> None:
    """Start ratings are revoked by two people, before the rest is undone by one."""
    decided = Posting.objects.filter(
        pool=file.pool_id, act=PostingType.DECIDE, reason=reason_of(file)
    )
    if Decision.objects.filter(
        pk__in=decided.values("decision"),
        kind=DecisionKind.START,
        span__endswith=None,
    ).exists():
        raise RegisterRefusal("undo_starts")


def _refuse_replaced(own: list[int], sources: list[int], file: ImportFile) -> None:
    later = Report.objects.filter(
        pool=file.pool_id,
        source_kind=SOURCE_KIND,
        source_number__in=sources,
        state__in=_IN_THE_LEDGER,
    ).exclude(pk__in=own)
    replaced = Report.objects.filter(pk__in=own, state=ReportState.SUPERSEDED)
    if later.filter(source_number__in=replaced.values("source_number")).exists():
        raise RegisterRefusal("undo_replaced")


def _refuse_approved(file: ImportFile, first: int, booked: dict[str, object]) -> None:
    # An approval locks its period too: either it comes first and is seen here, or it
    # finds another state than the one that was looked at.
    periods = Period.objects.select_for_update().filter(
        pool=file.pool_id, end_date__gte=booked["on"]
    )
    ids = [each.pk for each in periods.order_by("pk")]
    lists = RatingList.objects.filter(period__in=ids, posting_number__gte=first)
    asked = Approval.objects.filter(
        period__in=ids, moved__gte=first, state=ApprovalState.REQUESTED
    )
    if lists.exists() or asked.exists():
        raise RegisterRefusal("undo_approved")
