"""The page on which an administrator sets a pool's limits of unusual lines."""

from dataclasses import asdict
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page
from ratings.lists.domain.limits import set_limits
from ratings.lists.forms import LimitsForm
from ratings.lists.queries.limits import LineLimits, limits_of
from ratings.models import Pool

TASK = TaskTexts(
    title=gettext_lazy("Unusual lines of a list"),
    lead=gettext_lazy(
        "Before a list is approved the rating officer is shown these lines first, each"
        " with its numbers. They hold nothing up."
    ),
    says=gettext_lazy(
        "The limits apply from now on to every list that is waiting, including those "
        "that are already being looked at. An empty field: lines are not shown for "
        "that reason."
    ),
    button=gettext_lazy("Save the limits"),
    done=gettext_lazy("The limits apply from now on."),
)


@login_required
@reads_and_writes
def oddity_limits(request: OfficeRequest, code: str) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_POOLS)
    pool = get_object_or_404(Pool, code=code)
    form = LimitsForm(
        posted_data(request), initial=asdict(limits_of(pool.pk, request.today))
    )

    def act(given: dict[str, Any]) -> None:
        set_limits(pool.pk, LineLimits(**given), acting=acting_in(request))

    if perform_task(request, form, act, TASK.done):
        return redirect("ratings:pool", pool.code)
    back = reverse("ratings:pool", args=[pool.code])
    return task_page(request, TASK, form, about=pool.label, back=back)
