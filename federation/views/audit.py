"""The audit log: who changed what in the register, when, and from which page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.formats.csv_files import CsvRow
from federation.forms.audit import AuditForm
from federation.permissions import Permission, allow
from federation.queries.audit import kinds, log_page, whole_log
from federation.queries.audit_words import AuditDifference, LogLine, in_words
from federation.requests import OfficeRequest
from federation.views.lists import (
    active_filters,
    is_narrowed,
    refusals,
    wants_list_alone,
)
from federation.views.table_files import TableFile, table_file

PER_PAGE = 50
PER_FILE_PAGE = 500
NO_DIFFERENCE = AuditDifference("", "", "")
LARGEST = 2**63 - 1
Place = dict[str, int]
"""Where a page begins: below which number of each table."""


@dataclass(frozen=True, slots=True)
class LogListing:
    form: Form
    lines: tuple[LogLine, ...]
    refused: tuple[str, ...]
    narrowed: bool
    older: str

    @property
    def filters_in_force(self) -> list[tuple[str, str]]:
        """Label and value of each active filter, as the printed log shows them."""
        return active_filters(self.form)


@login_required
@require_safe
def audit(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.SEE_AUDIT)
    form = AuditForm(request.GET)
    form.is_valid()
    place, refused = place_in(request.GET.get("before", ""))
    page = log_page(form.query, place, PER_PAGE)
    listing = LogListing(
        form=form,
        lines=in_words(page.entries),
        refused=(*refusals(form), *refused),
        narrowed=is_narrowed(form),
        older=place_text(page.older),
    )
    alone = wants_list_alone(request)
    template = "federation/_audit_lines.html" if alone else "federation/audit.html"
    response = render(request, template, {"listing": listing})
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@login_required
@require_safe
def audit_file(request: OfficeRequest, kind: str) -> HttpResponseBase:
    """Download the whole log, as far as the filters match it: a line for each value."""
    allow(request.actor, Permission.SEE_AUDIT)
    form = AuditForm(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('federation:audit')}?{request.GET.urlencode()}")
    pages = whole_log(form.query, PER_FILE_PAGE)
    rows = (
        row for page in pages for line in in_words(page.entries) for row in _rows(line)
    )
    name = f"audit-{request.today:%Y-%m-%d}"
    return table_file(TableFile(name, _("Audit log"), _head(), rows), kind)


def _head() -> CsvRow:
    return (
        _("When"), _("Who"), _("What"), _("About"), _(
            "Action"), _("Field"), _("Before"),
        _("After"), _("Page"),
    )  # fmt: skip


def _rows(line: LogLine) -> Iterator[CsvRow]:
    at = timezone.make_naive(line.at).replace(microsecond=0)
    begin = (at, line.who, line.kind, line.about, line.act_label)
    for each in line.differences or (NO_DIFFERENCE,):
        yield (*begin, each.label, each.before, each.after, line.page)


def place_text(place: Mapping[str, int]) -> str:
    """Return a place as written in an address: `player-120.role-7`."""
    return ".".join(f"{kind}-{number}" for kind, number in place.items())


def place_in(text: str) -> tuple[Place, list[str]]:
    """Return the position that a query parameter names, and the errors in it; without a
    valid position the log begins with the newest entries.
    """
    if not text:
        return {}, []
    parts = [part.partition("-") for part in text.split(".")]
    known = all(
        kind in kinds() and number.isascii() and number.isdigit()
        for kind, _dash, number in parts
    )
    if not known:
        return {}, [
            _(
                "The address does not point to a place in the log; here are the newest "
                "entries."
            )
        ]
    return {kind: min(int(number[:19]), LARGEST) for kind, _d, number in parts}, []
