"""The page of a match: public with its boards, and with the captains' tasks."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.requests import OfficeRequest
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.teams import line_ups, match_results
from tournaments.domain.teams.eligibility import teams_to_line_up_again
from tournaments.domain.teams.locking import boards_of_match, seen_of
from tournaments.domain.teams.match_results import has_entered_results
from tournaments.forms.teams import MatchDecisionForm, ObjectionForm
from tournaments.forms.wishes import count_without_board, read_wishes, typed_results
from tournaments.models import Team, TeamMatch
from tournaments.queries.entry_sheet import TypedResult
from tournaments.queries.teams.matches_shown import matches_of
from tournaments.views.access import redirect_to
from tournaments.views.planning.planning import perform_if_valid
from tournaments.views.teams.access import (
    MatchAccess,
    access_to_match,
    match_of_organiser,
    match_of_parties,
    open_match,
)


@require_safe
def match(request: OfficeRequest, pk: int) -> HttpResponse:
    return _page(request, open_match(request, pk))


@require_safe
def match_protocol(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the match on a sheet of A4, to be filled in and signed."""
    found = open_match(request, pk)
    context = _context(request, found)
    return render(request, "tournaments/teams/protocol.html", context)


@login_required
@require_POST
def begin_match(request: OfficeRequest, pk: int) -> HttpResponse:
    match_of_organiser(request, pk)
    return _perform_and_redirect(
        request, pk, lambda: line_ups.begin_match(pk, acting=acting_in(request)),
        _("The match has begun."),
    )  # fmt: skip


@login_required
@require_POST
def reopen_line_ups(request: OfficeRequest, pk: int) -> HttpResponse:
    match_of_organiser(request, pk)
    return _perform_and_redirect(
        request, pk, lambda: line_ups.reopen_line_ups(pk, acting=acting_in(request)),
        _("The line-ups can be changed again."),
    )  # fmt: skip


@login_required
@require_POST
def enter_match(request: OfficeRequest, pk: int) -> HttpResponse:
    found, access = match_of_parties(request, pk)
    boards = [board.pk for board in boards_of_match(found)]
    wishes, _unread = read_wishes(request.POST, boards)
    side = access.side.pk if access.side else None

    def act() -> TeamMatch:
        if count_without_board(request.POST, boards):
            raise TournamentRefusal("match_changed")
        return match_results.enter_match(
            pk, wishes, side=side, acting=acting_in(request)
        )

    is_done = perform(request, act, _("The results are saved."))
    typed = typed_results(request.POST, boards)
    if is_done or not typed:
        return redirect_to("match", pk)
    now, _access = match_of_parties(request, pk)
    return _page(request, now, typed=typed)


@login_required
@require_POST
def confirm_match(request: OfficeRequest, pk: int) -> HttpResponse:
    found, access = match_of_parties(request, pk)
    seen = request.POST.get("seen", "")
    side = _other_side(found, access)
    return _perform_and_redirect(
        request,
        pk,
        lambda: match_results.confirm_match(
            pk, side=side, seen=seen, acting=acting_in(request)
        ),
        _("The match is confirmed."),
    )


@login_required
@require_POST
def object_to_match(request: OfficeRequest, pk: int) -> HttpResponse:
    found, access = match_of_parties(request, pk)
    form = ObjectionForm(request.POST)
    seen, side = request.POST.get("seen", ""), _other_side(found, access)

    def act() -> TeamMatch:
        reason = form.cleaned_data["reason"]
        return match_results.object_to_match(
            pk, reason, side=side, seen=seen, acting=acting_in(request)
        )

    if perform_if_valid(form, act) is None:
        return _page(request, found, objection=form)
    messages.success(request, _("The organiser has been told of the objection."))
    return redirect_to("match", pk)


@login_required
@require_POST
def decide_match(request: OfficeRequest, pk: int) -> HttpResponse:
    found = match_of_organiser(request, pk)
    form = MatchDecisionForm(request.POST)
    seen = request.POST.get("seen", "")

    def act() -> TeamMatch:
        reason = form.cleaned_data["reason"]
        return match_results.decide_match(
            pk, reason, seen=seen, acting=acting_in(request)
        )

    if perform_if_valid(form, act) is None:
        return _page(request, found, decision=form)
    messages.success(request, _("The match is confirmed."))
    return redirect_to("match", pk)


def _page(
    request: OfficeRequest,
    found: TeamMatch,
    *,
    objection: ObjectionForm | None = None,
    decision: MatchDecisionForm | None = None,
    typed: Mapping[int, TypedResult] = MappingProxyType({}),
) -> HttpResponse:
    """Show the match; `typed`: the results that were typed and refused."""
    context = _context(request, found, typed)
    for form, is_shown in (
        (objection, context["may_confirm"]),
        (decision, context["may_decide"]),
    ):
        if form is not None and not is_shown:
            messages.error(request, refusal_words(TournamentRefusal("match_changed")))
            return redirect_to("match", found.pk)
    context |= {
        "objection": objection or ObjectionForm(auto_id="objection_%s"),
        "decision": decision or MatchDecisionForm(auto_id="decision_%s"),
    }
    status = 422 if objection or decision else (409 if typed else 200)
    return render(request, "tournaments/teams/match.html", context, status=status)


def _context(
    request: OfficeRequest,
    found: TeamMatch,
    typed: Mapping[int, TypedResult] = MappingProxyType({}),
) -> dict[str, object]:
    (stored,) = matches_of(found.section, request.actor, request.today, found)
    shown = stored.with_typed(typed)
    access = access_to_match(request, found)
    is_open = found.section.tournament.state == "running" and not found.confirmed_at
    other = [team for team in access.leads if team.pk != found.entered_for_id]
    has_entered = has_entered_results(found, request.actor.user_id)
    handed_in = list(found.line_ups.all())
    boards = boards_of_match(found)
    may_enter = is_open and found.begun_at and (access.leads or access.runs)
    return {
        "match": found,
        "shown": shown,
        "section": found.section,
        "tournament": found.section.tournament,
        "standing": access,
        "given": {each.team_id for each in handed_in},
        "again": _to_line_up_again(found, access),
        "reasons": [
            (found.home if each.team_id == found.home_id else found.away, each)
            for each in handed_in
            if each.order_reason and found.begun_at
        ],
        "is_open": is_open,
        "may_begin": handed_in or (shown.day and shown.day <= request.today),
        "sides": (found.home, found.away) if access.runs else access.leads,
        "may_enter": may_enter,
        "has_choices": may_enter and any(board.choices for board in shown.boards),
        "may_decide": is_open and access.runs,
        "may_confirm": is_open and found.entered_at and other and not has_entered,
        "seen": seen_of(boards),
        "may_reopen": not any(line_ups.has_result(board) for board in boards),
    }


def _to_line_up_again(found: TeamMatch, access: MatchAccess) -> tuple[Team, ...]:
    """Return the teams whose line-up is no longer valid. Before the match begins, its
    captains and the organiser may see that; the players of a line-up are visible to the
    team only.
    """
    if found.begun_at or not (access.leads or access.runs):
        return ()
    return teams_to_line_up_again(found)


def _other_side(found: TeamMatch, access: MatchAccess) -> int:
    """Return the side that confirms; 0, which is refused, if the reader leads no team."""
    other = [team.pk for team in access.leads if team.pk != found.entered_for_id]
    led = [team.pk for team in access.leads]
    return (other or led or [0])[0]


def _perform_and_redirect(
    request: OfficeRequest, pk: int, act: Callable[[], object], message: str
) -> HttpResponse:
    perform(request, act, message)
    return redirect_to("match", pk)
