"""An act about one row: proposed on the row's own page, agreed to by somebody else on
this one.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from federation.domain.refusal import Refused
from federation.permissions import allow
from federation.requests import OfficeRequest
from federation.views.refusals import why as register_words
from federation.views.signing import signer
from federation.views.single_task import READ_AND_WRITE
from ratings.domain.claims import ClaimNotPossible
from ratings.domain.decisions import DecisionNotPossible
from ratings.domain.editions import EditionNotPossible
from ratings.domain.merges import MergeNotPossible
from ratings.domain.numbering import Hand
from ratings.domain.proposed_acts import ActDraft, approve_act, propose_act, reject_act
from ratings.domain.sources import SourceRefused
from ratings.enums import ProposedKind
from ratings.models import ProposedAct
from ratings.queries.proposed_acts import PEOPLE, act_for
from ratings.views import claim_words, decision_words, edition_words, merge_words
from ratings.views.proposal_acts import Settling, settle
from ratings.views.proposed_words import FOLLOWS, about_words, address_of

REFUSED = (
    Refused,
    ClaimNotPossible,
    DecisionNotPossible,
    EditionNotPossible,
    MergeNotPossible,
    SourceRefused,
)
"""What acts refuse with."""


def refusal_words(refused: Exception) -> str:
    """Why not, in words, whatever the act."""
    match refused:
        case DecisionNotPossible():
            return str(decision_words.REFUSALS[refused.code])
        case MergeNotPossible():
            return str(merge_words.REFUSALS[refused.code])
        case EditionNotPossible():
            return edition_words.refusal(refused)
        case Refused():
            return register_words(refused)
    return claim_words.refusal_words(getattr(refused, "code", ""))


SETTLING = Settling(
    approve=approve_act,
    reject=reject_act,
    refusal=REFUSED,
    why=refusal_words,
    approved=gettext_lazy("Approved: it is carried out."),
)


def proposed(request: OfficeRequest, draft: ActDraft) -> ProposedAct:
    """Proposes the act and says so; raises what it refuses with."""
    made = propose_act(draft, hand=Hand(signer(request), timezone.now()))
    if settings.FOUR_EYES:
        words = _("Proposed. It is carried out when somebody else has approved it.")
    else:
        words = _("Carried out: this federation has waived the second person.")
    messages.success(request, words)
    return made


@login_required
@require_http_methods(READ_AND_WRITE)
def proposed_act(request: OfficeRequest, pk: int) -> HttpResponse:
    found = _found(pk)
    allow(request.actor, act_for(found.kind))
    if request.method != "POST":
        return _page(request, found)
    if status := settle(request, pk, SETTLING):
        return _page(request, _found(pk), status=status)
    return redirect("ratings:proposed_act", pk)


def _found(pk: int) -> ProposedAct:
    return get_object_or_404(ProposedAct.objects.select_related(*PEOPLE), pk=pk)


def _page(
    request: OfficeRequest, found: ProposedAct, status: int = 200
) -> HttpResponse:
    own = found.made_by_id == request.actor.user_id
    context = {
        "proposal": found,
        "about": about_words(found),
        "about_url": address_of(found),
        "follows": FOLLOWS[ProposedKind(found.kind)],
        "own": own,
        "may_approve": not (own and settings.FOUR_EYES),
        "answer": request.POST.get("answer", ""),
    }
    return render(request, "ratings/proposed_act.html", context, status=status)
