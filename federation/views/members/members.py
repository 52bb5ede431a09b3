"""The members of a club: the list, one member's page, and adding a member."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.domain.players import DuplicateCheck, MatchesFound, register_player
from federation.domain.refusal import RegisterRefusal
from federation.filters import MemberFilters
from federation.forms.members import NewMemberForm
from federation.models import Player
from federation.permissions import Permission, may_for_club, may_somewhere
from federation.queries.duplicates import KnownPlayer, known_players
from federation.queries.joining import requests_of_clubs
from federation.queries.members import (
    member_file,
    members_seen_by,
    shown_in_full,
    with_main_club,
)
from federation.requests import OfficeRequest
from federation.tables import MembersTable
from federation.views.lists import build_listing, render_listing
from federation.views.members.access import require_somewhere, visible_player
from federation.views.members.files import links_to_files
from federation.views.methods import reads_and_writes
from federation.views.refusals import add_refusal
from federation.views.signing import acting_in
from federation.views.single_task import posted_data


@login_required
@require_safe
def members(request: OfficeRequest) -> HttpResponse:
    require_somewhere(request.actor, Permission.SEE_MEMBERS)
    seen = members_seen_by(request.actor, request.today).in_order()
    listing = build_listing(
        request,
        rows=with_main_club(seen, request.today),
        table=MembersTable,
        filters=MemberFilters,
        actor=request.actor,
    )
    return render_listing(
        request,
        "federation/members/members.html",
        listing,
        may_enter=may_somewhere(request.actor, Permission.EDIT_MEMBERS),
        may_ask=may_somewhere(request.actor, Permission.ASK_FOR_MEMBERS),
        may_invite=may_somewhere(request.actor, Permission.INVITE_TO_CLUB),
        joining_requests=requests_of_clubs(request.actor, timezone.now())
        if may_somewhere(request.actor, Permission.ASK_FOR_MEMBERS)
        else (),
        **links_to_files(request),
    )


@login_required
@require_safe
def member(request: OfficeRequest, player_id: int) -> HttpResponse:
    try:
        player = visible_player(request, player_id)
    except Http404:
        return _led_on(request, player_id)
    shown = member_file(player, request.actor, request.today, timezone.now())
    return render(
        request,
        "federation/members/member.html",
        {
            "file": shown,
            "memberships": [
                (each, each.to_date is None or each.to_date >= request.today,
                 may_for_club(request.actor, Permission.EDIT_MEMBERS, each.club))
                for each in shown.memberships
            ],
            "may_edit": may_for_club(request.actor, Permission.EDIT_MEMBERS, shown.keeper),
            "may_link": may_for_club(request.actor, Permission.LINK_ACCOUNT, shown.keeper),
            "may_suspend": may_somewhere(request.actor, Permission.SUSPEND),
        },
    )  # fmt: skip


def _led_on(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Redirect to the player into whom this card is merged, if the reader sees that
    one.
    """
    seen = members_seen_by(request.actor, request.today).values("pk")
    card = get_object_or_404(Player, pk=player_id, merged_into__in=seen)
    return redirect("federation:member", card.merged_into_id)


@login_required
@reads_and_writes
def new_member(request: OfficeRequest) -> HttpResponse:
    require_somewhere(request.actor, Permission.EDIT_MEMBERS)
    form = NewMemberForm(
        posted_data(request),
        actor=request.actor,
        today=request.today,
        initial={"member_from": request.today},
    )
    alike: tuple[KnownPlayer, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            player = _enter(request, form)
        except MatchesFound as known:
            alike = known_players(known.matches, request.actor, request.today)
            form.show(each.pk for each in alike)
        else:
            if player is not None:
                return redirect("federation:member", player.pk)
    return render(
        request, "federation/members/new_member.html", {"form": form, "alike": alike}
    )


def _enter(request: OfficeRequest, form: NewMemberForm) -> Player | None:
    try:
        player = register_player(
            form.draft,
            acting=acting_in(request),
            club_id=form.cleaned_data["club"].pk,
            member_from=form.cleaned_data["member_from"],
            looked=DuplicateCheck(
                form.others, shown_in_full(request.actor, request.today)
            ),
        )
    except RegisterRefusal as refused:
        add_refusal(form, refused)
        return None
    messages.success(
        request,
        _("%(name)s has been added, with the number %(number)s.")
        % {"name": player.full_name, "number": player.national_id},
    )
    return player
