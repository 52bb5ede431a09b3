"""Districts, clubs and their members' ratings."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from federation.models import District
from federation.permissions import Act, may
from federation.requests import OfficeRequest
from federation.views.lists import build_listing, render_listing
from ratings.club_tables import ClubTable, DistrictClubTable, MemberTable
from ratings.domain.seasons import newest_year
from ratings.filters import ClubFilters
from ratings.queries.clubs import clubs_with_ratings, members_of, memberships_of
from ratings.queries.districts import sums_of
from ratings.queries.names import people
from ratings.queries.returns import returns_seen_by
from ratings.views.desk import Desk, chosen_pool, open_desk
from ratings.views.pins import pins_of

MEMBERS_PER_PAGE = 200
CLUBS_PER_PAGE = 200


@require_safe
def clubs(request: OfficeRequest) -> HttpResponse:
    pool, _pools = chosen_pool(request)
    listing = build_listing(
        request,
        rows=clubs_with_ratings(pool.pk, request.today).open(),
        table=ClubTable,
        filters=ClubFilters,
        per_page=100,
        pinned_clubs=pins_of(request).clubs,
    )
    return render_listing(
        request,
        "ratings/clubs.html",
        listing,
        empty_title=_("No clubs yet"),
        empty_text=_("The clubs of the federation will stand here."),
    )


@require_safe
def district(request: OfficeRequest, code: str) -> HttpResponse:
    desk = open_desk(request)
    this = get_object_or_404(District, code=code)
    ours = clubs_with_ratings(desk.pool.pk, request.today).filter(district=this).open()
    clubs = list(ours)
    listing = build_listing(
        request,
        rows=clubs,
        table=DistrictClubTable,
        per_page=CLUBS_PER_PAGE,
        pinned_clubs=pins_of(request).clubs,
    )
    return render_listing(
        request,
        "ratings/district.html",
        listing,
        district=this,
        sums=sums_of(clubs),
        desk=desk,
        is_fresh=desk.pool.is_computed,
        empty_title=_("No clubs yet"),
        empty_text=_("The clubs of the district will stand here."),
    )


@require_safe
def club(request: OfficeRequest, club_id: int) -> HttpResponse:
    desk = open_desk(request)
    this = get_object_or_404(
        clubs_with_ratings(desk.pool.pk, request.today), pk=club_id
    )
    memberships = memberships_of(this.pk, request.today)
    known = people(memberships, request.actor, request.today)
    members = members_of(memberships, known, desk.pool.pk, desk.shelf.newest)
    listing = build_listing(
        request, rows=members, table=MemberTable, per_page=MEMBERS_PER_PAGE
    )
    return render_listing(
        request,
        "ratings/club.html",
        listing,
        club=this,
        desk=desk,
        pin_name=f"c{this.pk}",
        is_pinned=this.pk in pins_of(request).clubs,
        is_fresh=desk.pool.is_computed,
        keeps_ledger=_keeps_ledger(request, desk, this.pk),
        sends_returns=_sends_returns(request, this.pk),
        empty_title=_("No members yet"),
        empty_text=_("The members stand here when the club has entered them."),
    )


def _sends_returns(request: OfficeRequest, club_id: int) -> bool:
    """Whether the reader sends the club's annual returns, and there are any."""
    may_send = may(request.actor, Act.SEND_RETURNS, club_id=club_id)
    return may_send and returns_seen_by(request.actor).filter(club=club_id).exists()


def _keeps_ledger(request: OfficeRequest, desk: Desk, club_id: int) -> bool:
    """Whether the reader may write into the club's LASK ledger, where it has one."""
    may_write = may(request.actor, Act.KEEP_LEDGER, club_id=club_id)
    return may_write and newest_year(desk.pool.pk) is not None
