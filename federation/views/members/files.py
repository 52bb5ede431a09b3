"""The list of members as a file to download."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.filters import MemberFilters
from federation.formats.csv_files import CsvRow
from federation.models.players import PlayerQuerySet
from federation.permissions import Permission
from federation.queries.members import (
    members_seen_by,
    with_file_columns,
    with_main_club,
)
from federation.requests import OfficeRequest
from federation.views.lists import refusals
from federation.views.members.access import require_somewhere
from federation.views.table_files import TableFile, table_file

AT_ONCE = 1000


@login_required
@require_safe
def members_file(request: OfficeRequest, kind: str) -> HttpResponseBase:
    """Return the members whom the page lists with the same filters, as CSV or as an
    Excel workbook. The names of the columns are those by which a list of new members
    is read. An invalid filter redirects to the page, which says so.
    """
    require_somewhere(request.actor, Permission.SEE_MEMBERS)
    seen = members_seen_by(request.actor, request.today).in_order()
    filters = MemberFilters(
        request.GET, queryset=with_main_club(seen, request.today), request=request
    )
    if refusals(filters.form):
        return redirect(f"{reverse('federation:members')}?{request.GET.urlencode()}")
    rows = with_file_columns(filters.qs, request.actor, request.today)
    title = _("Members")
    name = f"{title} {request.today:%Y-%m-%d}"
    return table_file(TableFile(name, title, _head(), _rows(rows)), kind)


def links_to_files(request: OfficeRequest) -> dict[str, str]:
    """Return the addresses of the files with the filters of the page, for its list."""
    chosen = request.GET.copy()
    for name in ("page", "sort"):
        chosen.pop(name, None)
    return {
        "excel_url": reverse("federation:members_file", args=["xlsx"]),
        "csv_url": reverse("federation:members_file", args=["csv"]),
        "query": f"?{chosen.urlencode()}" if chosen else "",
    }


def _head() -> CsvRow:
    return (
        _("Last name"), _("First name"), _("Year of birth"), _("Gender"),
        _("Player number"), _("Club"), _("Member from"), _("Member until"), _("Class"),
        _("Title"), _("FIDE number"), _("Status"), _("Name shown"),
    )  # fmt: skip


def _rows(players: PlayerQuerySet) -> Iterator[CsvRow]:
    each: Any
    for each in players.iterator(chunk_size=AT_ONCE):
        yield (
            each.last_name,
            each.first_name,
            each.birth_year or "",
            each.get_gender_display() if each.gender else "",
            each.national_id,
            each.club_name or "",
            each.member_from.isoformat() if each.member_from else "",
            each.member_to.isoformat() if each.member_to else "",
            each.class_held or "",
            each.title,
            each.fide_id or "",
            each.get_status_display(),
            each.get_visibility_display(),
        )
