"""A member's data, the visibility of the name, and the status."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.domain.newcomers import remove_card
from federation.domain.players import (
    PlayerFacts,
    edit_player,
    set_status,
    set_visibility,
)
from federation.enums import PlayerStatus, Visibility
from federation.forms.members import EditForm, StatusForm, VisibilityForm
from federation.models import Player
from federation.permissions import Permission
from federation.requests import OfficeRequest
from federation.views.editing import editing_page, initial_facts
from federation.views.members.access import managed_player, page_after_change
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page

VISIBILITY = TaskTexts(
    title=_("What everybody sees of the name"),
    says=_("It applies at once, to new and earlier lists alike."),
    button=_("Save the choice"),
    done=_("The choice is saved."),
)
STATUS = TaskTexts(
    title=_("Active, left or deceased"),
    says=_(
        "When somebody has left or died, all memberships end on that day. Results "
        "and ratings stay."
    ),
    button=_("Save the status"),
    done=_("The status is saved."),
)
REMOVE = TaskTexts(
    title=_("Remove the card from the register"),
    says=_(
        "The card is removed from the register, and its membership with it. Only a "
        "card that nothing depends on can be removed: no entry, no game, no account. "
        "It cannot be brought back, but the player can be added again."
    ),
    button=_("Remove the card"),
    done=_("The card has been removed from the register."),
    danger=True,
)


@login_required
@reads_and_writes
def remove_member(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Remove a card that was created by mistake, or for a person who never came."""
    player = managed_player(request, player_id, Permission.EDIT_MEMBERS)

    def act(_given: dict[str, Any]) -> None:
        remove_card(player.pk, acting=acting_in(request))

    return member_task(request, player, REMOVE, Form(posted_data(request)), act)


@login_required
@reads_and_writes
def visibility(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = managed_player(request, player_id, Permission.EDIT_MEMBERS)
    now = {"visibility": player.visibility, "seen": player.visibility}

    def choose(given: dict[str, Any]) -> None:
        choice = Visibility(given["visibility"])
        set_visibility(player.pk, choice, seen=given["seen"], acting=acting_in(request))

    form = VisibilityForm(posted_data(request), initial=now)
    return member_task(request, player, VISIBILITY, form, choose)


@login_required
@reads_and_writes
def status(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = managed_player(request, player_id, Permission.EDIT_MEMBERS)
    now = {"status": player.status, "seen": player.status, "on": request.today}

    def choose(given: dict[str, Any]) -> None:
        set_status(
            player.pk,
            PlayerStatus(given["status"]),
            on=given["on"],
            seen=given["seen"],
            acting=acting_in(request),
        )

    form = StatusForm(posted_data(request), initial=now)
    return member_task(request, player, STATUS, form, choose)


@login_required
@reads_and_writes
def edit_member(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = managed_player(request, player_id, Permission.EDIT_MEMBERS)
    current = initial_facts(PlayerFacts.of(player))
    return editing_page(
        request,
        EditForm(posted_data(request), today=request.today, initial=current),
        lambda facts, seen: edit_player(
            player.pk, facts, seen=seen, acting=acting_in(request)
        ),
        row=player,
        title=_("Edit the details"),
        back=reverse("federation:member", args=[player.pk]),
    )


def member_task(
    request: OfficeRequest,
    player: Player,
    task: TaskTexts,
    form: Form,
    act: Callable[[dict[str, Any]], object],
) -> HttpResponse:
    """Carry out a task about a member, and show the member afterwards if the reader may
    still see them.
    """
    if perform_task(request, form, act, task.done):
        return redirect(page_after_change(request, player.pk))
    return task_page(
        request,
        task,
        form,
        about=player.full_name,
        back=page_after_change(request, player.pk),
    )
