"""Undoing an import: everything that was posted from a file is withdrawn."""

from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Min
from django.utils import translation
from django.utils.translation import gettext as _

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone
from federation.domain.mail import link_to, write_signed_letter
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
from ratings.imports.domain.withdrawing import revoke_together, withdraw_together
from ratings.ledger.domain.editions import lock_periods
from ratings.ledger.domain.sources import lock_sources
from ratings.models import (
    Approval,
    Decision,
    ImportFile,
    ListEntry,
    Period,
    Posting,
    RatingList,
    Report,
)
from ratings.pools.domain.postings import notify_after_commit
from ratings.uploads.domain.refusals import ImportNotPossible

MOST_UNDONE = 10_000
"""Events and start ratings that can be ended while a user waits for the page."""
_IN_THE_LEDGER = COUNTING | {ReportState.HELD, ReportState.RETURNED}


@transaction.atomic
@alone(Matter.UNDONE_IMPORT)
def undo_import(file_id: int, why: str, *, acting: ActionContext) -> ImportFile:
    """Withdraw every report that was posted from a file, and end its start ratings. A
    version that was accepted before counts again, and periods that only the file had
    opened are removed. Players and clubs that were registered stay in the register.

    Refuses with `undo_reason`, `undo_not_posted`, `undo_replaced` if a later file has
    replaced one of its events with another version, `undo_approved` if an approved list
    is based on one of them or on a start rating, and `undo_large`.
    """
    why = why.strip()
    if not why:
        raise ImportNotPossible("undo_reason")
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.POSTED:
        raise ImportNotPossible("undo_not_posted")
    lock_imports(file.pool_id)
    _refuse_large(file)
    reports, starts = _reports_of(file), _starts_of(file)
    _refuse_listed_starts(file, starts)
    file.state, file.why_undone = ImportState.UNDONE, why
    file.undone_by_id, file.undone_at = acting.person_id, acting.at
    file.save(update_fields=["state", "why_undone", "undone_by", "undone_at"])
    _notify_poster(file, acting)
    # Both take posting numbers, so everything else has to be done before.
    withdraw_together(file.pool_id, reports, why, acting=acting)
    revoke_together(file.pool_id, starts, why, acting=acting)
    notify_after_commit(file.pool_id)
    return file


def _refuse_large(file: ImportFile) -> None:
    """Refuse if too many reports and start ratings would end: each of them takes time
    for the audit log.
    """
    postings = Posting.objects.filter(
        pool=file.pool_id,
        act__in=[PostingType.SUBMIT, PostingType.DECIDE],
        reason=reason_of(file),
    )
    if postings.count() > MOST_UNDONE:
        raise ImportNotPossible("undo_large")


def _reports_of(file: ImportFile) -> list[int]:
    """Lock the sources of the file's reports and the pool's periods; return the reports
    to be withdrawn.
    """
    postings = Posting.objects.filter(
        pool=file.pool_id,
        act=PostingType.SUBMIT,
        reason=reason_of(file),
        report__source_kind=SOURCE_KIND,
    )
    reports = Report.objects.filter(pk__in=postings.values("report"))
    sources = list(reports.values_list("source_number", flat=True))
    lock_sources(file.pool_id, SOURCE_KIND, sources)
    # All periods at once, since several locks have to be taken from the earliest on. An
    # approval locks its period too: either it comes first and is noticed here, or it
    # finds that the proposal has changed.
    lock_periods(file.pool_id, date.min)
    _refuse_replaced(list(reports.values_list("pk", flat=True)), sources, file)
    first = postings.aggregate(number=Min("number"))["number"]
    if first is not None:
        _refuse_approved(file, first, reports.aggregate(on=Min("first_booked_date")))
    in_ledger = reports.filter(state__in=_IN_THE_LEDGER).order_by("pk")
    return list(in_ledger.values_list("pk", flat=True))


def _starts_of(file: ImportFile) -> list[int]:
    """Lock and return the start ratings of the file that are still in force."""
    decided = Posting.objects.filter(
        pool=file.pool_id, act=PostingType.DECIDE, reason=reason_of(file)
    )
    starts = Decision.objects.filter(
        pk__in=decided.values("decision"),
        kind=DecisionKind.START,
        span__endswith=None,
    )
    locked = starts.select_for_update().order_by("pk")
    return list(locked.values_list("pk", flat=True))


def _refuse_listed_starts(file: ImportFile, starts: list[int]) -> None:
    """Refuse if a player with a start rating from the file is on a list that was
    approved, or whose approval was requested, afterwards.
    """
    if not starts:
        return
    postings = Posting.objects.filter(decision__in=starts)
    first = postings.aggregate(number=Min("number"))["number"]
    lists = RatingList.objects.filter(
        period__pool=file.pool_id, posting_number__gte=first
    )
    players = Decision.objects.filter(pk__in=starts).values("player")
    listed = ListEntry.objects.filter(
        pool_id=file.pool_id,
        list_id__in=list(lists.values_list("pk", flat=True)),
        player_id__in=players,
    )
    requested = Approval.objects.filter(
        period__pool=file.pool_id, moved__gte=first, state=ApprovalState.REQUESTED
    )
    if listed.exists() or requested.exists():
        raise ImportNotPossible("undo_approved")


def _notify_poster(file: ImportFile, acting: ActionContext) -> None:
    """Write to the person who requested the posting, unless that person undoes it."""
    poster = file.posted_by
    if poster is None or poster.pk == acting.user_id or not poster.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        write_signed_letter(
            to=poster.email,
            name=poster.name,
            subject=_("Undone: %(file)s") % {"file": file.name},
            parts=[
                _("The import of %(file)s was undone: nothing in it counts any more.")
                % {"file": file.name},
                _("Reason: %(reason)s") % {"reason": file.why_undone},
                link_to("ratings:import_file", file.pk),
            ],
            at=acting.at,
        )


def _refuse_replaced(own: list[int], sources: list[int], file: ImportFile) -> None:
    later = Report.objects.filter(
        pool=file.pool_id,
        source_kind=SOURCE_KIND,
        source_number__in=sources,
        state__in=_IN_THE_LEDGER,
    ).exclude(pk__in=own)
    replaced = Report.objects.filter(pk__in=own, state=ReportState.SUPERSEDED)
    if later.filter(source_number__in=replaced.values("source_number")).exists():
        raise ImportNotPossible("undo_replaced")


def _refuse_approved(file: ImportFile, first: int, booked: dict[str, object]) -> None:
    periods = Period.objects.filter(pool=file.pool_id, end_date__gte=booked["on"])
    lists = RatingList.objects.filter(period__in=periods, posting_number__gte=first)
    requested = Approval.objects.filter(
        period__in=periods, moved__gte=first, state=ApprovalState.REQUESTED
    )
    if lists.exists() or requested.exists():
        raise ImportNotPossible("undo_approved")
