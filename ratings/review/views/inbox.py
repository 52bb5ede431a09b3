"""The rating officer's inbox."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.ledger.domain.reports import ReportNotPossible, accept_reports
from ratings.models import Pool, Report
from ratings.pages.views.counted_tabs import counted_tabs
from ratings.review.forms import ChosenReports
from ratings.review.queries.inbox import (
    InboxPart,
    counts_by_part,
    reports_of_part,
    with_effects,
)

PER_PAGE = 50
LONGEST_SEARCH = 100

PART_LABELS = {
    InboxPart.WAITING: gettext_lazy("Waiting"),
    InboxPart.HELD: gettext_lazy("Held"),
    InboxPart.SETTLED: gettext_lazy("Settled"),
}


@login_required
@reads_and_writes
def inbox(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.JUDGE_REPORTS)
    if request.method == "POST":
        return _accept_ticked(request)
    return _page(request, {})


def _accept_ticked(request: OfficeRequest) -> HttpResponse:
    form = ChosenReports({"reports": request.POST.getlist("reports")})
    if not form.is_valid():
        messages.error(request, str(form.errors["reports"][0]))
        return _page(request, {}, status=422)
    ids = form.cleaned_data["reports"]
    acting = acting_in(request)
    refused = accept_reports(ids, acting=acting)
    _say_how_many(request, len(ids) - len(refused), len(refused))
    if refused:
        return _page(request, refused, status=409)
    return redirect(request.get_full_path())


def _say_how_many(request: OfficeRequest, accepted: int, refused: int) -> None:
    if accepted:
        messages.success(
            request,
            ngettext(
                "%(count)d report is accepted and its sender has been notified.",
                "%(count)d reports are accepted and their senders have been notified.",
                accepted,
            )
            % {"count": accepted},
        )
    if refused:
        messages.warning(
            request,
            ngettext(
                "%(count)d report was left as it is; the reason is in its row.",
                "%(count)d reports were left as they are; the reasons are in their "
                "rows.",
                refused,
            )
            % {"count": refused},
        )


def _page(
    request: OfficeRequest, refused: dict[int, ReportNotPossible], status: int = 200
) -> HttpResponse:
    part = _requested_part(request.GET.get("tray", ""))
    text = request.GET.get("q", "")[:LONGEST_SEARCH]
    pages = Paginator(reports_of_part(part, text), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = with_effects(list(page.object_list), timezone.now())
    shown = {row.report.pk for row in rows}
    return render(
        request,
        "ratings/review/inbox.html",
        {
            "tray": part,
            "trays": counted_tabs("tray", PART_LABELS, counts_by_part(), part),
            "q": text,
            "page": page,
            "rows": [(row, _words(refused.get(row.report.pk))) for row in rows],
            "elsewhere": _elsewhere(refused, shown),
            "ticked": set(refused) & shown,
            "computing": Pool.objects.out_of_date().exists(),
            "many_pools": Pool.objects.count() > 1,
        },
        status=status,
    )


def _requested_part(value: str) -> InboxPart:
    return InboxPart(value) if value in list(InboxPart) else InboxPart.WAITING


def _words(answer: ReportNotPossible | None) -> str:
    return refusal_words(answer) if answer else ""


def _elsewhere(
    refused: dict[int, ReportNotPossible], shown: set[int]
) -> list[tuple[Report | None, str]]:
    """Return the reports that were ticked and are not on the page now, each with why it
    was not accepted; None for one that no longer exists.
    """
    gone = refused.keys() - shown
    reports = Report.objects.in_bulk(gone)
    return [(reports.get(pk), refusal_words(refused[pk])) for pk in sorted(gone)]
