"""Approving lists: the periods, and one period's proposal."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.board.domain.board import waiting_in
from ratings.decisions.queries.decisions import decisions_in
from ratings.enums import ApprovalState
from ratings.lists.domain.publishing import ApprovalNotPossible, approve_list
from ratings.lists.forms import ApprovalForm
from ratings.lists.queries.comparison import compared_list, count_unusual_lines
from ratings.lists.queries.left_out import left_out_of
from ratings.lists.queries.listing import ListProposalSeen
from ratings.lists.queries.pairs import frequent_pairs
from ratings.lists.queries.proposal_difference import (
    Excerpt,
    ListDifference,
    ProposalPart,
    difference,
)
from ratings.lists.queries.proposals import (
    PeriodStage,
    PeriodStatus,
    earlier_revised,
    earlier_without_list,
    last_approval,
    lists_of,
    period_status,
    period_statuses,
    periods_for_officer,
    pools_with_chains,
    postings_since,
    waiting_reports,
)
from ratings.lists.queries.why_moved import with_reasons
from ratings.lists.tables import PeriodTable
from ratings.lists.words import ALREADY_APPROVED, REFUSALS
from ratings.models import Period, Posting, RatingList
from ratings.pages.views.levels import format_as_pool
from ratings.pools.queries.periods_with_lists import periods_with_lists

PERIODS_A_PAGE = 25
LINES_A_PAGE = 100
MOST_DIGITS = 5
EXCERPT = {
    ProposalPart.ODD: 50,
    ProposalPart.UP: 15,
    ProposalPart.DOWN: 15,
    ProposalPart.FIGURES: 15,
    ProposalPart.NEW: 25,
    ProposalPart.GONE: 25,
}

PARTS = {
    ProposalPart.ODD: gettext_lazy("To look at first"),
    ProposalPart.UP: gettext_lazy("Up"),
    ProposalPart.DOWN: gettext_lazy("Down"),
    ProposalPart.FIGURES: gettext_lazy("Same rating, other change, games or points"),
    ProposalPart.NEW: gettext_lazy("New on the list"),
    ProposalPart.GONE: gettext_lazy("No longer on the list"),
}


@login_required
@require_safe
def proposals(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.APPROVE_LISTS)
    every = request.GET.get("show") == "all"
    needing = periods_for_officer(request.today)
    rows = periods_with_lists() if every else needing
    page = Paginator(rows, PERIODS_A_PAGE).get_page(request.GET.get("page"))
    shown = period_statuses(page.object_list, request.today)
    return render(
        request,
        "ratings/lists/proposals.html",
        {
            "page": page,
            "table": PeriodTable(shown),
            "every": every,
            "needing": needing.count() if every else page.paginator.count,
            "chains": pools_with_chains(request.today),
        },
    )


@login_required
@reads_and_writes
def proposal(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.APPROVE_LISTS)
    if request.method != "POST":
        return _page(request, pk)
    if not Period.objects.filter(pk=pk).exists():
        return _gone(request)
    period = _status(request, pk).period
    unusual = count_unusual_lines(period)
    form = _form(period, request.today, unusual, data=request.POST)
    if not form.is_valid():
        return _page(request, pk, form, http_status=422)
    try:
        _approve(request, pk, form)
    except ApprovalNotPossible as refusal:
        return _refused(request, pk, form, refusal)
    return redirect("ratings:proposal", pk=pk)


@login_required
@require_safe
def proposal_state(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the current state of the proposal, to update a page that is open."""
    allow(request.actor, Permission.APPROVE_LISTS)
    status = _status(request, pk)
    if "building" in request.GET and status.stage != PeriodStage.BUILDING:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = _state(status)
    context["has_moved"] = request.GET.get("seen", "") != str(status.period.moved)
    return render(request, "ratings/lists/proposal_state.html", context)


def _form(period: Period, today: date, unusual: int, **kwargs: Any) -> ApprovalForm:
    left_out, before = left_out_of(period, today), earlier_revised(period)
    return ApprovalForm(left_out=left_out, before=before, unusual=unusual, **kwargs)


def _approve(request: OfficeRequest, pk: int, form: ApprovalForm) -> None:
    approve_list(
        pk,
        seen=form.cleaned_data["seen"],
        comment=form.cleaned_data["comment"],
        today=request.today,
        acting=acting_in(request),
        left_out=form.left_out,
    )


def _refused(
    request: OfficeRequest, pk: int, form: ApprovalForm, refusal: ApprovalNotPossible
) -> HttpResponse:
    if refusal.code == "gone":
        return _gone(request)
    seen, comment = form.cleaned_data["seen"], form.cleaned_data["comment"]
    kept = ApprovalForm(
        initial={"comment": comment},
        left_out=form.left_out,
        before=form.before,
        unusual=form.unusual,
    )
    moved_from = seen.moved if refusal.code == "moved" else None
    code = refusal.code
    return _page(
        request, pk, kept, http_status=409, refused=code, moved_from=moved_from
    )


def _gone(request: OfficeRequest) -> HttpResponse:
    """Show that the period was removed after the officer had opened its list."""
    messages.error(request, REFUSALS["gone"])
    return redirect("ratings:proposals")


def _page(
    request: OfficeRequest,
    pk: int,
    form: ApprovalForm | None = None,
    *,
    http_status: int = 200,
    refused: str = "",
    moved_from: int | None = None,
) -> HttpResponse:
    # The number is read before the rows: a change in between can only cause the
    # approval to be refused, never to be given for other rows.
    status = _status(request, pk)
    period = status.period
    compared = _difference(request, status)
    form = form or _form(
        period, request.today, compared["difference"].parts[ProposalPart.ODD].total
    )
    context = {
        "refusal": str(REFUSALS[refused]) if refused else "",
        "came_late": refused in ALREADY_APPROVED,
        "form": form,
        "left_out": form.left_out,
        "games_left_out": sum(each.games for each in form.left_out),
        "seen": ListProposalSeen(period.moved, compared["difference"].digest),
        "since": _since(period, moved_from),
        "pairs": frequent_pairs(
            status, period.pool.computation.computed, compared["difference"].limits
        ),
        **_state(status),
        **compared,
        **_surroundings(status, request.today),
    }
    return render(request, "ratings/lists/proposal.html", context, status=http_status)


def _status(request: OfficeRequest, pk: int) -> PeriodStatus:
    status = period_status(pk, request.today)
    if status is None:
        raise Http404
    format_as_pool(status.period.pool_id, status.period.end_date)
    return status


def _state(status: PeriodStatus) -> dict[str, Any]:
    pool = status.period.pool
    return {
        "status": status,
        "period": status.period,
        "computing": pool.computation.computed < pool.posted or status.comparing,
        "building": status.stage == PeriodStage.BUILDING,
    }


def _since(period: Period, moved_from: int | None) -> list[Posting]:
    return [] if moved_from is None else postings_since(period.pool_id, moved_from)


def _difference(request: OfficeRequest, status: PeriodStatus) -> dict[str, Any]:
    requested = request.GET.get("show", "")
    alone = ProposalPart(requested) if requested in list(ProposalPart) else None
    number = _page_number(request) if alone else 1
    windows = {part: (EXCERPT[part], 0) for part in ProposalPart}
    if alone:
        windows = dict.fromkeys(ProposalPart, (1, 0))
        windows[alone] = (LINES_A_PAGE, (number - 1) * LINES_A_PAGE)
    against = compared_list(status.period, _approved(status))
    found = difference(status.period, against, windows)
    found = with_reasons(status.period, against, found)
    total = found.parts[alone].total if alone else 0
    return {
        "against": against,
        "difference": found,
        "shown": shown_parts(found, alone),
        "alone": alone,
        "page": Paginator(range(total), LINES_A_PAGE).get_page(number),
    }


def _approved(status: PeriodStatus) -> RatingList | None:
    """Return the published list if nothing has moved since it was approved, so that the
    proposal says the same.
    """
    is_it = status.stage == PeriodStage.PUBLISHED and not status.comparing
    return status.newest_list if is_it else None


def shown_parts(
    found: ListDifference, alone: ProposalPart | None
) -> list[tuple[ProposalPart, Any, Excerpt]]:
    """Return the parts of a difference with their names, or the one part `alone`."""
    requested = (
        [alone] if alone else [part for part in ProposalPart if _has_place(part, found)]
    )
    return [(part, PARTS[part], found.parts[part]) for part in requested]


def _has_place(part: ProposalPart, found: ListDifference) -> bool:
    """Return whether to show a part. FIGURES is hidden if empty: only a revised list can
    change other figures and leave the rating as it is.
    """
    return part != ProposalPart.FIGURES or found.parts[part].total > 0


def _page_number(request: OfficeRequest) -> int:
    requested = request.GET.get("page", "")[:MOST_DIGITS]
    return max(int(requested), 1) if requested.isdecimal() else 1


def _surroundings(status: PeriodStatus, today: date) -> dict[str, Any]:
    period = status.period
    approval = last_approval(period)
    return {
        "waiting": waiting_reports(period),
        "for_board": waiting_in(period),
        "decisions": decisions_in(period),
        "lists": lists_of(period),
        "approved": _approved(status),
        "approval": approval,
        "earlier": earlier_without_list(period),
        "chain_length": dict(pools_with_chains(today)).get(period.pool, 0),
        "refused_approval": approval
        if approval and approval.state == ApprovalState.REFUSED
        else None,
    }
