"""The page on which an officer lifts a correction that holds for the rating only."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from federation.permissions import Act, allow
from federation.requests import OfficeRequest
from federation.views.signing import signer
from federation.views.single_task import READ_AND_WRITE, Task, task_page, written
from ratings.domain.claims import ClaimNotPossible
from ratings.domain.lifting import lift_correction
from ratings.domain.numbering import Hand
from ratings.domain.sources import SourceRefused
from ratings.models import Claim
from ratings.queries.claims import claim_to_show
from ratings.views.claim_words import refusal_words
from ratings.views.edition_forms import ReasonForm

LIFT = Task(
    title=gettext_lazy("Lift the correction"),
    says=gettext_lazy(
        "The game counts for the rating again as the results have it. They are posted"
        " once more, the ratings are computed anew, and everybody concerned is told."
    ),
    button=gettext_lazy("Lift it"),
    done=gettext_lazy("Lifted: the game counts again as the results have it."),
    danger=True,
)


@login_required
@require_http_methods(READ_AND_WRITE)
def lift(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Act.DECIDE_CLAIMS)
    claim = claim_to_show(pk)
    if claim is None:
        raise Http404
    form = ReasonForm(written(request))
    if request.method == "POST" and form.is_valid() and _lifted(request, claim, form):
        messages.success(request, str(LIFT.done))
        return redirect("ratings:claim", pk=pk)
    about = _("Correction request no. %(number)s") % {"number": pk}
    return task_page(
        request, LIFT, form, about=about, back=reverse("ratings:claim", args=[pk])
    )


def _lifted(request: OfficeRequest, claim: Claim, form: ReasonForm) -> bool:
    hand = Hand(signer(request), timezone.now())
    try:
        lift_correction(claim.pk, form.cleaned_data["reason"], hand=hand)
    except (ClaimNotPossible, SourceRefused) as refused:
        form.add_error(None, refusal_words(refused.code))
        return False
    return True
