"""Joining requests: a club asks for a member, the other side answers."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from federation.client_networks import client_network
from federation.domain.joining import (
    WantedMember,
    answer_joining,
    request_joining,
    withdraw_joining,
)
from federation.enums import AnsweredAs
from federation.forms.joining import AskForm, JoiningAnswerForm
from federation.models import JoiningRequest
from federation.permissions import Permission, allow_for_club
from federation.queries.joining import (
    answerable,
    answers_as,
    is_no_longer_answerable,
)
from federation.requests import OfficeRequest
from federation.views.members.access import page_after_change, require_somewhere
from federation.views.methods import reads_and_writes
from federation.views.refusals import REFUSALS, perform
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page

ASK = TaskTexts(
    title=_("Ask for a member of another club"),
    lead=_(
        "For somebody who already has a player number. Add a new player yourself, "
        "under “Add a new member”."
    ),
    says=_(
        "The player, or the player's club, gets a letter and says yes or no. You see "
        "the answer under “Members”. A player who has a main club keeps it."
    ),
    button=_("Send the request"),
    done=_(
        "The request has been sent, if there is such a player. You see the answer here."
    ),
)
ANSWERED = {
    True: _("You have said yes: the player is a member of the club."),
    False: _("You have said no. The club will be notified."),
}


@login_required
@reads_and_writes
def ask_for_member(request: OfficeRequest) -> HttpResponse:
    require_somewhere(request.actor, Permission.ASK_FOR_MEMBERS)
    form = AskForm(
        posted_data(request),
        actor=request.actor,
        today=request.today,
        initial={
            "number": request.GET.get("number", "")[:20],
            "from_date": request.today,
        },
    )

    def send(given: dict[str, Any]) -> None:
        facts = {key: value for key, value in given.items() if key != "club"}
        request_joining(
            WantedMember(club_id=given["club"].pk, **facts),
            acting=acting_in(request),
            address=client_network(request),
        )

    if perform_task(request, form, send, ASK.done):
        return redirect(reverse("federation:members") + "#asked")
    return task_page(request, ASK, form, about="", back=reverse("federation:members"))


@login_required
@reads_and_writes
def joining(request: OfficeRequest, request_id: int) -> HttpResponse:
    """Show a joining request to those who may answer it; 404 for everyone else. If it
    has ended they are redirected, with a message.
    """
    at, day = timezone.now(), request.today
    if is_no_longer_answerable(request_id, request.actor, at, day):
        messages.error(request, str(REFUSALS["joining_settled"]))
        return redirect(settings.DUTIES_URL)
    joining_request = get_object_or_404(
        answerable(request.actor, at, day), pk=request_id
    )
    form = JoiningAnswerForm(posted_data(request))
    role = answers_as(request.actor, joining_request)

    def answer(given: dict[str, Any]) -> None:
        answer_joining(
            joining_request.pk,
            accepts=form.accepts,
            answered_as=role,
            reason=given["reason"],
            acting=acting_in(request),
        )

    if perform_task(request, form, answer, ANSWERED[form.accepts]):
        if role == AnsweredAs.PLAYER or joining_request.player_id is None:
            return redirect("federation:my_account")
        return redirect(page_after_change(request, joining_request.player_id))
    context = {"joining_request": joining_request, "form": form, "role": role}
    return render(request, "federation/joining.html", context)


@login_required
@require_POST
def withdraw(request: OfficeRequest, request_id: int) -> HttpResponse:
    require_somewhere(request.actor, Permission.ASK_FOR_MEMBERS)
    joining_request = get_object_or_404(
        JoiningRequest.objects.select_related("club"), pk=request_id
    )
    allow_for_club(request.actor, Permission.ASK_FOR_MEMBERS, joining_request.club)
    perform(
        request,
        lambda: withdraw_joining(joining_request.pk, acting=acting_in(request)),
        gettext("The request is withdrawn."),
    )
    return redirect(reverse("federation:members") + "#asked")
