"""Common parts of everything that one person proposes and another agrees to: settled
once, by another person, and rejected with an answer.
"""

from typing import TypeVar

from django.db.models import QuerySet

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import refuse_same_person
from federation.domain.refusal import RefusalFactory
from ratings.models.proposals import Approvable, Proposed

AnyProposed = TypeVar("AnyProposed", bound=Proposed)


def waiting_locked(
    proposals: QuerySet[AnyProposed], proposal_id: int, refusal: RefusalFactory
) -> AnyProposed:
    """Return the proposal, locked and still to be settled. Refusal: `settled`."""
    proposal = proposals.select_for_update().get(pk=proposal_id)
    if not proposal.is_waiting:
        raise refusal("settled")
    return proposal


def refuse_own(
    matter: Matter, proposal: Proposed, acting: ActionContext, refusal: RefusalFactory
) -> None:
    """Refuse with `four_eyes` that its maker approves a proposal, since two people have
    to agree on it. Where the federation has waived four eyes, the proposal notes that
    one person did both.
    """
    behind = [proposal.made_by_id]
    proposal.by_one = refuse_same_person(matter, behind, acting.user_id, refusal)


def sign(proposal: Approvable, acting: ActionContext) -> None:
    """Store who agreed to the proposal, and when."""
    proposal.approved_by_id = acting.user_id
    proposal.approved_at = acting.at
    with written_by(acting.user_id):
        proposal.save(update_fields=["approved_by", "approved_at", "by_one"])


def reject_or_withdraw(
    proposal: Proposed, answer: str, acting: ActionContext, refusal: RefusalFactory
) -> None:
    """Reject a proposal: its maker may withdraw it without a reason, anyone else gives
    one. Refusal: `answer`.
    """
    if not answer.strip() and proposal.made_by_id != acting.user_id:
        raise refusal("answer")
    proposal.rejected_by_id = acting.user_id
    proposal.rejected_at = acting.at
    proposal.answer = answer.strip()
    with written_by(acting.user_id):
        proposal.save(update_fields=["rejected_by", "rejected_at", "answer"])
