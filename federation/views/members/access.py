"""Access to players: who may read a member's file, and who may change it."""

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.urls import reverse

from federation.models import Player
from federation.permissions import Actor, Permission, allow_for_club, may_somewhere
from federation.queries.members import managing_club, members_seen_by
from federation.requests import OfficeRequest


def require_somewhere(actor: Actor, *acts: Permission) -> None:
    """Raise 403 for users who may do none of these acts anywhere."""
    if not any(may_somewhere(actor, act) for act in acts):
        raise PermissionDenied


def visible_player(request: OfficeRequest, player_id: int) -> Player:
    """Return a member whose file the reader may see; raise 404 otherwise."""
    require_somewhere(request.actor, Permission.SEE_MEMBERS)
    seen = members_seen_by(request.actor, request.today)
    return get_object_or_404(seen, pk=player_id)


def managed_player(request: OfficeRequest, player_id: int, act: Permission) -> Player:
    """Return a player for whose managing club the reader may do the act; raise 403 or
    404 otherwise, as `allow` does.
    """
    require_somewhere(request.actor, act)
    player = get_object_or_404(Player.objects.unmerged(), pk=player_id)
    allow_for_club(request.actor, act, managing_club(player_id, request.today))
    return player


def page_after_change(request: OfficeRequest, player_id: int) -> str:
    """Return the member's page, or the list if the reader no longer sees the member."""
    seen = members_seen_by(request.actor, request.today)
    if seen.filter(pk=player_id).exists():
        return reverse("federation:member", args=[player_id])
    return reverse("federation:members")
