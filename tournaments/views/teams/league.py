"""The public page of a league: table, crosstable, matches and players."""

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.players.queries.achievements import performance_in
from tournaments.models import Section, Tournament
from tournaments.queries.teams.league_table import league_shown
from tournaments.views.access import may_organise
from tournaments.views.spectators.fresh import (
    FreshPart,
    render_first,
    render_if_changed,
)
from tournaments.views.spectators.parts import open_section
from tournaments.views.teams.access import league_of


@require_safe
def league(request: OfficeRequest, pk: int) -> HttpResponse:
    section = _open_league(request, pk)
    live = render_first(request, _part(pk))
    context = _context(request, section)
    runs = may_organise(request.actor, section.tournament)
    return render(
        request,
        "tournaments/teams/league.html",
        {**context, "live": live, "runs": runs},
    )


@require_safe
def live_league(request: OfficeRequest, pk: int) -> HttpResponseBase:
    """Show the part of the page that keeps itself up to date."""

    def build() -> HttpResponse:
        context = _context(request, _open_league(request, pk))
        return render(request, "tournaments/teams/_league.html", context)

    return render_if_changed(request, _part(pk), build)


def _open_league(request: OfficeRequest, pk: int) -> Section:
    section = open_section(request, pk)
    if league_of(section) is None:
        raise Http404
    return section


def _part(pk: int) -> FreshPart:
    return FreshPart(
        reverse("tournaments:live_league", args=[pk]),
        Tournament.objects.filter(sections=pk),
    )


def _context(request: OfficeRequest, section: Section) -> dict[str, object]:
    shown = league_shown(section, request.actor, request.today)
    tournament = section.tournament
    players = [
        (row, performance_in(tournament.pool_id, tournament.start_date, row.met))
        for row in shown.players
    ]
    return {
        "section": section,
        "tournament": tournament,
        "shown": shown,
        "players": players,
    }
