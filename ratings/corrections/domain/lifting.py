"""Lift a correction that holds for the rating only: the game counts again as in its
source.
"""

from dataclasses import replace

from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import carries_out
from federation.domain.reasons import require_reason
from ratings.corrections.domain.claim_decisions import refuse_concerned
from ratings.corrections.domain.claims import ClaimNotPossible, newest_version
from ratings.corrections.domain.letters import notify_lifted
from ratings.corrections.queries.claims import counting_version
from ratings.enums import COUNTING, ReportState
from ratings.ledger.domain.posting import post_report
from ratings.ledger.domain.report_copies import copy_of
from ratings.ledger.domain.sources import Correction, adapter_of
from ratings.models import Claim, Report
from ratings.pools.domain.pools import PoolEnded


@transaction.atomic
@carries_out(Matter.LIFTING)
def lift_correction(
    claim_id: int, reason: str, *, public_reason: str = "", acting: ActionContext
) -> Claim:
    """End a correction that holds for the rating only, with an officer's reason: the
    results are posted once more as their source has them, with the corrections that
    still hold. Nothing is posted where no version with the correction counts. Everyone
    concerned gets a letter.

    Refusals: `not_in_effect`, `reason`, `four_eyes` as in `allow_claim`, `stopped` when
    the newest version is held or returned, `not_rated_then` when the pool has ended.
    Raises SourceRefused.
    """
    known = Claim.objects.select_related("report").get(pk=claim_id)
    adapter = adapter_of(known.source_kind)
    if adapter:
        adapter.lock(known.source_number)
    newest = newest_version(known.report)
    claim = Claim.objects.select_for_update(of=["self"]).get(pk=claim_id)
    if not claim.is_in_effect:
        raise ClaimNotPossible("not_in_effect")
    refuse_concerned(claim, acting)
    reason = require_reason(reason, ClaimNotPossible)
    if newest.state not in COUNTING | {ReportState.WITHDRAWN}:
        raise ClaimNotPossible("stopped")
    claim.lifted_at = acting.at
    claim.lifted_by_id = acting.user_id
    claim.lifted_reason = reason
    claim.public_lifted_reason = public_reason.strip()
    with written_by(acting.user_id):
        # Save first: posting reads which corrections still hold.
        claim.save(
            update_fields=[
                "lifted_at",
                "lifted_by",
                "lifted_reason",
                "public_lifted_reason",
            ]
        )
        claim.lifted_in = _counts_without(claim, newest, acting)
        claim.save(update_fields=["lifted_in"])
    notify_lifted(claim, acting=acting)
    return claim


def _counts_without(
    claim: Claim, newest: Report, acting: ActionContext
) -> Report | None:
    """Return the version that counts without the correction. An older version that
    counts since the newest was withdrawn is left as it is if it is from before the
    correction, else it is posted again from the ledger: the organiser may have opened
    the results meanwhile.
    """
    counting = counting_version(newest)
    if counting is None or (claim.outcome and counting.version < claim.outcome.version):
        return counting
    return _post_again(claim, counting, acting, is_newest=counting.pk == newest.pk)


def _post_again(
    claim: Claim, report: Report, acting: ActionContext, *, is_newest: bool
) -> Report:
    accepted = report.state == ReportState.ACCEPTED
    reason = f"{claim}: {claim.lifted_reason}"
    adapter = adapter_of(claim.source_kind)
    try:
        if adapter and is_newest:
            return adapter.correct(
                _unchanged_correction(claim, reason, accepted=accepted), acting
            )
        copy = copy_of(_original_version(report))
        if accepted:
            copy = replace(copy, warnings=())
        return post_report(copy, acting=acting, accepted=accepted, reason=reason)
    except PoolEnded:
        raise ClaimNotPossible("not_rated_then") from None


def _original_version(report: Report) -> Report:
    """Return the version with the results as the source submitted them, without
    corrections: the oldest one with the digest of the given version, since a correction
    copies the digest of the version that it corrects.
    """
    return report.versions().filter(digest=report.digest).last() or report


def _unchanged_correction(claim: Claim, reason: str, *, accepted: bool) -> Correction:
    """Return a correction that changes nothing, to submit the source again."""
    return Correction(
        source_number=claim.source_number,
        key=claim.key,
        facets=frozenset(),
        white_id=claim.white_id,
        black_id=claim.black_id,
        score=claim.score,
        played=claim.played,
        played_date=claim.played_date,
        reason=reason,
        accepted=accepted,
    )
