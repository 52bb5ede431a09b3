"""Suspensions, which the administrator enters for the board (SSF §12.7)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from federation.domain.accounts.suspensions import end_suspension, suspend_player
from federation.forms.suspensions import EndSuspensionForm, SuspensionForm
from federation.models import Player, Suspension
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.tables import SuspensionsTable
from federation.views.lists import build_listing, render_listing
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page

SUSPEND = TaskTexts(
    title=_("Suspend from competitions"),
    lead=_("§\u00a012.7: the board bars a player for a time."),
    says=_(
        "From the first to the last day no result of the player is accepted without "
        "a warning. Secretaries see the suspension and its reason."
    ),
    button=_("Suspend"),
    done=_("The suspension is entered."),
    danger=True,
)
SHORTEN = TaskTexts(
    title=_("End a suspension earlier"),
    says=_("From the next day on the player may compete again."),
    button=_("End the suspension"),
    done=_("The suspension is changed."),
)
REMOVED = _("The suspension is removed altogether.")


@login_required
@require_safe
def suspensions(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.SUSPEND)
    rows = Suspension.objects.select_related("player", "decided_by")
    listing = build_listing(
        request,
        rows=rows.order_by("-to_date", "-pk"),
        table=SuspensionsTable,
        today=request.today,
    )
    return render_listing(request, "federation/suspensions.html", listing)


@login_required
@reads_and_writes
def suspend(request: OfficeRequest, player_id: int) -> HttpResponse:
    allow(request.actor, Permission.SUSPEND)
    player = get_object_or_404(Player, pk=player_id)
    form = SuspensionForm(posted_data(request), initial={"from_date": request.today})

    def bar(given: dict[str, Any]) -> None:
        suspend_player(player.pk, acting=acting_in(request), **given)

    if perform_task(request, form, bar, SUSPEND.done):
        return redirect("federation:suspensions")
    back = reverse("federation:member", args=[player.pk])
    return task_page(request, SUSPEND, form, about=player.full_name, back=back)


@login_required
@reads_and_writes
def shorten(request: OfficeRequest, suspension_id: int) -> HttpResponse:
    allow(request.actor, Permission.SUSPEND)
    held = get_object_or_404(
        Suspension.objects.select_related("player"), pk=suspension_id
    )
    form = EndSuspensionForm(
        posted_data(request), first_day=held.from_date, today=request.today
    )

    def end(given: dict[str, Any]) -> None:
        end_suspension(
            held.pk,
            last_date=given["last_date"],
            may_remove=form.never_begins,
            acting=acting_in(request),
        )

    done = REMOVED if form.never_begins else SHORTEN.done
    if perform_task(request, form, end, done):
        return redirect("federation:suspensions")
    about = f"{held.player}, {held.from_date} – {held.to_date}"
    back = reverse("federation:suspensions")
    return task_page(request, SHORTEN, form, about=about, back=back)
