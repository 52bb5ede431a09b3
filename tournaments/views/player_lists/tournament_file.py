"""Import a whole tournament that was run elsewhere from its file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.domain.players import MatchesFound
from federation.requests import OfficeRequest
from federation.rules.birth_years import is_birth_year
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.files.wording import FileMessage
from tournaments.domain.file_players import (
    ChosenPlayer,
    NewcomerOfFile,
    PlayerRefusedError,
)
from tournaments.domain.importing import days_of, import_section, rounds_to_import
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import SectionFormat
from tournaments.formats.pasted_players import PastedPlayer
from tournaments.formats.sections_read import SectionRead
from tournaments.forms.tournament_file import TournamentFileForm
from tournaments.models import Section, Tournament
from tournaments.queries.suggestions import may_be_chosen
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.planning.newcomer import is_id
from tournaments.views.player_lists.player_lines import (
    NEWCOMER,
    PlayerLineShown,
    is_newcomer_complete,
    player_lines,
    show_similar_players,
    similar_players_seen,
)

MOST_SHOWN = 200
"""Maximum number of remarks about lines that are shown."""


@login_required
@reads_and_writes
def import_tournament(request: OfficeRequest, pk: int) -> HttpResponse:
    """Import a tournament that was run elsewhere: its file is read, its players are
    reviewed, and then everything is imported.
    """
    found = organised_section(request, pk)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = TournamentFileForm(*sent)
    read = form.read if form.is_valid() else None
    if read is None:
        context = {"form": form, "section": found}
        status = 422 if form.errors else 200
        return render(
            request,
            "tournaments/player_lists/import_tournament.html",
            context,
            status=status,
        )
    planned, rounds = found.rounds, rounds_to_import(found, read)
    lines = player_lines(request, found, _pasted_players(read, request.today.year))
    refusal, status = "", 200
    if "enter" in request.POST:
        refusal, status = _import(request, found, read, lines), 422
        if not refusal and not any(line.wrong for line in lines):
            messages.success(request, _summary(read))
            return redirect_to("results", pk)
    context = {
        "section": found,
        "lines": lines,
        "read": read,
        "faults": _remarks_in_words(read.faults),
        "notes": _remarks_in_words(read.notes),
        "planned": planned if found.format == SectionFormat.BOARDS else 0,
        "rounds": rounds,
        "has_days": _has_days(found, read),
        "days_outside": _days_outside(found.tournament, read),
        "text": form.cleaned_data["text"],
        "clear": sum(each.is_clear for each in lines),
        "refusal": refusal,
        "whole": True,
    }
    return render(
        request, "tournaments/player_lists/import_review.html", context, status=status
    )


@dataclass(frozen=True, slots=True)
class Remarks:
    """Lines with the remarks about them: those shown, and the number of further ones."""

    shown: Sequence[tuple[int, str]]
    more: int


def _remarks_in_words(remarks: Sequence[tuple[int, FileMessage]]) -> Remarks:
    shown = [
        (line, _(each.text) % each.facts if each.facts else _(each.text))
        for line, each in remarks[:MOST_SHOWN]
    ]
    return Remarks(shown, len(remarks) - len(shown))


def _pasted_players(read: SectionRead, this_year: int) -> list[PastedPlayer]:
    """Return the players of the file as lines of a list, with the starting numbers as
    line numbers.
    """
    return [_pasted_player(read, rank, this_year) for rank in read.players]


def _pasted_player(read: SectionRead, rank: int, this_year: int) -> PastedPlayer:
    who = read.players[rank]
    name = f"{who.first_name} {who.last_name}".strip()
    years = (who.birth_year,) if who.birth_year else ()
    wrong = tuple(str(year) for year in years if not is_birth_year(year, this_year))
    numbers = tuple(filter(None, (who.number, str(who.fide_id or ""))))
    return PastedPlayer(
        rank,
        " ".join([name, *map(str, years)]),
        name,
        years,
        numbers,
        who.last_name,
        who.fide_id,
        read.fide_ratings.get(rank),
        who.country,
        wrong_births=wrong,
    )


def _has_days(found: Section, read: SectionRead) -> bool:
    found.rounds = rounds_to_import(found, read)
    return days_of(found, read) is not None


def _days_outside(planned: Tournament, read: SectionRead) -> tuple[date, date] | None:
    """Return the first and the last day of the file if one is outside the tournament's
    days.
    """
    days = read.all_days
    if not days or planned.start_date <= days[0] <= days[-1] <= planned.end_date:
        return None
    return days[0], days[-1]


def _import(
    request: OfficeRequest,
    found: Section,
    read: SectionRead,
    lines: Sequence[PlayerLineShown],
) -> str:
    """Import the section; return what is wrong with the file as a whole. Errors about a
    player are noted in the player's line.
    """
    chosen = {line.line: _chosen(request, line) for line in lines}
    if any(line.wrong for line in lines):
        return ""
    known = {line: who for line, who in chosen.items() if who is not None}
    try:
        import_section(
            found.pk,
            read,
            known,
            acting=acting_in(request),
            why_apart=_("as the tournament file says"),
        )
    except PlayerRefusedError as refused:
        (line,) = (each for each in lines if each.line == refused.number)
        if isinstance(refused.cause, MatchesFound):
            show_similar_players(request, found, line, refused.cause)
        else:
            line.wrong = refusal_words(refused.cause)
    except TournamentRefusal as refused:
        return refusal_words(refused)
    return ""


def _chosen(request: OfficeRequest, line: PlayerLineShown) -> ChosenPlayer | None:
    if line.chosen == NEWCOMER and is_newcomer_complete(line):
        form = line.newcomer
        return NewcomerOfFile(
            form.player,
            joins_club=form.cleaned_data["joins_club"] == "yes",
            outside=form.outside,
            looked=similar_players_seen(request, line),
        )
    if is_id(line.chosen) and may_be_chosen(
        int(line.chosen), request.actor, request.today
    ):
        return int(line.chosen)
    line.wrong = line.wrong or _("Choose who it is, or a newcomer.")
    return None


def _summary(read: SectionRead) -> str:
    facts = {"players": len(read.players), "boards": len(read.boards)}
    return _("%(players)d players and %(boards)d boards have been imported.") % facts
