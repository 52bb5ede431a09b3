"""Change the policy of a pool for corrections to approved periods: one administrator
proposes the change, another approves it.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page
from ratings.editions.domain.policy_proposals import (
    approve_policy,
    propose_policy,
    reject_policy,
)
from ratings.four_eyes.views.settling import SettlementActions, settle, settling_context
from ratings.models import PolicyProposal, Pool
from ratings.pages.forms import PoolActForm

PROPOSED = _("Proposed. It applies when another administrator has approved it.")
CARRY = TaskTexts(
    title=_("Carry corrections forward"),
    says=_(
        "Once another administrator has approved it, approved lists stay as they are."
        " What comes late for an approved period is booked in the open one: the points"
        " that the players concerned would have got then, and nothing that follows"
        " from them. It can be undone until the next list is approved."
    ),
    button=_("Propose it"),
    done=PROPOSED,
)
CASCADE = TaskTexts(
    title=_("Let corrections cascade"),
    says=_(
        "Once another administrator has approved it, what comes late for an approved"
        " period is computed there again, and all that follows from it; a revised list"
        " waits for each that changes."
    ),
    button=_("Propose it"),
    done=PROPOSED,
)
SETTLING = SettlementActions(
    approve=approve_policy,
    reject=reject_policy,
    approved=_("Approved: it applies from now on."),
)


@login_required
@reads_and_writes
def corrections(request: OfficeRequest, code: str) -> HttpResponse:
    """Propose the other policy, or show the proposal that waits already."""
    allow(request.actor, Permission.MANAGE_POOLS)
    pool = get_object_or_404(Pool, code=code)
    waiting = PolicyProposal.objects.waiting().filter(pool=pool).first()
    if waiting and request.method != "POST":
        return redirect("ratings:policy_proposal", waiting.pk)
    carries = pool.carries_from is None
    form = PoolActForm(posted_data(request))

    def act(given: dict[str, Any]) -> None:
        acting, reason = acting_in(request), given["reason"]
        propose_policy(pool.pk, carries=carries, reason=reason, acting=acting)

    task = CARRY if carries else CASCADE
    if perform_task(request, form, act, task.done):
        return redirect("ratings:pool", pool.code)
    back = reverse("ratings:pool", args=[pool.code])
    return task_page(request, task, form, about=pool.label, back=back)


@login_required
@reads_and_writes
def policy_proposal(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    found = _proposal(pk)
    if request.method != "POST":
        return _page(request, found)
    if status := settle(request, pk, SETTLING):
        return _page(request, _proposal(pk), status=status)
    return redirect("ratings:pool", found.pool.code)


def _proposal(pk: int) -> PolicyProposal:
    people_too = ("pool", "made_by", "approved_by", "rejected_by")
    return get_object_or_404(PolicyProposal.objects.select_related(*people_too), pk=pk)


def _page(
    request: OfficeRequest, found: PolicyProposal, status: int = 200
) -> HttpResponse:
    context = settling_context(request, found)
    return render(
        request, "ratings/editions/policy_proposal.html", context, status=status
    )
