"""Pages of districts, clubs and their members' ratings."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from federation.models import District
from federation.permissions import Permission, may
from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from federation.views.lists import build_listing, render_listing
from ratings.clubs.queries.clubs import clubs_with_ratings, members_of, memberships_of
from ratings.clubs.queries.districts import sums_of
from ratings.clubs.tables import ClubTable, DistrictClubTable, MemberTable
from ratings.engine.domain.seasons import newest_year
from ratings.lists.filters import ClubsOfListFilters
from ratings.pages.views.pins import pins_of
from ratings.pages.views.pool_context import (
    PoolContext,
    chosen_pool,
    open_pool_context,
    pool_query,
)
from ratings.people.queries.names import read_people
from ratings.returns.queries.returns import returns_seen_by

MEMBERS_PER_PAGE = 200
CLUBS_PER_PAGE = 200


@shared("pool", "page", "sort", "district", not_kept=("q",))
@require_safe
def clubs(request: OfficeRequest) -> HttpResponse:
    pool, pools = chosen_pool(request)
    listing = build_listing(
        request,
        rows=clubs_with_ratings(pool.pk, request.today).open(),
        table=ClubTable,
        filters=ClubsOfListFilters,
        per_page=100,
        pinned_clubs=pins_of(request).clubs,
        query=pool_query(pool, pools),
    )
    return render_listing(
        request,
        "ratings/clubs/clubs.html",
        listing,
        empty_title=_("No clubs yet"),
        empty_text=_("The federation’s clubs will be listed here."),
    )


@shared("pool", "page", "sort")
@require_safe
def district(request: OfficeRequest, code: str) -> HttpResponse:
    pool_context = open_pool_context(request)
    shown_district = get_object_or_404(District, code=code)
    ours = (
        clubs_with_ratings(pool_context.pool.pk, request.today)
        .filter(district=shown_district)
        .open()
    )
    clubs = list(ours)
    listing = build_listing(
        request,
        rows=clubs,
        table=DistrictClubTable,
        per_page=CLUBS_PER_PAGE,
        pinned_clubs=pins_of(request).clubs,
        query=pool_context.query,
    )
    return render_listing(
        request,
        "ratings/clubs/district.html",
        listing,
        district=shown_district,
        sums=sums_of(clubs),
        pool_context=pool_context,
        is_fresh=pool_context.pool.is_computed,
        empty_title=_("No clubs yet"),
        empty_text=_("The district’s clubs will be listed here."),
    )


@shared("pool", "page", "sort")
@require_safe
def club(request: OfficeRequest, club_id: int) -> HttpResponse:
    pool_context = open_pool_context(request)
    shown_club = get_object_or_404(
        clubs_with_ratings(pool_context.pool.pk, request.today), pk=club_id
    )
    memberships = memberships_of(shown_club.pk, request.today)
    known = read_people(memberships, request.actor, request.today)
    members = members_of(
        memberships, known, pool_context.pool.pk, pool_context.published.newest
    )
    listing = build_listing(
        request,
        rows=members,
        table=MemberTable,
        per_page=MEMBERS_PER_PAGE,
        query=pool_context.query,
    )
    return render_listing(
        request,
        "ratings/clubs/club.html",
        listing,
        club=shown_club,
        pool_context=pool_context,
        pin_name=f"c{shown_club.pk}",
        is_pinned=shown_club.pk in pins_of(request).clubs,
        is_fresh=pool_context.pool.is_computed,
        keeps_ledger=_may_see_newcomers(request, pool_context, shown_club.pk),
        sends_returns=_sends_returns(request, shown_club.pk),
        empty_title=_("No members yet"),
        empty_text=_("The members are listed here once the club has added them."),
    )


def _sends_returns(request: OfficeRequest, club_id: int) -> bool:
    """Return whether the reader sends the club's annual returns, and there are any."""
    may_send = may(request.actor, Permission.SEND_RETURNS, club_id=club_id)
    return may_send and returns_seen_by(request.actor).filter(club=club_id).exists()


def _may_see_newcomers(
    request: OfficeRequest, pool_context: PoolContext, club_id: int
) -> bool:
    """Return whether the reader may write in the club's LASK ledger, if it has one."""
    may_write = may(request.actor, Permission.MANAGE_LEDGER, club_id=club_id)
    return may_write and newest_year(pool_context.pool.pk) is not None
