"""The result sheet: results entered by keyboard, by touch or as a form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from tournaments.domain.refusals import ResultConflict, TournamentRefusal
from tournaments.domain.result_history.changes import Sending
from tournaments.domain.results import enter_results, enter_wish
from tournaments.domain.submitting import can_be_recalled
from tournaments.enums import TournamentState
from tournaments.forms.boards import is_number
from tournaments.forms.wishes import (
    NO_DAY,
    WishUnreadable,
    count_without_board,
    read_undo_action,
    read_wish,
    read_wishes,
    typed_results,
)
from tournaments.models import Pairing, Section
from tournaments.queries.entry_sheet import EntrySheet, TypedResult, entry_sheet
from tournaments.queries.result_history.changes import Author, undo_redo_as_json
from tournaments.queries.result_keys import keys_to_type
from tournaments.queries.rounds.missed_games import missed_games
from tournaments.queries.rounds.round_questions import (
    RoundQuestions,
    questions_of_round,
)
from tournaments.queries.section_results import points_of
from tournaments.rules.results import Colour, Result, cell_text
from tournaments.views.access import (
    is_same_user_signed_in,
    organised_board,
    organised_section,
    redirect_to,
)
from tournaments.views.result_conflicts import (
    ResultConflictShown,
    conflict_as_data,
    iso_day,
    show_conflict,
)
from tournaments.views.withdrawals import withdrawal_form


@dataclass(frozen=True, slots=True)
class SavedResults:
    """The outcome of a form: conflicts with other users' results, and what was typed and
    could not be saved.
    """

    conflicts: tuple[ResultConflictShown, ...] = ()
    unread: Mapping[int, TypedResult] = field(default_factory=dict)

    @property
    def status(self) -> int:
        if self.conflicts:
            return 409
        return 422 if self.unread else 200


@login_required
@reads_and_writes
def results(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    if not section.started_at:
        return redirect_to("section", pk)
    saved = SavedResults()
    if request.method == "POST":
        saved = _save(request, section)
        if saved.status == HTTPStatus.OK:
            return _redirect_back(request, section)
    sheet = entry_sheet(
        section, request.actor, request.today, timezone.now(), saved.unread
    )
    open_round = _open_round(request, sheet)
    is_open = section.tournament.state == TournamentState.RUNNING
    context = {
        "section": section,
        "tournament": section.tournament,
        "sheet": sheet,
        "conflicts": saved.conflicts,
        "no_day": NO_DAY,
        "open_round": open_round,
        "questions": _questions(sheet, open_round),
        "missed": missed_games(section, [each.shown for each in sheet.rounds]),
        "by_board": not sheet.is_round_robin or request.GET.get("view") == "boards",
        "drafted": sheet.rounds[open_round - 1],
        "keys": keys_to_type(points_of(section)),
        "turns": undo_redo_as_json(section.pk, Author(request.actor.user_id)),
        "withdrawal": withdrawal_form(sheet),
        "withdrawn": [p for p in sheet.players if p.entry.withdrawn_after is not None],
        "is_open": is_open,
        "may_recall": not is_open and can_be_recalled(section.tournament_id),
    }
    return render(
        request, "tournaments/results/results.html", context, status=saved.status
    )


def _questions(sheet: EntrySheet, number: int) -> RoundQuestions | None:
    """Return the open questions of a round that is in progress or a draft; None for a
    round robin or a round with all results.
    """
    current = sheet.rounds[number - 1]
    if sheet.is_round_robin or not (current.missing or current.is_draft):
        return None
    rounds = [each.shown for each in sheet.rounds]
    return questions_of_round(sheet.players, rounds, number, timezone.now())


@require_POST
def result(request: OfficeRequest, pk: int) -> HttpResponse:
    """Store one board's result for the script on the page. Return the board's current
    result as JSON, or status 409 with both results if they conflict.

    An empty `finished` leaves the day unchanged, `none` removes it. Every refusal is
    JSON too: the script takes any other answer for a sign-out and sends again.
    """
    if refused_at_once := _refused_at_once(request, pk):
        return refused_at_once
    try:
        wish = read_wish(request.POST, pk)
        sending = Sending(turn=read_undo_action(request.POST))
        board = enter_wish(wish, acting=acting_in(request), sending=sending)
    except WishUnreadable as unreadable:
        return _json_message(str(unreadable.words), 422)
    except ResultConflict as conflict:
        return JsonResponse(conflict_as_data(conflict), status=409)
    except TournamentRefusal as refused:
        return _json_message(refusal_words(refused), 422)
    return JsonResponse(_as_data(board))


def _refused_at_once(request: OfficeRequest, pk: int) -> HttpResponse | None:
    """Return why the user may not write to the board, or that it has been removed."""
    if not is_same_user_signed_in(request):
        return _json_message(
            _("You are signed out. Sign in again in another window."), 401
        )
    try:
        organised_board(request, pk)
    except Http404:
        return _json_message(refusal_words(TournamentRefusal("gone")), 404)
    except PermissionDenied:
        return _json_message(_("You may not enter results of this tournament."), 403)
    return None


def _save(request: OfficeRequest, section: Section) -> SavedResults:
    boards = list(section.pairings.exclude(black=None).values_list("pk", flat=True))
    _notify_of_removed_boards(request, boards)
    wishes, unread = read_wishes(request.POST, boards)
    try:
        written = enter_results(section.pk, wishes, acting=acting_in(request))
    except TournamentRefusal as refused:
        messages.error(request, refusal_words(refused))
        return SavedResults(unread=typed_results(request.POST, boards))
    count = len(written.boards)
    if count:
        messages.success(
            request,
            ngettext("%(n)s result is saved.", "%(n)s results are saved.", count)
            % {"n": count},
        )
    wish = {wish.pairing_id: wish for wish in wishes}
    conflicts = (
        show_conflict(section, each, wish[each.pairing_id])
        for each in written.conflicts
    )
    return SavedResults(tuple(conflicts), unread)


def _notify_of_removed_boards(request: OfficeRequest, boards: list[int]) -> None:
    count = count_without_board(request.POST, boards)
    if count:
        words = ngettext(
            "%(n)s result was not saved: its board has been removed since you opened "
            "the page.",
            "%(n)s results were not saved: their boards have been removed since you "
            "opened the page.",
            count,
        )
        messages.error(request, words % {"n": count})


def _as_data(board: Pairing) -> dict[str, object]:
    result = Result(board.result)
    return {
        "pairing": board.pk,
        "version": board.version,
        "result": board.result,
        "white": cell_text(result, Colour.WHITE),
        "black": cell_text(result, Colour.BLACK),
        "finished": iso_day(board.finished_date),
    }


def _json_message(words: str, status: int) -> JsonResponse:
    return JsonResponse({"message": words}, status=status)


def _open_round(request: HttpRequest, sheet: EntrySheet) -> int:
    """Return the requested round, otherwise the first round with unreadable input,
    otherwise the first that still lacks a result, otherwise the last that is paired.
    """
    requested = request.GET.get("round", "")
    if is_number(requested) and 1 <= int(requested) <= len(sheet.rounds):
        return int(requested)
    paired = [each for each in sheet.rounds if each.boards]
    unread = [each for each in paired if any(board.typed for board in each.boards)]
    waiting = [each for each in paired if each.missing]
    chosen = unread[:1] or waiting[:1] or paired[-1:]
    return chosen[0].shown.number if chosen else 1


def _redirect_back(request: HttpRequest, section: Section) -> HttpResponse:
    answer = redirect_to("results", section.pk)
    query = request.GET.urlencode()
    answer["Location"] += f"?{query}" if query else ""
    return answer
