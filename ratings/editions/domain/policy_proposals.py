"""A change of how corrections to approved periods are booked: proposed by one
administrator, approved by another.
"""

from django.conf import settings
from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, closes, starts
from federation.domain.reasons import require_reason
from ratings.four_eyes.domain.settling import (
    refuse_own,
    reject_or_withdraw,
    sign,
    waiting_locked,
)
from ratings.models import Computation, PolicyProposal, Pool
from ratings.pools.domain.pools import (
    PoolNotPossible,
    carry_corrections,
    cascade_corrections,
    refuse_policy,
)


@transaction.atomic
@starts(Matter.POLICY)
def propose_policy(
    pool_id: int, *, carries: bool, reason: str, acting: ActionContext
) -> PolicyProposal:
    """Store the proposal. It changes nothing until another administrator approves it;
    it is carried out at once where the federation has waived four eyes.

    Refusals: `reason`; `policy_waits` while another waits; `policy_same` or
    `policy_approved` as `carry_corrections` and `cascade_corrections`.
    """
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    reason = require_reason(reason, PoolNotPossible)
    if PolicyProposal.objects.waiting().filter(pool=pool).exists():
        raise PoolNotPossible("policy_waits")
    refuse_policy(pool, carries=carries)
    with written_by(acting.user_id):
        proposal = PolicyProposal.objects.create(
            pool=pool,
            carries=carries,
            reason=reason,
            made_by_id=acting.person_id,
            made_at=acting.at,
        )
    if not settings.FOUR_EYES:
        return approve_policy(proposal.pk, acting=acting)
    return proposal


@transaction.atomic
@agrees(Matter.POLICY)
def approve_policy(proposal_id: int, *, acting: ActionContext) -> PolicyProposal:
    """Approve a policy as another administrator: it holds from this posting on. Refusals:
    `settled`, `four_eyes`, or as `propose_policy`; and `policy_computing` as long as
    anything posted is not computed: a report that the rules cannot compute would not be
    held yet, and would count in the approved periods for ever.
    """
    proposal = waiting_locked(
        PolicyProposal.objects.all(), proposal_id, PoolNotPossible
    )
    refuse_own(Matter.POLICY, proposal, acting, PoolNotPossible)
    if proposal.carries:
        _refuse_computing(proposal.pool_id)
    sign(proposal, acting)
    change = carry_corrections if proposal.carries else cascade_corrections
    # This takes the pool's posting number, which must be done last.
    change(proposal.pool_id, reason=proposal.reason, acting=acting)
    return proposal


@transaction.atomic
@closes(Matter.POLICY)
def reject_policy(
    proposal_id: int, *, answer: str, acting: ActionContext
) -> PolicyProposal:
    """Reject a proposal; see `reject_or_withdraw`. Refusals: `settled` or `answer`."""
    proposal = waiting_locked(
        PolicyProposal.objects.all(), proposal_id, PoolNotPossible
    )
    reject_or_withdraw(proposal, answer, acting, PoolNotPossible)
    return proposal


def _refuse_computing(pool_id: int) -> None:
    pool = Pool.objects.select_for_update().get(pk=pool_id)
    refuse_policy(pool, carries=True)
    if Computation.objects.get(pk=pool_id).computed < pool.posted:
        raise PoolNotPossible("policy_computing")
