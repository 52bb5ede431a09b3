"""Officers' decisions about ratings: made by one officer, confirmed by another."""

from dataclasses import dataclass
from datetime import date
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.backends.postgresql.psycopg_any import NumericRange

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import (
    accounts_of_player,
    agrees,
    carries_out,
    closes,
    refuse_same_person,
    starts,
)
from federation.domain.reasons import require_reason
from federation.domain.refusal import Refusal, refusing_taken
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind, PostingType
from ratings.models import Decision
from ratings.pools.domain.postings import post
from ratings.pools.queries.systems import pools_where
from ratings.rules.protocol import ExemptsActivePlayers


@dataclass(frozen=True, slots=True)
class DecisionDraft:
    """A decision to be made; `points` is a rating, a difference or None, depending on
    the kind. Without a player a withheld bonus applies to the whole pool.
    """

    pool_id: int
    kind: DecisionKind
    player_id: int | None
    on_date: date
    points: int | None
    reason: str
    """Read by the office and the player."""
    public_reason: str = ""


class DecisionNotPossible(Refusal):
    """A refusal: the decision is already settled (`settled`), confirmed by its maker
    (`four_eyes`), without a reason (`reason`), the same as one that waits (`waits`), of
    no use in the pool's systems (`not_here`), or the board's and therefore final
    (`final`).
    """


@transaction.atomic
@starts(Matter.DECISION)
def make_decision(draft: DecisionDraft, *, acting: ActionContext) -> Decision:
    """Store a decision. It changes no rating until another officer confirms it; it
    counts at once where the federation has waived four eyes. Raises DecisionNotPossible
    `reason`, `not_here` or `waits`.
    """
    reason = require_reason(draft.reason, DecisionNotPossible)
    if draft.kind in ACTIVITY_DECISIONS and draft.pool_id not in pools_where(
        ExemptsActivePlayers
    ):
        raise DecisionNotPossible("not_here")
    with refusing_taken(partial(_refuse_waiting, draft)):
        decision = Decision.objects.create(
            pool_id=draft.pool_id,
            kind=draft.kind,
            player_id=draft.player_id,
            on_date=draft.on_date,
            points=draft.points,
            reason=reason,
            public_reason=draft.public_reason.strip(),
            made_by_id=acting.person_id,
            made_at=acting.at,
        )
    if not settings.FOUR_EYES:
        return confirm_decision(decision.pk, acting=acting)
    return decision


@transaction.atomic
@agrees(Matter.DECISION)
def confirm_decision(decision_id: int, *, acting: ActionContext) -> Decision:
    """Confirm a decision as another officer, who must not be the player either: the
    decision counts from this posting on. Raises DecisionNotPossible `settled` or
    `four_eyes`.
    """
    decision = _unsettled(decision_id)
    behind = {decision.made_by_id}
    if decision.player_id is not None:
        behind |= accounts_of_player(decision.player_id)
    decision.by_one = refuse_same_person(
        Matter.DECISION, behind, acting.user_id, DecisionNotPossible
    )
    post_decision(decision, acting)
    return decision


@transaction.atomic
@closes(Matter.DECISION)
def reject_decision(
    decision_id: int, *, acting: ActionContext, reason: str = ""
) -> Decision:
    """Reject an unconfirmed decision, with the reason; its maker may withdraw it
    without one. Raises DecisionNotPossible `settled` or `reason`.
    """
    decision = _unsettled(decision_id)
    if not reason.strip() and decision.made_by_id != acting.user_id:
        raise DecisionNotPossible("reason")
    decision.rejected_at = acting.at
    decision.rejected_by_id = acting.user_id
    decision.rejected_reason = reason.strip()
    decision.save(update_fields=["rejected_at", "rejected_by", "rejected_reason"])
    return decision


@transaction.atomic
@carries_out(Matter.REVOCATION)
def revoke_decision(
    decision_id: int, *, acting: ActionContext, reason: str = ""
) -> Decision:
    """End a decision that counts: ratings are computed as if it had not been made.
    Lists approved while it counted stay as they are; the journal stores the reason.
    Raises DecisionNotPossible `settled` or `final`.
    """
    decision = Decision.objects.select_for_update().get(pk=decision_id)
    if decision.span is None or decision.span.upper is not None:
        raise DecisionNotPossible("settled")
    if decision.kind == DecisionKind.BOARD:
        raise DecisionNotPossible("final")

    def effect(number: int) -> None:
        decision.span = NumericRange(decision.span.lower, number)
        decision.save(update_fields=["span"])

    post(
        decision.pool_id,
        PostingType.REVOKE,
        acting,
        decision,
        effect=effect,
        reason=reason.strip(),
    )
    return decision


def _refuse_waiting(draft: DecisionDraft) -> None:
    """Refuse a decision equal to one that waits, so that pressing a button twice
    decides once.
    """
    waiting = Decision.objects.filter(confirmed_at=None, rejected_at=None)
    if waiting.filter(
        pool_id=draft.pool_id,
        kind=draft.kind,
        player=draft.player_id,
        on_date=draft.on_date,
        points=draft.points,
    ).exists():
        raise DecisionNotPossible("waits")


def _unsettled(decision_id: int) -> Decision:
    decision = Decision.objects.select_for_update().get(pk=decision_id)
    if decision.confirmed_at or decision.rejected_at:
        raise DecisionNotPossible("settled")
    return decision


@carries_out(Matter.DECISION, Matter.LEVEL)
def post_decision(decision: Decision, acting: ActionContext) -> None:
    """Let a decision count from the next posting on. To be called last in a
    transaction.
    """
    decision.confirmed_by_id = acting.user_id
    decision.confirmed_at = acting.at

    def effect(number: int) -> None:
        decision.span = NumericRange(number, None)
        decision.save(update_fields=["confirmed_by", "confirmed_at", "by_one", "span"])

    post(decision.pool_id, PostingType.DECIDE, acting, decision, effect=effect)
