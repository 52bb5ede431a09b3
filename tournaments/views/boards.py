"""Pairing a round by hand: board after board, by pairing numbers."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.requests import OfficeRequest
from ratings.pages.views.acting import acting_in
from tournaments.domain.boards import Pair, set_boards
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import SectionFormat
from tournaments.queries.round_questions import questions_of_round
from tournaments.queries.section_shown import RoundShown, SectionShown, shown_section
from tournaments.views.doors import organised_section, to, why_not

MOST_BOARDS = 500
DIGITS = 4
PairingRow = tuple[str, str]


@login_required
@require_http_methods(["GET", "POST"])
def boards(request: OfficeRequest, pk: int) -> HttpResponse:
    """A line for each board of the round; a bye has nobody as Black."""
    section = organised_section(request, pk)
    if not section.started_at or section.format != SectionFormat.BOARDS:
        return to("section", pk)
    shown = shown_section(section, request.actor, request.today)
    current = _round(request, shown)
    rows, wrong = _rows_of(current), ""
    if request.method == "POST":
        rows = _rows_sent(request)
        wrong = _set(request, pk, current, rows)
        if not wrong:
            messages.success(
                request,
                _("The boards of round %(number)s are saved.")
                % {"number": current.number},
            )
            answer = to("results", pk)
            answer["Location"] += f"?round={current.number}"
            return answer
    facts = {
        "section": section,
        "tournament": section.tournament,
        "shown": shown,
        "current": current,
        "rows": _filled(rows, shown),
        "questions": questions_of_round(shown.players, shown.rounds, current.number),
        "seen": ",".join(str(board.pairing.pk) for board in current.boards),
        "wrong": wrong,
        "here": reverse("tournaments:boards", args=[pk]),
    }
    return render(
        request, "tournaments/boards.html", facts, status=422 if wrong else 200
    )


def _round(request: HttpRequest, shown: SectionShown) -> RoundShown:
    asked = request.GET.get("round", "")
    if _is_number(asked) and 1 <= int(asked) <= len(shown.rounds):
        return shown.rounds[int(asked) - 1]
    unpaired = [each for each in shown.rounds if not each.boards]
    return unpaired[0] if unpaired else shown.rounds[-1]


def _rows_of(current: RoundShown) -> list[PairingRow]:
    return [
        (str(board.white.number), str(board.black.number) if board.black else "")
        for board in current.boards
    ]


def _rows_sent(request: HttpRequest) -> list[PairingRow]:
    whites = request.POST.getlist("white")[:MOST_BOARDS]
    blacks = request.POST.getlist("black")[:MOST_BOARDS]
    return [
        (white.strip(), black.strip())
        for white, black in zip(whites, blacks, strict=False)
    ]


def _set(
    request: OfficeRequest, pk: int, current: RoundShown, rows: Sequence[PairingRow]
) -> str:
    """What is wrong, if anything is."""
    try:
        pairs = _pairs(rows)
        seen = [int(each) for each in _seen(request)]
        set_boards(pk, current.number, pairs, seen=seen, acting=acting_in(request))
    except ValueError as unreadable:
        return _("“%(typed)s” is not the number of a player.") % {
            "typed": str(unreadable)[:20]
        }
    except TournamentRefusal as refused:
        return why_not(refused)
    return ""


def _pairs(rows: Sequence[PairingRow]) -> list[Pair]:
    """Empty lines are no boards. ValueError names what is no number."""
    pairs: list[Pair] = []
    for white, black in rows:
        if white or black:
            pairs.append((_number(white), _number(black) if black else None))
    return pairs


def _number(text: str) -> int:
    if not _is_number(text):
        raise ValueError(text)
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS


def _seen(request: HttpRequest) -> list[str]:
    ids = request.POST.get("seen", "").split(",")
    return [each for each in ids if each.isascii() and each.isdigit()]


def _filled(rows: list[PairingRow], shown: SectionShown) -> list[PairingRow]:
    """As many lines as there can be boards."""
    lines = max((len(shown.players) + 1) // 2, len(rows))
    return rows + [("", "")] * (lines - len(rows))
