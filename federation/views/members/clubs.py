"""Joining a club, leaving it, and changing the main club."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from federation.domain import memberships
from federation.domain.memberships import change_main_club
from federation.forms.members import JoinForm, LeaveForm, MainClubForm
from federation.models import Membership
from federation.permissions import Permission, allow_for_club
from federation.queries.members import members_seen_by
from federation.requests import OfficeRequest
from federation.views.members.access import managed_player, require_somewhere
from federation.views.members.facts import member_task
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, posted_data

JOIN = TaskTexts(
    title=_("Add a membership"),
    says=_(
        "The player becomes a member from that day on. A player who already has a "
        "main club keeps it, and this club becomes an additional one."
    ),
    button=_("Add as a member"),
    done=_("The membership has been added."),
)
LEAVE = TaskTexts(
    title=_("End a membership"),
    says=_(
        "From the next day the player is no longer a member of this club. Results "
        "and ratings stay."
    ),
    button=_("End the membership"),
    done=_("The membership has ended."),
    danger=True,
)
MAIN_CLUB = TaskTexts(
    title=_("Change the main club"),
    lead=_("A player is listed under the main club."),
    says=_("The previous main club stays as an additional club."),
    button=_("Change the main club"),
    done=_("The main club is changed."),
)


@login_required
@reads_and_writes
def join_club(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Make a player whose data the reader manages a member of a club; for all other
    players a joining request is sent.
    """
    player = managed_player(request, player_id, Permission.EDIT_MEMBERS)
    form = JoinForm(posted_data(request), actor=request.actor, today=request.today)

    def enter(given: dict[str, Any]) -> None:
        memberships.join_club(
            player.pk,
            given["club"].pk,
            from_date=given["from_date"],
            acting=acting_in(request),
        )

    return member_task(request, player, JOIN, form, enter)


@login_required
@reads_and_writes
def leave_club(request: OfficeRequest, membership_id: int) -> HttpResponse:
    """End a membership of a player whom the reader sees: a former club does not see who
    has moved to another one, and may hide the name there.
    """
    require_somewhere(request.actor, Permission.EDIT_MEMBERS)
    seen = members_seen_by(request.actor, request.today).values("pk")
    held = get_object_or_404(
        Membership.objects.select_related("club", "player").filter(player__in=seen),
        pk=membership_id,
    )
    allow_for_club(request.actor, Permission.EDIT_MEMBERS, held.club)

    def end(given: dict[str, Any]) -> None:
        memberships.leave_club(
            held.player_id,
            held.club_id,
            last_date=given["last_date"],
            acting=acting_in(request),
        )

    form = LeaveForm(posted_data(request), today=request.today)
    form.fields["last_date"].help_text = held.club.name
    return member_task(request, held.player, LEAVE, form, end)


@login_required
@reads_and_writes
def main_club(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = managed_player(request, player_id, Permission.EDIT_MEMBERS)
    held = Membership.objects.filter(player=player).reaching(request.today)
    form = MainClubForm(
        posted_data(request),
        further=list(held.filter(is_main=False).values_list("club_id", flat=True)),
        today=request.today,
    )

    def change(given: dict[str, Any]) -> None:
        change_main_club(
            player.pk,
            given["club"].pk,
            from_date=given["from_date"],
            acting=acting_in(request),
        )

    return member_task(request, player, MAIN_CLUB, form, change)
