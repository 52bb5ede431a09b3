"""The rating officer's decisions about correction requests, and what they post.

Locks are taken in the order of a submission: the source, its newest report, the
request, and the posting number last.
"""

from dataclasses import replace

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import (
    accounts_of_player,
    agrees,
    is_one_of,
    refuse_same_person,
)
from federation.domain.reasons import Reasons
from ratings.corrections.domain.claims import (
    ClaimNotPossible,
    lock_counting_version,
    mark,
    open_locked,
    settle,
)
from ratings.corrections.domain.letters import notify_outcome
from ratings.corrections.queries.claims import sender_of_results
from ratings.corrections.queries.respondents import respondents_of
from ratings.enums import ClaimKind, ClaimScope, ClaimState, ReportState
from ratings.ledger.domain.posting import NothingPlayed, post_report
from ratings.ledger.domain.report_copies import copy_of
from ratings.ledger.domain.sources import Correction, SourceAdapter, adapter_of
from ratings.models import Claim, Report
from ratings.pools.domain.pools import PoolEnded


@transaction.atomic
@agrees(Matter.CORRECTION)
def refuse_claim(claim_id: int, reason: str, *, acting: ActionContext) -> Claim:
    """Refuse a correction request, with an officer's reason. Refusals: `settled`,
    `reason`, `four_eyes` or `too_early` (see `allow_claim`).
    """
    claim = open_locked(claim_id)
    _refuse_concerned_or_early(claim, acting)
    return settle(
        claim, ClaimState.REFUSED, Reasons.stated(reason, "", ClaimNotPossible), acting
    )


@transaction.atomic
@agrees(Matter.CORRECTION)
def allow_claim(
    claim_id: int,
    scope: ClaimScope,
    reason: str,
    *,
    public_reason: str = "",
    seen: int,
    acting: ActionContext,
) -> Claim:
    """Allow a correction request, with an officer's reason, and post the next version
    of the report: by the source adapter for the standings too, or for the rating only,
    which holds in every later version. The new version is accepted if the one before it
    was, since two people have agreed on it, and if the organiser has entered nothing
    else since.

    `seen` is the version that the officer looked at. Refusals: `settled`, `reason`,
    `moved` when another version counts now, `stopped` when none does or the newest one
    is held or returned, `four_eyes` for an officer who filed the request, plays in the
    game or sent the results, `too_early` while a respondent may still answer,
    `no_standings` where the source has no standings or the game would leave them,
    `only_game` when no game would be left, `not_rated_then` when the pool has ended.
    Raises SourceRefused.
    """
    known = Claim.objects.select_related("report").get(pk=claim_id)
    adapter = _adapter(known, scope)
    if adapter:
        adapter.lock(known.source_number)
    report = lock_counting_version(known.report)
    claim = open_locked(claim_id)
    _refuse_concerned_or_early(claim, acting)
    if report is None:
        raise ClaimNotPossible("stopped")
    if report.pk != seen:
        raise ClaimNotPossible("moved")
    claim.scope = scope
    with written_by(acting.user_id):
        mark(
            claim,
            ClaimState.ALLOWED,
            Reasons.stated(reason, public_reason, ClaimNotPossible),
            acting,
        )
        claim.outcome = _carry_out(claim, report, adapter, acting)
        claim.save(update_fields=["outcome"])
    notify_outcome(claim, acting=acting)
    return claim


def _carry_out(
    claim: Claim, report: Report, adapter: SourceAdapter | None, acting: ActionContext
) -> Report:
    accepted = report.state == ReportState.ACCEPTED
    reason = f"{claim}: {claim.reason}"
    try:
        if adapter:
            _lift_earlier(claim, acting)
            return adapter.correct(
                _correction(claim, reason, accepted=accepted), acting
            )
        copy = copy_of(report)
        if accepted:
            # The warnings and their ticks are stored with the version that had them.
            copy = replace(copy, warnings=())
        return post_report(copy, acting=acting, accepted=accepted, reason=reason)
    except NothingPlayed:
        raise ClaimNotPossible("only_game") from None
    except PoolEnded:
        raise ClaimNotPossible("not_rated_then") from None


def _lift_earlier(claim: Claim, acting: ActionContext) -> None:
    """Lift earlier corrections for the rating only that change the same facets of the
    game: the standings are now corrected instead.
    """
    held = Claim.objects.of_source(claim).in_effect()
    overlapping = [
        each.pk for each in held.filter(key=claim.key) if each.facets & claim.facets
    ]
    Claim.objects.filter(pk__in=overlapping).update(lifted_at=acting.at)


def _correction(claim: Claim, reason: str, *, accepted: bool) -> Correction:
    return Correction(
        source_number=claim.source_number,
        key=claim.key,
        facets=claim.facets,
        white_id=claim.to_white_id,
        black_id=claim.to_black_id,
        score=claim.to_score,
        played=claim.to_played,
        played_date=claim.to_date,
        reason=reason,
        accepted=accepted,
    )


def _adapter(claim: Claim, scope: ClaimScope) -> SourceAdapter | None:
    """Return the adapter that corrects the standings, or None for the rating only."""
    if scope == ClaimScope.RATING:
        return None
    adapter = adapter_of(claim.source_kind)
    if adapter is None or claim.kind == ClaimKind.NOT_RATED:
        raise ClaimNotPossible("no_standings")
    return adapter


def _refuse_concerned_or_early(claim: Claim, acting: ActionContext) -> None:
    behind = _concerned(claim)
    refuse_same_person(Matter.CORRECTION, behind, acting.user_id, ClaimNotPossible)
    today = timezone.localdate(acting.at)
    waits = any(each.is_waited_for for each in respondents_of(claim, today))
    if waits and today <= claim.answers_until:
        raise ClaimNotPossible("too_early")


def refuse_concerned(claim: Claim, acting: ActionContext) -> None:
    """Refusal: `four_eyes` for an officer who is concerned, unless the federation has
    waived it.
    """
    user_id = acting.user_id
    if settings.FOUR_EYES and user_id and is_one_of(user_id, _concerned(claim)):
        raise ClaimNotPossible("four_eyes")


def _concerned(claim: Claim) -> set[int]:
    """Return the accounts of the person who filed it, of the players, also one to be
    added to the game, and of the person who submitted the results for a club or a
    district.
    """
    report = claim.report
    players = [accounts_of_player(each) for each in claim.player_ids]
    behind = {claim.filed_by_id}.union(*players)
    sent_for = report.organiser_id is not None or report.district_id is not None
    if sent_for and (sender := sender_of_results(report)) is not None:
        behind.add(sender)
    return behind
