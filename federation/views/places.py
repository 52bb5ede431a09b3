"""Clubs and districts, which the administrator adds and edits."""

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from federation.domain.places import (
    ClubFacts,
    DistrictFacts,
    create_club,
    create_district,
)
from federation.domain.places import edit_club as save_club
from federation.domain.places import edit_district as save_district
from federation.filters import ClubFilters
from federation.forms.places import (
    ClubForm,
    DistrictForm,
    EditClubForm,
    EditDistrictForm,
)
from federation.models import Club, District
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.tables import ClubsTable
from federation.views.editing import editing_page, initial_facts
from federation.views.lists import build_listing, render_listing
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import posted_data


@login_required
@require_safe
def places(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.EDIT_CLUBS)
    current = Q(memberships__to_date=None) | Q(memberships__to_date__gte=request.today)
    current &= Q(memberships__player__merged_into=None)
    clubs = Club.objects.select_related("district").annotate(
        members=Count("memberships", filter=current)
    )
    listing = build_listing(
        request, rows=clubs.in_order(), table=ClubsTable, filters=ClubFilters
    )
    districts = District.objects.in_order().annotate(club_count=Count("clubs"))
    return render_listing(
        request, "federation/places.html", listing, districts=districts
    )


@login_required
@reads_and_writes
def new_club(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.EDIT_CLUBS)
    return editing_page(
        request,
        ClubForm(posted_data(request), today=request.today),
        lambda facts, _seen: create_club(facts, acting=acting_in(request)),
        row=None,
        title=_("Add a club"),
        back=reverse("federation:places"),
    )


@login_required
@reads_and_writes
def edit_club(request: OfficeRequest, club_id: int) -> HttpResponse:
    allow(request.actor, Permission.EDIT_CLUBS)
    row = get_object_or_404(Club, pk=club_id)
    current = initial_facts(ClubFacts.of(row))
    return editing_page(
        request,
        EditClubForm(posted_data(request), today=request.today, initial=current),
        lambda facts, seen: save_club(
            row.pk, facts, seen=seen, acting=acting_in(request)
        ),
        row=row,
        title=_("Edit the club"),
        back=reverse("federation:places"),
    )


@login_required
@reads_and_writes
def new_district(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.EDIT_CLUBS)
    return editing_page(
        request,
        DistrictForm(posted_data(request), initial={"adopts_junior_rules": True}),
        lambda facts, _seen: create_district(facts, acting=acting_in(request)),
        row=None,
        title=_("Add a district"),
        back=reverse("federation:places"),
    )


@login_required
@reads_and_writes
def edit_district(request: OfficeRequest, district_id: int) -> HttpResponse:
    allow(request.actor, Permission.EDIT_CLUBS)
    row = get_object_or_404(District, pk=district_id)
    current = initial_facts(DistrictFacts.of(row))
    return editing_page(
        request,
        EditDistrictForm(posted_data(request), initial=current),
        lambda facts, seen: save_district(
            row.pk, facts, seen=seen, acting=acting_in(request)
        ),
        row=row,
        title=_("Edit the district"),
        back=reverse("federation:places"),
    )
