"""Joining a club, leaving it, and changing the main club."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from federation.domain.memberships import change_main_club, join_club, leave_club
from federation.forms.members import (
    JoinByNumberForm,
    JoinForm,
    LeaveForm,
    MainClubForm,
)
from federation.models import Membership, Player
from federation.permissions import Act, allow_for_club
from federation.queries.duplicates import known_as
from federation.requests import OfficeRequest
from federation.views.member_facts import member_task
from federation.views.reach import player_kept, require_somewhere, where_to_go
from federation.views.signing import signer
from federation.views.single_task import (
    READ_AND_WRITE,
    Task,
    carried_out,
    task_page,
    written,
)

JOIN = Task(
    title=_("Enter a member who is in the register already"),
    says=_(
        "The player becomes a member from that day on. Somebody who has a main club "
        "already keeps it, and this club is a further one."
    ),
    button=_("Enter as a member"),
    done=_("The membership is entered."),
)
LEAVE = Task(
    title=_("End a membership"),
    says=_(
        "From the next day on the player is no member of this club. Results and "
        "ratings stay."
    ),
    button=_("End the membership"),
    done=_("The membership is ended."),
    danger=True,
)
MAIN_CLUB = Task(
    title=_("Change the main club"),
    lead=_("A player stands on the lists under the main club."),
    says=_("The main club of until now stays as a further club."),
    button=_("Change the main club"),
    done=_("The main club is changed."),
)


@login_required
@require_http_methods(READ_AND_WRITE)
def join(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Somebody whom perhaps another club has entered: no member of one's own yet."""
    require_somewhere(request.actor, Act.EDIT_MEMBERS)
    player = get_object_or_404(Player, pk=player_id)
    known = known_as(player, request.actor, request.today)
    form = _join_form(request, player, by_number=not known.is_full)

    def enter(given: dict[str, Any]) -> None:
        join_club(
            player.pk,
            given["club"].pk,
            from_date=given["from_date"],
            user_id=signer(request),
        )

    if carried_out(request, form, enter, JOIN.done):
        return redirect(where_to_go(request, player.pk))
    about = ", ".join(
        filter(None, [known.name, str(known.birth_year or ""), known.club])
    )
    back = reverse("federation:members")
    return task_page(request, JOIN, form, about=about, back=back)


def _join_form(request: OfficeRequest, player: Player, *, by_number: bool) -> JoinForm:
    facts: dict[str, Any] = {
        "actor": request.actor,
        "initial": {"from_date": request.today},
    }
    if by_number:
        return JoinByNumberForm(written(request), player=player, **facts)
    return JoinForm(written(request), **facts)


@login_required
@require_http_methods(READ_AND_WRITE)
def leave(request: OfficeRequest, membership_id: int) -> HttpResponse:
    require_somewhere(request.actor, Act.EDIT_MEMBERS)
    held = get_object_or_404(
        Membership.objects.select_related("club", "player"), pk=membership_id
    )
    allow_for_club(request.actor, Act.EDIT_MEMBERS, held.club)

    def end(given: dict[str, Any]) -> None:
        leave_club(
            held.player_id,
            held.club_id,
            last_date=given["last_date"],
            user_id=signer(request),
        )

    form = LeaveForm(written(request), initial={"last_date": request.today})
    form.fields["last_date"].help_text = held.club.name
    return member_task(request, held.player, LEAVE, form, end)


@login_required
@require_http_methods(READ_AND_WRITE)
def main_club(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = player_kept(request, player_id, Act.EDIT_MEMBERS)
    held = Membership.objects.filter(player=player).reaching(request.today)
    form = MainClubForm(
        written(request),
        further=list(held.filter(is_main=False).values_list("club_id", flat=True)),
        initial={"from_date": request.today},
    )

    def change(given: dict[str, Any]) -> None:
        change_main_club(
            player.pk,
            given["club"].pk,
            from_date=given["from_date"],
            user_id=signer(request),
        )

    return member_task(request, player, MAIN_CLUB, form, change)
