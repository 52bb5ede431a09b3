"""Enter results on a telephone, board by board."""

from secrets import token_hex
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.refusals import ResultConflict, TournamentRefusal
from tournaments.domain.results import ResultWish
from tournaments.forms.wishes import WishUnreadable, read_phone_wish
from tournaments.models import Pairing
from tournaments.queries.phone import boards
from tournaments.queries.phone.permits import PhonePermit
from tournaments.queries.result_history.changes import last_author
from tournaments.queries.wording import BOARD_TEXTS
from tournaments.rules.results import Result
from tournaments.views.access import redirect_to
from tournaments.views.phone.opening import held_permit

CLOSED = {
    "phone_unknown",
    "phone_revoked",
    "phone_expired",
    "phone_not_started",
    "phone_closed",
    "phone_giver",
}
"""Codes of refusals that concern the phone code, not the board."""


@require_safe
def phone_boards(request: OfficeRequest) -> HttpResponse:
    """Show the boards that the code covers, and which of them still need a result."""
    permit = held_permit(request)
    if permit is None:
        return _answer_without_code(request)
    if permit.closed:
        return _answer_closed(request, TournamentRefusal(permit.closed))
    found = boards.phone_boards(permit, request.actor, request.today)
    if _is_script(request):
        return JsonResponse({"boards": [_as_data(each.pairing) for each in found]})
    context = _context(permit) | {
        "boards": found,
        "missing": sum(each.is_missing for each in found),
        "next": boards.next_missing(found, 0),
        "several_rounds": len(permit.rounds) > 1,
    }
    return render(request, "tournaments/phone/boards.html", context)


@reads_and_writes
def phone_board(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show one board with its result, or enter the result."""
    permit = held_permit(request)
    if permit is None:
        return _answer_without_code(request)
    if _is_of_another_code(request, permit):
        return _json_message(_("Another code is open in this browser."), 401)
    if request.method == "POST":
        return _enter(request, permit, pk)
    return _show_board(request, permit, pk)


def _show_board(
    request: OfficeRequest, permit: PhonePermit, pk: int, **context: Any
) -> HttpResponse:
    found = boards.phone_boards(permit, request.actor, request.today)
    shown = next((each for each in found if each.pairing.pk == pk), None)
    if permit.closed or shown is None:
        return _answer_closed(request, _why_not_shown(permit, pk))
    status = context.pop("status", 200)
    place = found.index(shown)
    context |= _context(permit) | {
        "board": shown,
        "before": found[place - 1] if place else None,
        "after": found[place + 1] if place + 1 < len(found) else None,
        "entered_by": last_author(shown.pairing),
        "key": token_hex(16),
    }
    return render(request, "tournaments/phone/board.html", context, status=status)


def _why_not_shown(permit: PhonePermit, pk: int) -> TournamentRefusal:
    row = Pairing.objects.filter(pk=pk).first()
    return TournamentRefusal((permit.refuses(row) if row else "") or "gone")


def _enter(request: OfficeRequest, permit: PhonePermit, pk: int) -> HttpResponse:
    try:
        wish = read_phone_wish(request.POST, pk)
        written = enter_by_phone(
            permit.code.pk, wish, key=request.POST.get("key", ""), at=timezone.now()
        )
    except WishUnreadable as unreadable:
        return _answer_unreadable(request, permit, pk, str(unreadable.words))
    except ResultConflict as conflict:
        return _answer_conflict(request, permit, wish, conflict)
    except TournamentRefusal as refused:
        return _answer_refusal(request, permit, pk, refused)
    if _is_script(request):
        return JsonResponse(_as_data(written))
    messages.success(
        request,
        _("Board %(board)s: %(result)s is saved.")
        % {"board": written.board, "result": _result_in_words(written.result)},
    )
    found = boards.phone_boards(permit, request.actor, request.today)
    following = boards.next_missing(found, pk)
    return (
        redirect_to("phone_board", following.pairing.pk)
        if following
        else redirect_to("phone_boards")
    )


def _answer_unreadable(
    request: OfficeRequest, permit: PhonePermit, pk: int, words: str
) -> HttpResponse:
    if _is_script(request):
        return _json_message(words, 422)
    return _show_board(request, permit, pk, wrong=words, status=422)


def _answer_refusal(
    request: OfficeRequest, permit: PhonePermit, pk: int, refused: TournamentRefusal
) -> HttpResponse:
    if _is_script(request):
        return _json_message(
            refusal_words(refused), 403 if refused.code in CLOSED else 422
        )
    if refused.code == "result":
        return _answer_unreadable(request, permit, pk, refusal_words(refused))
    return _answer_closed(request, refused)


def _answer_conflict(
    request: OfficeRequest,
    permit: PhonePermit,
    wish: ResultWish,
    conflict: ResultConflict,
) -> HttpResponse:
    stored = conflict.current
    both = {
        "mine": _result_in_words(conflict.wanted),
        "theirs": _result_in_words(stored.result),
        "by": stored.changed_by,
    }
    if _is_script(request):
        board = {
            "pairing": wish.pairing_id,
            "version": stored.version,
            "result": stored.result,
        }
        return JsonResponse(board | both, status=409)
    both |= {"wanted": conflict.wanted or "open", "version": str(stored.version)}
    return _show_board(request, permit, wish.pairing_id, conflict=both, status=409)


def _context(permit: PhonePermit) -> dict[str, Any]:
    section = permit.code.section
    return {
        "code": permit.code,
        "section": section,
        "tournament": section.tournament,
        "rounds": sorted(permit.rounds),
    }


def _as_data(board: Pairing) -> dict[str, object]:
    return {"pairing": board.pk, "version": board.version, "result": board.result}


def _result_in_words(result: str) -> str:
    return str(BOARD_TEXTS[Result(result)]) or _("not played yet")


def _is_script(request: OfficeRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _is_of_another_code(request: OfficeRequest, permit: PhonePermit) -> bool:
    """Return whether the page was opened with another code: a page left open sends its
    results later, and by then another code may be open in the same browser.
    """
    return request.headers.get("X-Code", str(permit.code.pk)) != str(permit.code.pk)


def _json_message(words: str, status: int) -> JsonResponse:
    return JsonResponse({"message": words}, status=status)


def _answer_without_code(request: OfficeRequest) -> HttpResponse:
    words = _("Type the code that the organiser has given you.")
    if request.method == "POST":
        words = _("Nothing was saved: type the code that the organiser has given you.")
    if _is_script(request):
        return _json_message(words, 401)
    messages.error(request, words)
    return redirect_to("phone_start")


def _answer_closed(request: OfficeRequest, refused: TournamentRefusal) -> HttpResponse:
    if _is_script(request):
        return _json_message(refusal_words(refused), 403)
    context = {"words": refusal_words(refused), "is_code": refused.code in CLOSED}
    return render(request, "tournaments/phone/closed.html", context, status=403)
