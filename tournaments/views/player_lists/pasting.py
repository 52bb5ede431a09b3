"""Enter the players of a pasted list: for each line the likely player is shown, and the
user decides.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.domain.players import MatchesFound
from federation.domain.refusal import RegisterRefusal
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from tournaments.domain.entering import enter_player, register_newcomer_and_enter
from tournaments.domain.refusals import TournamentRefusal
from tournaments.forms.pasting import PasteForm
from tournaments.models import Section
from tournaments.queries.suggestions import may_be_chosen
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.planning.entered import warn_of_other_sections
from tournaments.views.planning.newcomer import is_id
from tournaments.views.player_lists.player_lines import (
    LEFT_OUT,
    NEWCOMER,
    PlayerLineShown,
    is_newcomer_complete,
    player_lines,
    show_similar_players,
    similar_players_seen,
)


@login_required
@reads_and_writes
def paste(request: OfficeRequest, pk: int) -> HttpResponse:
    """Read, review and enter a list; lines that cannot be entered stay on the page."""
    found = organised_section(request, pk)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PasteForm(*sent, this_year=request.today.year)
    if not form.is_valid():
        context = {"form": form, "section": found}
        return render(
            request,
            "tournaments/player_lists/paste.html",
            context,
            status=422 if form.errors else 200,
        )
    lines = player_lines(request, found, form.pasted)
    status = 200
    if "enter" in request.POST:
        left = [each for each in lines if not _enter(request, found, each)]
        _report_number_entered(request, lines, left)
        if not left:
            return redirect_to("section", pk)
        lines, status = left, 422
    context = {
        "section": found,
        "lines": lines,
        "text": form.cleaned_data["text"],
        "left": ",".join(str(each.line) for each in lines),
        "clear": sum(each.is_clear for each in lines),
    }
    return render(
        request, "tournaments/player_lists/pasted.html", context, status=status
    )


def _enter(request: OfficeRequest, found: Section, line: PlayerLineShown) -> bool:
    """Return whether the line needs nothing more; if it is wrong, note the reason in
    it.
    """
    try:
        return _act(request, found, line)
    except MatchesFound as known:
        show_similar_players(request, found, line, known)
    except (TournamentRefusal, RegisterRefusal) as refused:
        line.wrong = refusal_words(refused)
    return False


def _act(request: OfficeRequest, found: Section, line: PlayerLineShown) -> bool:
    if line.chosen == LEFT_OUT:
        return True
    if line.chosen == NEWCOMER:
        return _register(request, found, line)
    if is_id(line.chosen) and may_be_chosen(
        int(line.chosen), request.actor, request.today
    ):
        entry = enter_player(found.pk, int(line.chosen), acting=acting_in(request))
        warn_of_other_sections(request, entry)
        return True
    line.wrong = _("Choose who it is, a newcomer, or to leave the line out.")
    return False


def _register(request: OfficeRequest, found: Section, line: PlayerLineShown) -> bool:
    form = line.newcomer
    if not is_newcomer_complete(line):
        return False
    register_newcomer_and_enter(
        found.pk,
        form.player,
        acting=acting_in(request),
        joins_club=form.cleaned_data["joins_club"] == "yes",
        outside=form.outside,
        looked=similar_players_seen(request, line),
    )
    return True


def _report_number_entered(
    request: OfficeRequest, lines: list[PlayerLineShown], left: list[PlayerLineShown]
) -> None:
    done = [each for each in lines if each not in left and each.chosen != LEFT_OUT]
    if done:
        message = ngettext(
            "%(count)d player is entered.", "%(count)d players are entered.", len(done)
        )
        messages.success(request, message % {"count": len(done)})
