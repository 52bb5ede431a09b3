"""The page of one report: its content, what differs, its effects, and its review."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.domain.four_eyes import is_one_of
from federation.permissions import Actor, Permission, allow, may
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.corrections.queries.claim_words import shown_corrections
from ratings.corrections.queries.claims import corrections_in
from ratings.enums import COUNTING, ReportState
from ratings.ledger.domain.reports import (
    ReportNotPossible,
    accept_report,
    clear_warnings,
    contributors,
    hold_report,
    recall_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.ledger.domain.sources import adapter_of
from ratings.ledger.queries.versions import Comparison, compare, games_of
from ratings.models import Report
from ratings.pages.views.levels import format_as_pool
from ratings.pools.queries.ended_pools import books_nothing_more, is_booked_nowhere
from ratings.review.forms import ClearedWarnings, Judgement
from ratings.review.queries.inbox import next_waiting
from ratings.review.queries.reports import (
    accepted_fallback,
    changes_of,
    journal_of,
    report_to_show,
    warning_name,
    warnings_of,
    with_people,
)

GAMES_A_PAGE = 300
PLAYERS_A_PAGE = 100

DONE = {
    "accept": gettext_lazy("Accepted. The sender has been notified."),
    "tick": gettext_lazy("The warnings are cleared."),
    "hold": gettext_lazy("Held: it does not count until it is released."),
    "return": gettext_lazy("Returned: its sender is asked to correct it."),
    "release": gettext_lazy("Released: it counts again and is waiting to be accepted."),
    "withdraw": gettext_lazy("Withdrawn: it is out of the ledger."),
}
CLEAR_FIRST = gettext_lazy("First clear the warnings that you consider answered.")
WITH_REASON = {
    "hold": hold_report,
    "return": return_report,
    "withdraw": withdraw_report,
}


@login_required
@require_safe
def report(request: OfficeRequest, pk: int) -> HttpResponse:
    return _page(request, _seen_by(request.actor, pk))


@login_required
@require_safe
def report_changes(request: OfficeRequest, pk: int) -> HttpResponse:
    """Return the players' changes alone, for a page that waits for them."""
    shown = _seen_by(request.actor, pk)
    return render(
        request, "ratings/review/report_changes.html", _changes(request, shown)
    )


@login_required
@require_POST
def judge(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.JUDGE_REPORTS)
    shown = _seen_by(request.actor, pk)
    act = request.POST.get("act", "")
    if act not in DONE:
        return _refused(request, shown, _("Choose what to do with the report."), 422)
    if act == "tick" and not request.POST.getlist("kinds"):
        return _refused(request, shown, str(CLEAR_FIRST), 422)
    form = Judgement(request.POST if act in WITH_REASON else None)
    if act in WITH_REASON and not form.is_valid():
        return _page(request, shown, form, status=422)
    try:
        _do(act, request, shown.pk, form)
    except ReportNotPossible as answer:
        return _act_refused(request, shown, answer, form)
    messages.success(request, DONE[act])
    return redirect("ratings:report", pk=pk)


@login_required
@require_POST
def recall(request: OfficeRequest, pk: int) -> HttpResponse:
    """Take a report back, as a user of the sender's club."""
    shown = _seen_by(request.actor, pk)
    if not _may_recall(request.actor, shown):
        raise PermissionDenied
    try:
        recall_report(pk, acting=acting_in(request))
    except ReportNotPossible as answer:
        return _act_refused(request, shown, answer, Judgement())
    messages.success(
        request,
        _("Taken back: it does not count. Correct the results and send them again."),
    )
    after = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(after, allowed_hosts=None):
        # Not `redirect`, which would take a word for the name of a URL.
        return HttpResponseRedirect(after)
    return redirect("ratings:report", pk=pk)


def _do(act: str, request: OfficeRequest, pk: int, form: Judgement) -> None:
    acting = acting_in(request)
    cleared = ClearedWarnings({"kinds": request.POST.getlist("kinds")})
    if cleared.is_valid() and cleared.cleaned_data["kinds"]:
        clear_warnings(pk, cleared.cleaned_data["kinds"], acting=acting)
    if act == "accept":
        accept_report(pk, acting=acting)
    elif act == "release":
        release_report(pk, acting=acting, seen=request.POST.get("seen", ""))
    elif act in WITH_REASON:
        cleaned = form.cleaned_data
        WITH_REASON[act](
            pk,
            cleaned["reason"],
            acting=acting,
            public_reason=cleaned["public_reason"],
            seen=cleaned["seen"],
        )


def _act_refused(
    request: OfficeRequest, shown: Report, answer: ReportNotPossible, form: Judgement
) -> HttpResponse:
    """Respond when another officer was faster, or the act is not allowed to this one:
    the page shows the report as it is now, with the typed text preserved.
    """
    now = report_to_show(shown.pk) or shown
    names = ("reason", "public_reason") if form.is_bound else ()
    typed = {name: form.data.get(name, "") for name in names}
    kept = Judgement(initial=typed)
    # On this page the report is open already, so the words need not ask to open it.
    words = str(CLEAR_FIRST) if answer.code == "uncleared" else refusal_words(answer)
    return _refused(request, now, words, 409, kept)


def _refused(
    request: OfficeRequest,
    shown: Report,
    words: str,
    status: int,
    form: Judgement | None = None,
) -> HttpResponse:
    messages.error(request, words)
    return _page(request, shown, form, status=status)


# --- who may see and recall it -----------------------------------------------
def _seen_by(actor: Actor, pk: int) -> Report:
    """Return the report, for an officer and for its sender's club or district."""
    shown = report_to_show(pk)
    if shown is None:
        allow(actor, Permission.SUBMIT_RESULTS)
        raise Http404
    if not may(actor, Permission.JUDGE_REPORTS):
        allow(actor, Permission.SUBMIT_RESULTS, **_sender(shown))
    return shown


def _may_recall(actor: Actor, shown: Report) -> bool:
    """Return whether the actor may take the report back: as its sender, or by
    submitting for its club or district. An officer withdraws others' reports instead.
    """
    return shown.sent_by_id == actor.user_id or (
        shown.organiser_id in actor.club_ids(Permission.SUBMIT_RESULTS)
        or shown.district_id in actor.district_ids(Permission.SUBMIT_RESULTS)
    )


def _sender(shown: Report) -> dict[str, int | None]:
    return {"club_id": shown.organiser_id, "district_id": shown.district_id}


# --- the page -------------------------------------------------------------------
def _page(
    request: OfficeRequest,
    shown: Report,
    form: Judgement | None = None,
    status: int = 200,
) -> HttpResponse:
    versions = list(shown.versions())
    adapter = adapter_of(shown.source_kind)
    sections = adapter.sections(shown.source_number) if adapter else {}
    is_newest = shown.pk == versions[0].pk
    games = games_of(shown, request.actor, request.today, sections)
    keys = {each.game.key for each in games}
    not_sent = (
        adapter.not_sent(shown.source_number, keys) if adapter and is_newest else {}
    )
    context = {
        "versions": versions,
        "newest": versions[0],
        "comparison": _comparison(request, shown, versions, games),
        "has_sections": bool(sections),
        "not_sent": not_sent,
        "games_not_sent": sum(not_sent.values()),
        "games": Paginator(games, GAMES_A_PAGE).get_page(request.GET.get("games")),
        "journal": journal_of(versions),
        "corrections": shown_corrections(
            corrections_in(shown), request.actor, request.today
        ),
        "books_nothing_more": books_nothing_more(shown.pool, request.today),
        "is_booked_nowhere": is_booked_nowhere(shown, request.today),
        **_warnings(shown),
        **_acts(request.actor, shown, form),
        **_changes(request, shown),
    }
    return render(request, "ratings/review/report.html", context, status=status)


def _warnings(shown: Report) -> dict[str, Any]:
    warnings = warnings_of(shown)
    return {
        "warnings": [(warning_name(each.kind), each) for each in warnings],
        "uncleared": any(each.ticked_at is None for each in warnings),
    }


def _acts(actor: Actor, shown: Report, form: Judgement | None) -> dict[str, Any]:
    judges = may(actor, Permission.JUDGE_REPORTS)
    user_id = actor.user_id
    own = judges and user_id is not None and is_one_of(user_id, contributors(shown))
    return {
        "judges": judges,
        "own": own,
        "form": form or Judgement(),
        "four_eyes": settings.FOUR_EYES,
        "counts": shown.state in COUNTING,
        "counts_instead": accepted_fallback(shown) if shown.state in COUNTING else None,
        "next": next_waiting(shown, actor.user_id) if judges else None,
        "can": _POSSIBLE.get(shown.state, frozenset()) if judges else frozenset(),
        "can_recall": _may_recall(actor, shown)
        and shown.state in (ReportState.SUBMITTED, ReportState.HELD),
    }


_POSSIBLE: dict[str, frozenset[str]] = {
    ReportState.SUBMITTED: frozenset({"accept", "tick", "hold", "return", "withdraw"}),
    ReportState.HELD: frozenset({"tick", "release", "return", "withdraw"}),
    ReportState.ACCEPTED: frozenset({"hold", "return", "withdraw"}),
    ReportState.RETURNED: frozenset({"withdraw"}),
}


def _changes(request: OfficeRequest, shown: Report) -> dict[str, Any]:
    format_as_pool(shown.pool_id, shown.start_date)
    pages = Paginator(changes_of(shown), PLAYERS_A_PAGE)
    players = pages.get_page(request.GET.get("players"))
    pool = shown.pool
    return {
        "report": shown,
        "players": players,
        "rows": with_people(players, request.actor, request.today),
        "counting": COUNTING,
        "computing": pool.computation.computed < pool.posted,
    }


def _comparison(
    request: OfficeRequest, shown: Report, versions: list[Report], games: list[Any]
) -> Comparison | None:
    """Return the comparison with the version before, or the requested older one."""
    older = [each for each in versions if each.version < shown.version]
    if not older:
        return None
    number = request.GET.get("against", "")
    chosen = [each for each in older if str(each.version) == number]
    against = (chosen or older)[0]
    before = games_of(against, request.actor, request.today)
    return compare(games, before, against)
