"""Pair a round board by board, by pairing numbers: by hand, or starting from the
proposal of a pairing system.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.rounds import round_pairings
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, ProposalSeen, Seat
from tournaments.domain.submitting import can_be_recalled
from tournaments.enums import Bye, SectionFormat, SectionPairing, TournamentState
from tournaments.forms.boards import (
    BoardsTyped,
    PairingRow,
    UnreadableBoardsError,
    boards_typed,
    is_number,
    pairs_text,
)
from tournaments.models import RoundPairing, Section
from tournaments.queries.rounds.missed_games import missed_games
from tournaments.queries.rounds.players_so_far import players_so_far
from tournaments.queries.rounds.proposed_round import (
    RoundProposed,
    propose_round,
    systems_offered,
)
from tournaments.queries.rounds.round_pairing import byes_in
from tournaments.queries.rounds.round_questions import questions_of_round
from tournaments.queries.rounds.wording_of_pairings import SYSTEM_NAMES
from tournaments.queries.section_shown import RoundShown, SectionShown, shown_section
from tournaments.rules.results import BYES, Result
from tournaments.views.access import organised_section, redirect_to


@dataclass(frozen=True, slots=True)
class Page:
    """The round that is being paired, and the pairing system's proposal for it."""

    section: Section
    shown: SectionShown
    current: RoundShown
    record: RoundPairing | None
    proposed: RoundProposed | None

    @property
    def is_public(self) -> bool:
        """Return whether the round is already public."""
        published = self.record and self.record.published_at
        return bool(published and published <= timezone.now())

    @property
    def rows_to_begin(self) -> Sequence[PairingRow]:
        return _rows_proposed(self.proposed) or _rows_of(self.current)


@login_required
@reads_and_writes
def boards(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show a line for each board of the round; a bye has no Black player."""
    section = organised_section(request, pk)
    if not section.started_at or section.format != SectionFormat.BOARDS:
        return redirect_to("section", pk)
    if section.is_played_by_teams:
        return redirect_to("league", pk)
    if request.method != "POST":
        return render(
            request, "tournaments/rounds/boards.html", _context(_page(request, section))
        )
    page = _page(request, section, proposes=False)
    typed = boards_typed(request.POST)
    wrong, code = _save(request, page, typed)
    if not wrong:
        return _after_saving(request, page, typed)
    page = _page(request, section, proposes=code != "boards_changed")
    is_lost = code in ("proposal_moved", "boards_changed")
    context = {
        **_context(page, page.rows_to_begin if is_lost else typed.rows),
        "typed": typed,
        "wrong": wrong,
        "code": code,
        "is_lost": is_lost,
    }
    return render(request, "tournaments/rounds/boards.html", context, status=422)


@login_required
@require_POST
def publish_round(request: OfficeRequest, pk: int, number: int) -> HttpResponse:
    """Publish a draft."""
    organised_section(request, pk)
    perform(
        request,
        lambda: round_pairings.publish_round(pk, number, acting=acting_in(request)),
        _("The pairings of round %(number)s are published.") % {"number": number},
    )
    return _redirect_to_round("results", pk, number)


@login_required
@require_POST
def absences(request: OfficeRequest, pk: int, number: int) -> HttpResponse:
    """Note who misses the round, and what they get for it."""
    section = organised_section(request, pk)
    known = dict(section.entries.values_list("pairing_number", "pk"))
    absent = {
        known[int(each)]: request.POST.get(f"bye-{each}", Bye.NONE)
        for each in request.POST.getlist("absent")
        if is_number(each) and int(each) in known
    }
    seen = {
        entry: request.POST[f"seen-{each}"]
        for each, entry in known.items()
        if request.POST.get(f"seen-{each}")
    }
    perform(
        request,
        lambda: round_pairings.record_absences(
            pk, number, absent, acting=acting_in(request), seen=seen
        ),
        _("Those who will miss round %(number)s have been noted.") % {"number": number},
    )
    return _redirect_to_round("boards", pk, number)


def _page(request: OfficeRequest, section: Section, *, proposes: bool = True) -> Page:
    shown = shown_section(section, request.actor, request.today)
    current = _round(request, shown)
    records = section.round_pairings.filter(round=current.number)
    record = records.first() if current.boards else None
    system = _requested_system(request, section, current)
    proposed = None
    if system and proposes:
        proposed = propose_round(shown, current.number, system)
    return Page(section, shown, current, record, proposed)


def _context(page: Page, rows: Sequence[PairingRow] = ()) -> dict[str, object]:
    section, shown, current = page.section, page.shown, page.current
    is_open = section.tournament.state == TournamentState.RUNNING
    absent = byes_in(section, current.number)
    return {
        "section": section,
        "tournament": section.tournament,
        "shown": shown,
        "current": current,
        "record": page.record,
        "is_later": bool(page.record and page.record.is_later_than(timezone.now())),
        "rows": _padded(rows or page.rows_to_begin, shown),
        "is_changed": _is_changed(rows, page.proposed),
        "has_system": section.pairing_system != SectionPairing.BY_HAND,
        "questions": questions_of_round(
            shown.players, shown.rounds, current.number, timezone.now()
        ),
        "missed": missed_games(section, shown.rounds),
        "so_far": players_so_far(shown, current.number, absent),
        "seen": ",".join(str(board.pairing.pk) for board in current.boards),
        "byes": Bye.choices,
        "proposed": page.proposed,
        "pairs_proposed": pairs_text(_rows_proposed(page.proposed)),
        "systems": [] if _has_results(current) else systems_offered(),
        "here": reverse("tournaments:boards", args=[section.pk]),
        "is_open": is_open,
        "may_recall": not is_open and can_be_recalled(section.tournament_id),
    }


def _round(request: HttpRequest, shown: SectionShown) -> RoundShown:
    requested = request.GET.get("round", "")
    if is_number(requested) and 1 <= int(requested) <= len(shown.rounds):
        return shown.rounds[int(requested) - 1]
    unpaired = [each for each in shown.rounds if not each.boards]
    return unpaired[0] if unpaired else shown.rounds[-1]


def _requested_system(
    request: HttpRequest, section: Section, current: RoundShown
) -> str:
    """Return the system in the address or the form; by default the section's own for a
    round without boards. Nothing is proposed once the round has results, because a
    board with a result keeps its place.
    """
    own = "" if current.boards else section.pairing_system
    if request.method == "POST":
        requested = request.POST.get("system", "")
    else:
        requested = request.GET.get("system", own)
    return requested if requested in SYSTEM_NAMES and not _has_results(current) else ""


def _has_results(current: RoundShown) -> bool:
    return any(
        board.pairing.result not in (Result.NOT_PLAYED, *BYES)
        for board in current.boards
    )


def _rows_proposed(proposed: RoundProposed | None) -> list[PairingRow]:
    if proposed is None or proposed.explained is None:
        return []
    explained = proposed.explained
    rows = [
        (str(board.white.number), str(board.black.number)) for board in explained.boards
    ]
    return [*rows, (str(explained.bye.player.number), "")] if explained.bye else rows


def _is_changed(rows: Sequence[PairingRow], proposed: RoundProposed | None) -> bool:
    """Return whether the typed boards differ from the proposed ones."""
    typed = [row for row in rows if any(row)]
    return bool(typed) and typed != _rows_proposed(proposed)


def _rows_of(current: RoundShown) -> list[PairingRow]:
    return [
        (str(board.white.number), str(board.black.number) if board.black else "")
        for board in current.boards
    ]


def _save(request: OfficeRequest, page: Page, typed: BoardsTyped) -> tuple[str, str]:
    """Save the boards; return the error in words and as a code, "" if there is none."""
    try:
        set_boards(
            page.section.pk,
            page.current.number,
            typed.pairs,
            seen=typed.seen,
            paired=HowPaired(
                _proposal_seen(page, typed), typed.reason, typed.publication
            ),
            acting=acting_in(request),
        )
    except UnreadableBoardsError as unreadable:
        return str(unreadable), "unreadable"
    except TournamentRefusal as refused:
        if refused.code != "boards_changed" or not _is_sent_twice(request, page, typed):
            return refusal_words(refused), refused.code
    return "", ""


def _is_sent_twice(request: OfficeRequest, page: Page, typed: BoardsTyped) -> bool:
    now = _page(request, page.section, proposes=False)
    same = [*filter(any, typed.rows)] == _rows_of(now.current)
    return same and typed.is_recorded_in(now.record, timezone.now())


def _proposal_seen(page: Page, typed: BoardsTyped) -> ProposalSeen | None:
    """Return what the system proposed to the user, if the form began with a proposal."""
    if not typed.system or _has_results(page.current):
        return None
    ids = {player.number: player.entry.pk for player in page.shown.players}
    seats: list[Seat] = [
        (ids.get(white, 0), None if black is None else ids.get(black, 0))
        for white, black in typed.pairs_proposed
    ]
    return ProposalSeen(typed.system, tuple(seats))


def _after_saving(
    request: OfficeRequest, page: Page, typed: BoardsTyped
) -> HttpResponse:
    number, name = page.current.number, "results"
    words = _("The boards of round %(number)s are saved.")
    if not page.is_public and typed.is_draft:
        words = _("The boards of round %(number)s are saved as a draft.")
        name = "boards"
    elif not page.is_public and not typed.publish_at:
        words = _("The pairings of round %(number)s are published.")
    if not typed.pairs:
        words = _("Round %(number)s has no boards now.")
    messages.success(request, words % {"number": number})
    return _redirect_to_round(name, page.section.pk, number)


def _redirect_to_round(name: str, pk: int, number: int) -> HttpResponse:
    answer = redirect_to(name, pk)
    answer["Location"] += f"?round={number}"
    return answer


def _padded(rows: Sequence[PairingRow], shown: SectionShown) -> list[PairingRow]:
    """Return the rows with empty ones added, up to a board for every two players."""
    lines = max((len(shown.players) + 1) // 2, len(rows))
    return [*rows, *[("", "")] * (lines - len(rows))]
