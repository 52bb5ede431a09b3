"""The pages of the clubs' annual returns: the list, one return, and the acts on it."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.formats import figures
from federation.permissions import Permission, allow, may, may_somewhere
from federation.requests import OfficeRequest
from federation.views.lists import build_listing, render_listing
from federation.views.refusals import refusal_words, show_unsent
from federation.views.signing import acting_in
from ratings.enums import TO_SEND, ReturnState
from ratings.lists.filters import ReturnFilters
from ratings.models import ClubReturn
from ratings.pages.tables import player_link
from ratings.people.queries.names import read_people
from ratings.pools.queries.snapshots import one_snapshot
from ratings.returns.domain import returning
from ratings.returns.domain.drafts import WARNINGS, ReturnDraft
from ratings.returns.domain.returning import (
    ReturnNotPossible,
    current_supplements,
    draft_of,
    receive_return,
    send_back,
)
from ratings.returns.domain.supplements import (
    confirm_supplement,
    decide_supplement,
    supplement_of,
)
from ratings.returns.forms import LedgerSeenForm, SendBack
from ratings.returns.queries.returns import return_as_sent, returns_seen_by, shown_lines
from ratings.returns.tables import ReturnTable
from ratings.returns.words import DIFFERENCES, DONE, LACKS
from ratings.rules.lask.annual_return import ClubReturn as Return
from ratings.rules.lask.annual_return import Disagreement, compare_returns

TO_JUDGE = (ReturnState.SENT, ReturnState.RECEIVED)
"""The states in which a return can be sent back to its club."""
PLAIN_ACTS: dict[str, Callable[..., object]] = {
    "supplement": decide_supplement,
    "confirm_supplement": confirm_supplement,
}


@login_required
@require_safe
def club_returns(request: OfficeRequest) -> HttpResponse:
    if not _sees_any(request):
        raise PermissionDenied
    listing = build_listing(
        request,
        rows=returns_seen_by(request.actor),
        table=ReturnTable,
        filters=ReturnFilters,
        today=request.today,
    )
    return render_listing(
        request,
        "ratings/returns/returns.html",
        listing,
        empty_title=_("No returns yet"),
        empty_text=_(
            "On 1 June every club with players in a LASK ledger is asked for the "
            "season’s return. It is drawn up from the ledger and sent with one "
            "click."
        ),
    )


@login_required
@require_safe
def club_return(request: OfficeRequest, pk: int) -> HttpResponse:
    return _page(request, _seen_by(request, pk))


@login_required
@require_POST
def send_return(request: OfficeRequest, pk: int) -> HttpResponse:
    club_return = _seen_by(request, pk)
    allow(request.actor, Permission.SEND_RETURNS, club_id=club_return.club_id)
    try:
        returning.send_return(pk, seen=_seen(request), acting=acting_in(request))
    except ReturnNotPossible as answer:
        return _refused(request, pk, answer)
    messages.success(request, _("Sent. The rating committee has it now."))
    return redirect("ratings:return", pk=pk)


@login_required
@require_POST
def judge_return(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.RECEIVE_RETURNS)
    club_return, form = _seen_by(request, pk), SendBack(request.POST)
    act = request.POST.get("act", "")
    if act not in DONE:
        messages.error(request, _("Choose what to do with the return."))
        return _page(request, club_return, status=422)
    if act == "send_back" and not form.is_valid():
        return _page(request, club_return, form=form, status=422)
    try:
        if act == "send_back":
            send_back(pk, form.cleaned_data["reason"], acting=acting_in(request))
        elif act == "receive":
            receive_return(pk, seen=_seen(request), acting=acting_in(request))
        else:
            PLAIN_ACTS[act](pk, acting=acting_in(request))
    except ReturnNotPossible as answer:
        kept = form if act == "send_back" else None
        return _refused(request, pk, answer, form=kept)
    messages.success(request, DONE[act])
    return redirect("ratings:return", pk=pk)


# --- who -----------------------------------------------------------------------
def _sees_any(request: OfficeRequest) -> bool:
    acts = (Permission.SEND_RETURNS, Permission.RECEIVE_RETURNS)
    return any(may_somewhere(request.actor, act) for act in acts)


def _seen_by(request: OfficeRequest, pk: int) -> ClubReturn:
    """Return the return, for the officers and for the club's own users."""
    if not _sees_any(request):
        raise PermissionDenied
    club_return = returns_seen_by(request.actor).filter(pk=pk).first()
    if club_return is None:
        raise Http404(_("There is no such return."))
    return club_return


def _seen(request: OfficeRequest) -> int:
    """Return the posting up to which the ledger was computed on the page; -1 where it
    is missing.
    """
    form = LedgerSeenForm(request.POST)
    return int(form.cleaned_data["seen"]) if form.is_valid() else -1


# --- the page ----------------------------------------------------------------------
def _refused(
    request: OfficeRequest,
    pk: int,
    refused: ReturnNotPossible,
    *,
    form: SendBack | None = None,
) -> HttpResponse:
    messages.error(request, refusal_words(refused))
    club_return = _seen_by(request, pk)
    if form is not None and club_return.state not in TO_JUDGE:
        show_unsent(request, form.cleaned_data["reason"])
    return _page(request, club_return, form=form, status=409)


def _page(
    request: OfficeRequest,
    club_return: ClubReturn,
    *,
    form: SendBack | None = None,
    status: int = 200,
) -> HttpResponse:
    with one_snapshot():
        draft = _draft(club_return)
        is_open = club_return.state in TO_SEND
        made = draft.made if is_open and draft else return_as_sent(club_return)
        context = _shown(request, club_return, made, draft)
    judges = may(request.actor, Permission.RECEIVE_RETURNS)
    context |= {
        "this": club_return,
        "draft": draft if is_open else None,
        "is_late": is_open and club_return.due_date < request.today,
        "can_send": is_open
        and may(request.actor, Permission.SEND_RETURNS, club_id=club_return.club_id),
        "can_receive": judges and club_return.state == ReturnState.SENT,
        "can_send_back": judges and club_return.state in TO_JUDGE,
        "own": settings.FOUR_EYES and club_return.sent_by_id == request.actor.user_id,
        "form": form or SendBack(),
        "decides": judges,
        **_supplement(club_return),
    }
    return render(request, "ratings/returns/return.html", context, status=status)


def _supplement(club_return: ClubReturn) -> dict[str, Any]:
    current = list(current_supplements(club_return))
    waiting = sum(decision.confirmed_at is None for decision in current)
    return {
        "supplement": supplement_of(club_return),
        "supplement_waits": waiting,
        "supplement_counts": len(current) - waiting,
    }


def _draft(club_return: ClubReturn) -> ReturnDraft | None:
    """Return the return as the ledger gives it now; None if its season no longer exists
    in the pool.
    """
    try:
        return draft_of(club_return)
    except ReturnNotPossible:
        return None


def _shown(
    request: OfficeRequest,
    club_return: ClubReturn,
    made: Return,
    draft: ReturnDraft | None,
) -> dict[str, Any]:
    is_open = club_return.state in TO_SEND
    lacks = draft.lacks if draft and is_open else ()
    differ = compare_returns(made, draft.made) if draft and not is_open else ()
    return {
        "made": made,
        "lines": shown_lines(made.lines, request.actor, request.today),
        "missing": [LACKS[lack] for lack in lacks if lack not in WARNINGS],
        "warnings": [LACKS[lack] for lack in lacks if lack in WARNINGS],
        "unrated": _unrated(request, draft, request.today) if is_open else [],
        "reports": draft.reports if draft and is_open else (),
        "differences": _differences(request, club_return, differ),
    }


def _unrated(request: OfficeRequest, draft: ReturnDraft | None, today: date) -> Any:
    known = read_people(draft.unrated, request.actor, today) if draft else {}
    return sorted(known.values(), key=lambda person: person.name)


def _differences(
    request: OfficeRequest, club_return: ClubReturn, found: tuple[Disagreement, ...]
) -> list[dict[str, Any]]:
    named = [int(each.player) for each in found if each.player]
    known = read_people(named, request.actor, request.today)
    pool_query = f"?pool={club_return.pool.code}"
    return [
        {
            "who": player_link(known.get(int(each.player)), pool_query)
            if each.player
            else "",
            "what": DIFFERENCES.get(each.code, each.code),
            "stated": figures.plain(each.stated),
            "expected": figures.plain(each.expected),
            "has_numbers": (each.stated, each.expected) != (None, None),
        }
        for each in found
    ]
