"""The printed pages of a section: for the wall, for the boards, for the arbiter's table."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from tournaments.queries.reports import newest_report
from tournaments.queries.teams.league_table import league_shown
from tournaments.views.spectators.parts import (
    corrected_games,
    open_section,
    published_section,
    round_of,
)

OF_A_ROUND = {
    "pairings": "tournaments/prints/pairings.html",
    "cards": "tournaments/prints/cards.html",
    "slips": "tournaments/prints/slips.html",
}
OF_A_SECTION = {
    "standings": "tournaments/prints/standings.html",
    "start-list": "tournaments/prints/start_list.html",
}


@require_safe
def print_section(
    request: OfficeRequest, pk: int, what: str, number: int | None = None
) -> HttpResponse:
    """Show a page for printing."""
    template = (OF_A_SECTION if number is None else OF_A_ROUND).get(what)
    if template is None:
        raise Http404
    section = open_section(request, pk)
    shown = published_section(request, section)
    report = newest_report(section.tournament_id) if what == "standings" else None
    is_league = what == "standings" and section.is_played_by_teams
    return render(
        request,
        template,
        {
            "section": section,
            "tournament": section.tournament,
            "shown": shown,
            "league": league_shown(section, request.actor, request.today)
            if is_league
            else None,
            "report": report,
            "corrections": corrected_games(request, report),
            "current": None if number is None else round_of(shown, number),
        },
    )
