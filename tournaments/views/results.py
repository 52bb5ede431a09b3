"""Results: one sheet to enter them on, by keyboard, by thumb or as a form."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from federation.requests import OfficeRequest
from tournaments.domain.refusals import Refused, ResultConflict
from tournaments.domain.results import (
    ResultWish,
    enter_result,
    enter_results,
    withdraw_entry,
)
from tournaments.forms.playing import WithdrawalForm
from tournaments.models import Pairing, Section
from tournaments.queries.entry_sheet import EntrySheet, entry_sheet, keys_to_type
from tournaments.queries.wording import BOARD_TEXTS
from tournaments.rules.results import Colour, Result, cell_text
from tournaments.views.doors import (
    done_or_told,
    hand_of,
    organised_board,
    organised_entry,
    organised_section,
    to,
    why_not,
)

MOST_VERSIONS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Conflict:
    """Both results of a board that two have written, in words."""

    pairing: Pairing
    mine: str
    wanted: str
    theirs: str
    version: int
    by: str


@login_required
@require_http_methods(["GET", "POST"])
def results(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    if not section.started_at:
        return to("section", pk)
    conflicts: list[Conflict] = []
    if request.method == "POST":
        conflicts = _save(request, section)
        if not conflicts:
            return _back(request, section)
    sheet = entry_sheet(section, request.actor, request.today)
    facts = {
        "section": section,
        "tournament": section.tournament,
        "sheet": sheet,
        "conflicts": conflicts,
        "open_round": _open_round(request, sheet),
        "by_board": _by_board(request, sheet),
        "keys": keys_to_type(),
        "withdrawal": _withdrawal(sheet),
        "withdrawn": [
            each for each in sheet.players if each.entry.withdrawn_after is not None
        ],
        "is_open": section.tournament.state == "running",
    }
    return render(
        request, "tournaments/results.html", facts, status=409 if conflicts else 200
    )


@require_POST
def result(request: OfficeRequest, pk: int) -> HttpResponse:
    """One board, for the script on the page. Answers with the board as it
    stands: written, or with 409 and both results.
    """
    if not request.actor.signed_in:
        return _told(_("You are signed out. Sign in again in another window."), 401)
    organised_board(request, pk)
    wish = _wish(request, pk, "result", "version", "finished")
    if wish is None:
        return _told(_("That is not a result of this board."), 422)
    try:
        board = enter_result(
            pk,
            wish.result,
            wish.version_seen,
            finished_date=wish.finished_date,
            hand=hand_of(request),
        )
    except ResultConflict as conflict:
        return JsonResponse(_both(conflict), status=409)
    except Refused as refused:
        return _told(why_not(refused), 422)
    return JsonResponse(_as_data(board))


@login_required
@require_POST
def withdraw(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    sheet = entry_sheet(section, request.actor, request.today)
    form = _withdrawal(sheet, request.POST)
    if form.is_valid():
        told = form.cleaned_data
        done_or_told(
            request,
            lambda: withdraw_entry(
                told["entry"], told["after_round"], hand=hand_of(request)
            ),
            _("Noted. The remaining games are settled by the rules."),
        )
    else:
        messages.error(request, _("Choose who leaves and after which round."))
    return to("results", pk)


@login_required
@require_POST
def come_back(request: OfficeRequest, pk: int) -> HttpResponse:
    entry = organised_entry(request, pk)
    done_or_told(
        request,
        lambda: withdraw_entry(pk, None, hand=hand_of(request)),
        _("Noted: plays on."),
    )
    return to("results", entry.section_id)


def _save(request: OfficeRequest, section: Section) -> list[Conflict]:
    try:
        written = enter_results(
            section.pk, _wishes(request, section), hand=hand_of(request)
        )
    except Refused as refused:
        messages.error(request, why_not(refused))
        return []
    count = len(written.boards)
    if count:
        messages.success(
            request,
            ngettext("%(n)s result is saved.", "%(n)s results are saved.", count)
            % {"n": count},
        )
    return [_conflict(section, each) for each in written.conflicts]


def _wishes(request: HttpRequest, section: Section) -> Iterator[ResultWish]:
    """The boards whose answer on the form is another than the one it showed."""
    for pk in section.pairings.filter(black__isnull=False).values_list("pk", flat=True):
        wish = _wish(request, pk, f"result-{pk}", f"version-{pk}", f"finished-{pk}")
        if wish is None:
            continue
        seen = request.POST.get(f"seen-{pk}")
        seen_day = request.POST.get(f"seen-finished-{pk}", "")
        day = request.POST.get(f"finished-{pk}", "")
        if wish.result != seen or day != seen_day:
            yield wish


def _wish(
    request: HttpRequest, pk: int, result_name: str, version_name: str, day_name: str
) -> ResultWish | None:
    text = request.POST.get(result_name)
    version = request.POST.get(version_name, "")
    if text is None or not (version.isascii() and version.isdigit()):
        return None
    if len(version) > len(str(MOST_VERSIONS)):
        return None
    return ResultWish(pk, text, int(version), _day(request.POST.get(day_name, "")))


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


def _conflict(section: Section, told: ResultConflict) -> Conflict:
    pairing = section.pairings.select_related("white__player", "black__player").get(
        pk=told.pairing_id
    )
    return Conflict(
        pairing=pairing,
        mine=str(BOARD_TEXTS[Result(told.wanted)]) or _("not played yet"),
        wanted=told.wanted,
        theirs=str(BOARD_TEXTS[Result(told.stands.result)]) or _("not played yet"),
        version=told.stands.version,
        by=told.stands.changed_by,
    )


def _as_data(board: Pairing) -> dict[str, object]:
    result = Result(board.result)
    return {
        "pairing": board.pk,
        "version": board.version,
        "result": board.result,
        "white": cell_text(result, Colour.WHITE),
        "black": cell_text(result, Colour.BLACK),
        "finished": board.finished_date.isoformat() if board.finished_date else "",
    }


def _both(conflict: ResultConflict) -> dict[str, object]:
    stands = conflict.stands
    result = Result(stands.result)
    return {
        "pairing": conflict.pairing_id,
        "version": stands.version,
        "result": stands.result,
        "white": cell_text(result, Colour.WHITE),
        "black": cell_text(result, Colour.BLACK),
        "theirs": str(BOARD_TEXTS[result]) or _("not played yet"),
        "by": stands.changed_by,
        "finished": stands.finished_date.isoformat() if stands.finished_date else "",
    }


def _told(words: str, status: int) -> JsonResponse:
    return JsonResponse({"message": words}, status=status)


def _open_round(request: HttpRequest, sheet: EntrySheet) -> int:
    """The round asked for, or the first that still waits for a result."""
    asked = request.GET.get("round", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 4:  # noqa: PLR2004
        return int(asked)
    paired = [each for each in sheet.rounds if each.boards]
    waiting = [each for each in paired if each.missing]
    chosen = waiting[:1] or paired[-1:]
    return chosen[0].shown.number if chosen else 1


def _by_board(request: HttpRequest, sheet: EntrySheet) -> bool:
    return not sheet.is_round_robin or request.GET.get("view") == "boards"


def _back(request: HttpRequest, section: Section) -> HttpResponse:
    answer = to("results", section.pk)
    query = request.GET.urlencode()
    answer["Location"] += f"?{query}" if query else ""
    return answer


def _withdrawal(sheet: EntrySheet, told: object | None = None) -> WithdrawalForm:
    names = [
        (each.entry.pk, f"{each.number}. {each.person.name}")
        for each in sheet.players
        if each.entry.withdrawn_after is None
    ]
    return WithdrawalForm(told, names=names, rounds=sheet.section.rounds)
