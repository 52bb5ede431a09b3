"""Access to a tournament's sanction."""

from django.shortcuts import get_object_or_404

from federation.permissions import Permission, allow, may
from federation.requests import OfficeRequest
from tournaments.models import Tournament
from tournaments.views.access import RELATED


def tournament_for_involved(request: OfficeRequest, pk: int) -> Tournament:
    """Return the tournament for its organiser, its district and the federation; raise
    PermissionDenied or Http404 for others.
    """
    return _tournament_if_allowed(request, pk, Permission.RUN_TOURNAMENT)


def tournament_for_district(request: OfficeRequest, pk: int) -> Tournament:
    """Return the tournament for the officers of its district."""
    found = _tournament(pk)
    allow(
        request.actor,
        Permission.ENDORSE_TOURNAMENTS,
        district_id=found.district_id,
    )
    return found


def tournament_for_federation(request: OfficeRequest, pk: int) -> Tournament:
    """Return the tournament for officers who sanction for the federation."""
    allow(request.actor, Permission.SANCTION_TOURNAMENTS)
    return _tournament(pk)


def _tournament_if_allowed(
    request: OfficeRequest, pk: int, act: Permission
) -> Tournament:
    found = _tournament(pk)
    if not may(request.actor, Permission.SANCTION_TOURNAMENTS):
        allow(
            request.actor,
            act,
            club_id=found.organiser_id,
            district_id=found.district_id,
        )
    return found


def _tournament(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related(*RELATED), pk=pk)
