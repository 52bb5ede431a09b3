"""Taking everything that was posted of a file out of the ledger again."""

from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Min
from django.utils import translation
from django.utils.translation import gettext as _

from federation.agreements import Matter
from federation.domain.agreement import alone
from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
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

MOST_UNDONE = 10_000
"""Events and start ratings that end in an act while somebody waits for its page."""
_IN_THE_LEDGER = COUNTING | {ReportState.HELD, ReportState.RETURNED}


@transaction.atomic
@alone(Matter.UNDONE_IMPORT)
def undo_import(file_id: int, why: str, *, acting: ActionContext) -> ImportFile:
    """Withdraw every report that was posted from a file, and end its start ratings; a
    version that was accepted before counts again, and the periods that nothing but the
    file had opened are removed. Players and clubs that were entered stay in the register.

    Refuses with `undo_reason`, `undo_not_posted`, `undo_replaced` where a later file has
    put another version in the place of one of its events, `undo_approved` where an
    approved list rests on one of them or on a start rating, and `undo_large`.
    """
    why = why.strip()
    if not why:
        raise RegisterRefusal("undo_reason")
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.POSTED:
        raise RegisterRefusal("undo_not_posted")
    lock_imports(file.pool_id)
    _refuse_large(file)
    reports, starts = _reports_of(file), _starts_of(file)
    _refuse_listed_starts(file, starts)
    file.state, file.why_undone = ImportState.UNDONE, why
    file.undone_by_id, file.undone_at = acting.person_id, acting.at
    file.save(update_fields=["state", "why_undone", "undone_by", "undone_at"])
    _notify_poster(file, acting)
    # Both take posting numbers, and nothing may follow them.
    withdraw_together(file.pool_id, reports, why, acting=acting)
    revoke_together(file.pool_id, starts, why, acting=acting)
    notify_after_commit(file.pool_id)
    return file


def _refuse_large(file: ImportFile) -> None:
    """Refuse what is too large: the audit log takes longer for each, whether it is
    withdrawn or revoked.
    """
    postings = Posting.objects.filter(
        pool=file.pool_id,
        act__in=[PostingType.SUBMIT, PostingType.DECIDE],
        reason=reason_of(file),
    )
    if postings.count() > MOST_UNDONE:
        raise RegisterRefusal("undo_large")


def _reports_of(file: ImportFile) -> list[int]:
    """Return the reports that are to be withdrawn, their sources and the pool's periods
    locked.
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
    # All at once, since several are taken from the earliest on. An approval locks its
    # period too: either it comes first and is seen here, or it finds another state than
    # the one that was looked at.
    lock_periods(file.pool_id, date.min)
    _refuse_replaced(list(reports.values_list("pk", flat=True)), sources, file)
    first = postings.aggregate(number=Min("number"))["number"]
    if first is not None:
        _refuse_approved(file, first, reports.aggregate(on=Min("first_booked_date")))
    standing = reports.filter(state__in=_IN_THE_LEDGER).order_by("pk")
    return list(standing.values_list("pk", flat=True))


def _starts_of(file: ImportFile) -> list[int]:
    """Return the start ratings of the file that still hold, locked."""
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
    """Refuse where a player whom the file gave a start rating stands on a list that was
    approved, or asked for, since.
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
    asked = Approval.objects.filter(
        period__pool=file.pool_id, moved__gte=first, state=ApprovalState.REQUESTED
    )
    if listed.exists() or asked.exists():
        raise RegisterRefusal("undo_approved")


def _notify_poster(file: ImportFile, acting: ActionContext) -> None:
    """Write to whoever asked for the file to be posted, unless that is who undoes it."""
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
        raise RegisterRefusal("undo_replaced")


def _refuse_approved(file: ImportFile, first: int, booked: dict[str, object]) -> None:
    periods = Period.objects.filter(pool=file.pool_id, end_date__gte=booked["on"])
    lists = RatingList.objects.filter(period__in=periods, posting_number__gte=first)
    asked = Approval.objects.filter(
        period__in=periods, moved__gte=first, state=ApprovalState.REQUESTED
    )
    if lists.exists() or asked.exists():
        raise RegisterRefusal("undo_approved")
