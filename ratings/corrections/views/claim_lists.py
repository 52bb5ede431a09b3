"""The correction requests that wait for an officer, and the settled ones."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.lists import build_listing, render_listing
from ratings.corrections.queries.claims import (
    ClaimPart,
    claim_counts_by_part,
    claims_in,
)
from ratings.corrections.queries.respondents import waited_for
from ratings.corrections.tables import ClaimTable
from ratings.pages.views.counted_tabs import counted_tabs
from ratings.people.queries.names import read_people

PART_LABELS = {
    ClaimPart.OPEN: gettext_lazy("Open"),
    ClaimPart.SETTLED: gettext_lazy("Settled"),
}
EMPTY = {
    ClaimPart.OPEN: (
        gettext_lazy("No request is open"),
        gettext_lazy("Corrections that players and clubs ask for wait here."),
    ),
    ClaimPart.SETTLED: (
        gettext_lazy("No request is settled yet"),
        gettext_lazy(
            "Requests that were decided, withdrawn or corrected are listed here."
        ),
    ),
}


@login_required
@require_safe
def claims(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_CLAIMS)
    part = _requested_part(request.GET.get("tray", ""))
    listing = build_listing(request, rows=claims_in(part), table=ClaimTable)
    shown = [row.record for row in listing.table.page.object_list]
    ids = {pk for each in shown for pk in (each.white_id, each.black_id)}
    found = read_people(ids, request.actor, request.today)
    listing.table.waited_for = waited_for(shown, request.today)
    listing.table.names = {pk: person.distinct_name for pk, person in found.items()}
    empty_title, empty_text = EMPTY[part]
    return render_listing(
        request,
        "ratings/corrections/claims.html",
        listing,
        tabs=counted_tabs("tray", PART_LABELS, claim_counts_by_part(), part),
        empty_title=empty_title,
        empty_text=empty_text,
    )


def _requested_part(value: str) -> ClaimPart:
    return ClaimPart(value) if value in list(ClaimPart) else ClaimPart.OPEN
