"""The two buttons under a proposal that waits: approve and reject."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.refusal import Refusal
from federation.forms.reasons import LONGEST_REASON
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words, show_unsent
from federation.views.signing import acting_in

REJECTED = gettext_lazy("Set aside, with the reason.")


@dataclass(frozen=True, slots=True)
class SettlementActions:
    """What the buttons do to a proposal, and the message when it is approved."""

    approve: Callable[..., object]
    reject: Callable[..., object]
    approved: Promise


def settling_context(request: OfficeRequest, proposal: Any) -> dict[str, Any]:
    """Return the context of the buttons: whether this user may settle the proposal."""
    own = proposal.made_by_id == request.actor.user_id
    return {
        "proposal": proposal,
        "own": own,
        "may_approve": proposal.is_waiting and not (own and settings.FOUR_EYES),
        "answer": request.POST.get("answer", ""),
    }


def settle(request: OfficeRequest, proposal_id: int, how: SettlementActions) -> int:
    """Carry out the action of the button that was pressed, with a message. Return the
    HTTP status with which to show the proposal again, 0 when it is settled.
    """
    acting = acting_in(request)
    act = request.POST.get("act", "")
    answer = request.POST.get("answer", "")[:LONGEST_REASON]
    if act not in ("approve", "reject"):
        messages.error(request, _("Choose what to do with the proposal."))
        return 422
    try:
        if act == "approve":
            how.approve(proposal_id, acting=acting)
        else:
            how.reject(proposal_id, answer=answer, acting=acting)
    except Refusal as refused:
        messages.error(request, refusal_words(refused))
        if refused.code == "answer":
            return 422
        show_unsent(request, answer)
        return 409
    messages.success(request, str(how.approved if act == "approve" else REJECTED))
    return 0
