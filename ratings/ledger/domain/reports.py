"""The acts of staff and senders on a posted report.

Every act locks the report and checks its state again under the lock, so that of two
officers who act at the same time the second is refused with the new state.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import agrees, alone, closes, refuse_same_person
from federation.domain.reasons import NO_REASONS, Reasons
from federation.domain.refusal import Refusal
from ratings.enums import PostingType, ReportState
from ratings.ledger.domain.letters import notify_sender_of_report
from ratings.ledger.domain.periods import (
    leaves_empty_periods,
    lock_unlisted_periods,
    remove_empty_periods,
)
from ratings.ledger.domain.posting import announce, start_counting, stop_counting
from ratings.ledger.domain.report_copies import close_claims_of_withdrawn
from ratings.ledger.domain.sources import adapter_of
from ratings.models import Report, ReportWarning
from ratings.pools.domain.pools import lock_last_day
from ratings.pools.domain.postings import post

SUBMITTED = ReportState.SUBMITTED
ACCEPTED = ReportState.ACCEPTED
HELD = ReportState.HELD
RETURNED = ReportState.RETURNED


class ReportNotPossible(Refusal):
    """The report's state does not allow the act, or is not the one that was seen (code
    `state`), the officer has a part in it (`four_eyes`), warnings are not ticked
    (`uncleared`), a reason is missing (`reason`), the source has an adapter that takes
    its reports back (`kept`), or there is no such report (`gone`).
    """

    def __init__(self, code: str, state: str = "") -> None:
        """Store the code of the refusal and the state of the report."""
        super().__init__(code)
        self.state = state


@transaction.atomic
@agrees(Matter.REPORT)
def accept_report(report_id: int, *, acting: ActionContext) -> Report:
    """Accept a waiting report as an officer who has no part in it and after all its
    warnings are ticked. Ratings do not change: it has counted since its submission.
    """
    report = _locked(report_id, SUBMITTED)
    refuse_same_person(
        Matter.REPORT, contributors(report), acting.user_id, ReportNotPossible
    )
    if report.warnings.filter(ticked_at=None).exists():
        raise ReportNotPossible("uncleared")
    return _move(report, ACCEPTED, acting)


def accept_reports(
    report_ids: Iterable[int], *, acting: ActionContext
) -> dict[int, ReportNotPossible]:
    """Accept each report in its own transaction; return the reasons for those that
    could not be accepted.
    """
    refused = {}
    for report_id in report_ids:
        try:
            accept_report(report_id, acting=acting)
        except ReportNotPossible as answer:
            refused[report_id] = answer
        except Report.DoesNotExist:
            refused[report_id] = ReportNotPossible("gone")
    return refused


@transaction.atomic
@agrees(Matter.REPORT)
def clear_warnings(
    report_id: int, kinds: Sequence[str], *, acting: ActionContext
) -> int:
    """Tick the warnings of these kinds as answered, as an officer who has no part in
    the report. Return how many were not ticked before.
    """
    report = _locked(report_id, SUBMITTED, HELD)
    refuse_same_person(
        Matter.REPORT, contributors(report), acting.user_id, ReportNotPossible
    )
    return ReportWarning.objects.filter(
        report_id=report_id, kind__in=kinds, ticked_at=None
    ).update(ticked_by_id=acting.user_id, ticked_at=acting.at)


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def hold_report(
    report_id: int,
    reason: str,
    *,
    acting: ActionContext,
    public_reason: str = "",
    seen: str = "",
) -> Report:
    """Stop a report from counting until it has been looked into. The accepted version
    that it superseded, if any, counts again.

    `reason` is for the office and the sender, `public_reason` for everyone. With
    `seen`, the state that the officer looked at, the report is held only if it is still
    in that state; the other acts with this argument check it too.
    """
    report = _locked(report_id, SUBMITTED, ACCEPTED, seen=seen)
    return _stop(
        report,
        HELD,
        PostingType.HOLD,
        acting,
        Reasons.stated(reason, public_reason, ReportNotPossible),
    )


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def return_report(
    report_id: int,
    reason: str,
    *,
    acting: ActionContext,
    public_reason: str = "",
    seen: str = "",
) -> Report:
    """Return a report to its sender for correction."""
    report = _locked(report_id, SUBMITTED, HELD, ACCEPTED, seen=seen)
    return _stop(
        report,
        RETURNED,
        PostingType.RETURN,
        acting,
        Reasons.stated(reason, public_reason, ReportNotPossible),
    )


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def release_report(report_id: int, *, acting: ActionContext, seen: str = "") -> Report:
    """Let a held report count again: it waits in the inbox as before."""
    report = _locked(report_id, HELD, seen=seen)
    report.versions().counting().update(state=ReportState.SUPERSEDED)
    _move(report, SUBMITTED, acting)

    def effect(number: int) -> None:
        stop_counting(report, number)
        start_counting(report, number)

    post(report.pool_id, PostingType.RELEASE, acting, report, effect=effect)
    return report


@transaction.atomic
@closes(Matter.REPORT)
def recall_report(
    report_id: int, *, acting: ActionContext, by_source_adapter: bool = False
) -> Report:
    """Take back a report for its sender, before it has been accepted. Where another app
    stores its source (a tournament), only that app does so (`by_source_adapter`), and
    opens the results again in the same transaction.
    """
    report = _locked(report_id, SUBMITTED, HELD)
    if adapter_of(report.source_kind) and not by_source_adapter:
        raise ReportNotPossible("kept")
    return _stop(
        report,
        ReportState.WITHDRAWN,
        PostingType.WITHDRAW_REPORT,
        acting,
        NO_REASONS,
        is_over=not by_source_adapter,
    )


@transaction.atomic
@alone(Matter.STOPPED_REPORT)
def withdraw_report(
    report_id: int,
    reason: str,
    *,
    acting: ActionContext,
    public_reason: str = "",
    seen: str = "",
) -> Report:
    """Remove a report from the ledger for an officer, accepted or not. Correction
    requests about its games are closed, which they are not when the sender takes the
    report back to correct it.
    """
    report = _locked(report_id, SUBMITTED, HELD, ACCEPTED, RETURNED, seen=seen)
    return _stop(
        report,
        ReportState.WITHDRAWN,
        PostingType.WITHDRAW_REPORT,
        acting,
        Reasons.stated(reason, public_reason, ReportNotPossible),
        is_over=True,
    )


def contributors(report: Report) -> set[int]:
    """Return the accounts that have a part in a report: its sender, and those who
    worked on its source if an adapter knows them.
    """
    adapter = adapter_of(report.source_kind)
    worked = adapter.worked_on(report.source_number) if adapter else set()
    return worked if report.sent_by_id is None else worked | {report.sent_by_id}


def _locked(report_id: int, *states: str, seen: str = "") -> Report:
    report = Report.objects.select_for_update().get(pk=report_id)
    if report.state not in states or (seen and report.state != seen):
        raise ReportNotPossible("state", report.state)
    return report


def _move(
    report: Report,
    state: ReportState,
    acting: ActionContext,
    reasons: Reasons = NO_REASONS,
) -> Report:
    report.state = state
    report.reason = reasons.internal
    report.public_reason = reasons.public
    report.decided_by_id = acting.user_id
    report.decided_at = acting.at
    report.accepted_at = acting.at if state == ACCEPTED else None
    report.save(
        update_fields=[
            "state",
            "reason",
            "public_reason",
            "decided_by",
            "decided_at",
            "accepted_at",
        ]
    )
    announce(report)
    notify_sender_of_report(report, acting=acting)
    return report


def _stop(
    report: Report,
    state: ReportState,
    act: PostingType,
    acting: ActionContext,
    reasons: Reasons,
    *,
    is_over: bool = False,
) -> Report:
    """Set a report to a state in which it does not count; `is_over`: it will not be
    submitted again.
    """
    counted = report.state in (SUBMITTED, ACCEPTED)
    _move(report, state, acting, reasons)
    is_withdrawn = state == ReportState.WITHDRAWN
    if is_withdrawn:
        lock_unlisted_periods(report.pool_id)
    restored = _restore_accepted(report) if counted else None
    if is_over:
        close_claims_of_withdrawn(report, acting=acting)
    if not counted and not (is_withdrawn and leaves_empty_periods(report.pool_id)):
        return report

    def effect(number: int) -> None:
        if counted:
            stop_counting(report, number)
        if restored:
            start_counting(restored, number)
        if is_withdrawn:
            remove_empty_periods(report.pool_id)

    post(report.pool_id, act, acting, report, effect=effect, reason=reasons.internal)
    return report


def _restore_accepted(stopped: Report) -> Report | None:
    """Make the version count again that had been accepted before the stopped one;
    return it, or None.
    """
    accepted = Report.objects.accepted_before(stopped)
    if not list(accepted.select_for_update(of=["self"])):
        return None
    lock_last_day(stopped.pool_id)
    # Read again: the pool may have been ended while this act waited.
    restored = accepted.first()
    if restored:
        Report.objects.filter(pk=restored.pk).update(state=ACCEPTED)
    return restored
