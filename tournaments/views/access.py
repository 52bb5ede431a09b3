"""Helpers shared by the views of tournaments: load a tournament or a part of it, check
the permission, and put a refusal into words.
"""

from datetime import date, datetime
from typing import TypeVar

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from federation.permissions import Actor, Permission, allow, may
from federation.requests import OfficeRequest
from ratings.pages.views.levels import format_as_pool
from ratings.pools.queries.systems import SystemsOfPool
from tournaments.enums import SanctionState
from tournaments.models import Entry, Pairing, Section, Tournament

T = TypeVar("T")
RELATED = ("organiser", "district", "pool")


def organised_tournament(
    request: OfficeRequest, pk: int, act: Permission = Permission.RUN_TOURNAMENT
) -> Tournament:
    """Return the tournament if the user may act on it; otherwise raise PermissionDenied
    or Http404.
    """
    tournament = get_object_or_404(Tournament.objects.select_related(*RELATED), pk=pk)
    _allow(request, act, tournament)
    set_rating_format_of(tournament, request.today)
    return tournament


def organised_section(request: OfficeRequest, pk: int) -> Section:
    section = get_object_or_404(
        Section.objects.select_related(*(f"tournament__{name}" for name in RELATED)),
        pk=pk,
    )
    _allow(request, Permission.RUN_TOURNAMENT, section.tournament)
    set_rating_format_of(section.tournament, request.today)
    return section


def organised_entry(request: OfficeRequest, pk: int) -> Entry:
    entry = get_object_or_404(
        Entry.objects.select_related("player", "section__tournament"), pk=pk
    )
    _allow(request, Permission.RUN_TOURNAMENT, entry.section.tournament)
    set_rating_format_of(entry.section.tournament, request.today)
    return entry


def is_same_user_signed_in(request: OfficeRequest) -> bool:
    """Return whether the user who typed the result is still signed in: a page left open
    sends its results later, and by then another user may be signed in with the same
    browser.
    """
    typed_by = request.headers.get("X-Account", str(request.actor.user_id))
    return request.actor.signed_in and typed_by == str(request.actor.user_id)


def organised_board(request: OfficeRequest, pk: int) -> Pairing:
    pairing = get_object_or_404(
        Pairing.objects.select_related("section__tournament"), pk=pk
    )
    _allow(request, Permission.RUN_TOURNAMENT, pairing.section.tournament)
    set_rating_format_of(pairing.section.tournament, request.today)
    return pairing


def open_tournament(request: OfficeRequest, pk: int) -> Tournament:
    """Return the tournament if the reader may see it; otherwise raise Http404. A
    tournament in preparation that is neither sanctioned nor open for entries is seen by
    its organiser only.
    """
    rows = Tournament.objects.select_related(*RELATED, "sanction")
    found = get_object_or_404(rows, pk=pk)
    refuse_hidden(request, found)
    return found


def refuse_hidden(request: OfficeRequest, tournament: Tournament) -> None:
    """Raise Http404 if this reader may not see the tournament."""
    if not may_organise(request.actor, tournament) and not is_public(tournament):
        raise Http404


def is_public(tournament: Tournament) -> bool:
    """Return whether everyone may see the tournament: it has begun, is sanctioned and
    still to come, or is open for entries.
    """
    if tournament.has_begun or tournament.is_announced:
        return True
    sanction = getattr(tournament, "sanction", None)
    return sanction is not None and sanction.state == SanctionState.SANCTIONED


def set_rating_format_of(tournament: Tournament, today: date) -> SystemsOfPool:
    """Write the ratings of this page as the system that rates the tournament does: the
    system of its first day, or of today if that day is still to come. Return the pool's
    systems.
    """
    return format_as_pool(tournament.pool_id, min(tournament.start_date, today))


def may_organise(actor: Actor, tournament: Tournament) -> bool:
    return may(
        actor,
        Permission.RUN_TOURNAMENT,
        club_id=tournament.organiser_id,
        district_id=tournament.district_id,
    )


def latest_publication(
    request: OfficeRequest, tournament: Tournament
) -> datetime | None:
    """Return the time by which a round must be published for this reader to see it;
    None for an organiser, who also sees drafts.
    """
    return None if may_organise(request.actor, tournament) else timezone.now()


def _allow(request: OfficeRequest, act: Permission, tournament: Tournament) -> None:
    allow(
        request.actor,
        act,
        club_id=tournament.organiser_id,
        district_id=tournament.district_id,
    )


def redirect_to(name: str, *args: object) -> HttpResponse:
    return redirect(reverse(f"tournaments:{name}", args=args))


def address(name: str, *args: object) -> str:
    """Return the address of a page of another app; "" if that app is not installed."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
