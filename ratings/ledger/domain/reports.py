"""What staff and senders do with a report that has been posted.

Every act locks the report and looks at its state again under the lock, so that
of two officers who act at the same moment the second is told that it is done.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from federation.agreements import Matter
from federation.domain.agreement import agrees, alone, closes, refuse_same_person
from federation.domain.refusal import Refusal
from ratings.enums import PostingType, ReportState
from ratings.ledger.domain.letters import tell_sender
from ratings.ledger.domain.posting import announce, start_counting, stop_counting
from ratings.ledger.domain.report_copies import close_withdrawn
from ratings.ledger.domain.sources import keeper_of
from ratings.models import Report, ReportWarning
from ratings.pools.domain.postings import ActionContext, post

SUBMITTED = ReportState.SUBMITTED
ACCEPTED = ReportState.ACCEPTED
HELD = ReportState.HELD
RETURNED = ReportState.RETURNED


class NotPossible(Refusal):
    """The report's state does not allow the act, or is not the one that was seen
    (code `state`), somebody with a part in it judges it (`four_eyes`), warnings are
    not ticked (`unticked`), a reason is missing (`reason`), the source has a keeper
    who takes its reports back (`kept`), or there is no such report (`gone`).
    """

    def __init__(self, code: str, state: str = "") -> None:
        """Names why not, and the state in which the report was found."""
        super().__init__(code)
        self.state = state


@transaction.atomic
@agrees(Matter.REPORT)
def accept_report(report_id: int, *, acting: ActionContext) -> Report:
    """An officer accepts a report that waits, all its warnings ticked; nobody who has
    a part in it. Ratings do not change: it counted from its submission.
    """
    report = _locked(report_id, SUBMITTED)
    refuse_same_person(Matter.REPORT, behind(report), acting.user_id, NotPossible)
    if report.warnings.filter(ticked_at=None).exists():
        raise NotPossible("unticked")
    return _move(report, ACCEPTED, acting, "")


def accept_reports(
    report_ids: Iterable[int], *, acting: ActionContext
) -> dict[int, NotPossible]:
    """Accepts each report by itself, in its own transaction; returns why not for
    those that were left as they stand.
    """
    refused = {}
    for report_id in report_ids:
        try:
            accept_report(report_id, acting=acting)
        except NotPossible as answer:
            refused[report_id] = answer
        except Report.DoesNotExist:
            refused[report_id] = NotPossible("gone")
    return refused


@transaction.atomic
@agrees(Matter.REPORT)
def tick_warnings(
    report_id: int, kinds: Sequence[str], *, acting: ActionContext
) -> int:
    """An officer who has no part in the report has looked at the warnings of these
    kinds and finds them answered. Returns how many were not ticked before.
    """
    report = _locked(report_id, SUBMITTED, HELD)
    refuse_same_person(Matter.REPORT, behind(report), acting.user_id, NotPossible)
    return ReportWarning.objects.filter(
        report_id=report_id, kind__in=kinds, ticked_at=None
    ).update(ticked_by_id=acting.user_id, ticked_at=acting.at)


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def hold_report(
    report_id: int, reason: str, *, acting: ActionContext, seen: str = ""
) -> Report:
    """Stops a report from counting until somebody has looked into it. The
    accepted version that it superseded, if any, counts again.

    With `seen`, the state that the officer looked at, it does so only if the
    report is still in it; so do the acts below.
    """
    report = _locked(report_id, SUBMITTED, ACCEPTED, seen=seen)
    return _stop(report, HELD, PostingType.HOLD, acting, _stated(reason))


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def return_report(
    report_id: int, reason: str, *, acting: ActionContext, seen: str = ""
) -> Report:
    """Gives a report back to its sender to be mended."""
    report = _locked(report_id, SUBMITTED, HELD, ACCEPTED, seen=seen)
    return _stop(report, RETURNED, PostingType.RETURN, acting, _stated(reason))


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def release_report(report_id: int, *, acting: ActionContext, seen: str = "") -> Report:
    """Lets a held report count again: it waits in the inbox as before."""
    report = _locked(report_id, HELD, seen=seen)
    _supersede_counting(report)
    _move(report, SUBMITTED, acting, "")

    def effect(number: int) -> None:
        stop_counting(report, number)
        start_counting(report, number)

    post(report.pool_id, PostingType.RELEASE, acting, effect, report)
    return report


@transaction.atomic
@closes(Matter.REPORT)
def recall_report(
    report_id: int, *, acting: ActionContext, by_keeper: bool = False
) -> Report:
    """The sender takes back a report that nobody has accepted yet. Where somebody
    keeps its source (a tournament) that one does it, `by_keeper`, and opens the
    results again in the same transaction.
    """
    report = _locked(report_id, SUBMITTED, HELD)
    if keeper_of(report.source_kind) and not by_keeper:
        raise NotPossible("kept")
    return _stop(
        report,
        ReportState.WITHDRAWN,
        PostingType.WITHDRAW,
        acting,
        "",
        is_over=not by_keeper,
    )


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def withdraw_report(
    report_id: int, reason: str, *, acting: ActionContext, seen: str = ""
) -> Report:
    """An officer takes a report out of the ledger, accepted or not. Correction
    requests about its games are closed; a sender who takes the report back to mend it
    leaves them open.
    """
    report = _locked(report_id, SUBMITTED, HELD, ACCEPTED, RETURNED, seen=seen)
    reason = _stated(reason)
    return _stop(
        report,
        ReportState.WITHDRAWN,
        PostingType.WITHDRAW,
        acting,
        reason,
        is_over=True,
    )


def behind(report: Report) -> set[int]:
    """The accounts of those who have a part in a report: who sent it, and who worked on
    its source where somebody keeps that.
    """
    keeper = keeper_of(report.source_kind)
    worked = keeper.worked_on(report.source_number) if keeper else set()
    return worked if report.sent_by_id is None else worked | {report.sent_by_id}


def _locked(report_id: int, *states: str, seen: str = "") -> Report:
    report = Report.objects.select_for_update().get(pk=report_id)
    if report.state not in states or (seen and report.state != seen):
        raise NotPossible("state", report.state)
    return report


def _stated(reason: str) -> str:
    if not reason.strip():
        raise NotPossible("reason")
    return reason.strip()


def _move(
    report: Report, state: ReportState, acting: ActionContext, reason: str
) -> Report:
    report.state = state
    report.reason = reason
    report.decided_by_id = acting.user_id
    report.decided_at = acting.at
    report.accepted_at = acting.at if state == ACCEPTED else None
    report.save(
        update_fields=["state", "reason", "decided_by", "decided_at", "accepted_at"]
    )
    announce(report)
    tell_sender(report, acting=acting)
    return report


def _stop(
    report: Report,
    state: ReportState,
    act: PostingType,
    acting: ActionContext,
    reason: str,
    *,
    is_over: bool = False,
) -> Report:
    """Moves a report to a state in which it does not count; `is_over`: nobody sends it
    in again.
    """
    counted = report.state in (SUBMITTED, ACCEPTED)
    _move(report, state, acting, reason)
    standing = _let_stand(report) if counted else None
    if is_over:
        close_withdrawn(report, acting=acting)
    if not counted:
        return report

    def effect(number: int) -> None:
        stop_counting(report, number)
        if standing:
            start_counting(standing, number)

    post(report.pool_id, act, acting, effect, report, reason=reason)
    return report


def _let_stand(stopped: Report) -> Report | None:
    """The version that had been accepted before the one that is stopped."""
    standing = Report.objects.accepted_before(stopped).select_for_update().first()
    if standing:
        Report.objects.filter(pk=standing.pk).update(state=ACCEPTED)
    return standing


def _supersede_counting(report: Report) -> None:
    Report.objects.filter(
        pool_id=report.pool_id,
        source_kind=report.source_kind,
        source_number=report.source_number,
        state__in=(SUBMITTED, ACCEPTED),
    ).update(state=ReportState.SUPERSEDED)
