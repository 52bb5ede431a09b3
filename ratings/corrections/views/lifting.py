"""The page on which an officer proposes to lift a correction for the rating only."""

from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.refusal import Refusal
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.single_task import TaskTexts, posted_data, task_page
from ratings.corrections.forms import LiftingForm
from ratings.corrections.queries.claims import claim_to_show
from ratings.corrections.queries.moved_lists import moved_lists_in_words
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft
from ratings.four_eyes.queries.proposed_acts import waiting_act
from ratings.four_eyes.views.proposed_acts import propose_with_message
from ratings.models import Claim

LIFT = TaskTexts(
    title=gettext_lazy("Lift the correction"),
    says=gettext_lazy(
        "Once another officer has approved it, the game is rated again as it was "
        "reported. The results are posted once more, the ratings are recomputed, and "
        "everybody concerned is notified."
    ),
    button=gettext_lazy("Propose it"),
    done="",
    danger=True,
)


@login_required
@reads_and_writes
def lift_correction(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_CLAIMS)
    claim = claim_to_show(pk)
    if claim is None:
        raise Http404
    waiting = waiting_act(ProposedKind.LIFTING, pk)
    if waiting and request.method != "POST":
        return redirect("ratings:proposed_act", waiting.pk)
    form = LiftingForm(posted_data(request))
    if request.method == "POST" and form.is_valid() and _propose(request, claim, form):
        return redirect("ratings:claim", pk=pk)
    about = _("Correction request no. %(number)s") % {"number": pk}
    task = replace(LIFT, lead=moved_lists_in_words(claim, request.today))
    return task_page(
        request, task, form, about=about, back=reverse("ratings:claim", args=[pk])
    )


def _propose(request: OfficeRequest, claim: Claim, form: LiftingForm) -> bool:
    draft = ActDraft(ProposedKind.LIFTING, claim.pk, **form.cleaned_data)
    try:
        propose_with_message(request, draft)
    except Refusal as refused:
        form.add_error(None, refusal_words(refused))
        return False
    return True
