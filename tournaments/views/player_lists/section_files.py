"""A section as public files to download."""

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.views.files import as_file
from federation.views.table_files import TableFile, table_file
from tournaments.formats.pgn import write_pgn
from tournaments.formats.trf.writing import write_trf
from tournaments.models import Section
from tournaments.queries.player_lists.section_facts import SectionFacts, section_facts
from tournaments.queries.player_lists.section_file import section_file
from tournaments.queries.player_lists.section_games import games_in
from tournaments.queries.teams.league_table import league_shown
from tournaments.views.access import latest_publication, may_organise, open_tournament
from tournaments.views.player_lists.section_tables import (
    TABLES,
    team_standing_rows,
    team_standings_head,
)

PLAIN = "text/plain; charset=utf-8"
PGN = "application/vnd.chess-pgn; charset=utf-8"


@require_safe
def section_trf(request: OfficeRequest, pk: int) -> HttpResponse:
    """Return the section's tournament file for other programs, with unchanged names."""
    facts = _facts(request, pk)
    return _tournament_file(request, facts, is_for_fide=False)


@require_safe
def section_trf_for_fide(request: OfficeRequest, pk: int) -> HttpResponse:
    """Return the section's tournament file for FIDE, whose lists have names in ASCII."""
    facts = _facts(request, pk)
    return _tournament_file(request, facts, is_for_fide=True)


@require_safe
def section_pgn(request: OfficeRequest, pk: int) -> HttpResponse:
    """Return the games of the section as PGN, without moves."""
    facts = _facts(request, pk)
    return _download(facts, "".join(write_pgn(games_in(facts))), PGN, ".pgn")


@require_safe
def section_table(
    request: OfficeRequest, pk: int, what: str, kind: str
) -> HttpResponseBase:
    """Return a table of the section as CSV or as an Excel workbook. The standings of a
    league are those of its teams, and it has no crosstable of players.
    """
    table = TABLES.get(what)
    if table is None:
        raise Http404
    facts = _facts(request, pk)
    if table.is_of_started and not facts.section.started_at:
        raise Http404
    name = f"{_name(facts)} {table.name}"
    head, rows = table.head(facts), table.rows(facts)
    if table.ranks_players and facts.section.is_played_by_teams:
        if what != "standings":
            raise Http404
        league = league_shown(facts.section, request.actor, request.today)
        head, rows = team_standings_head(), team_standing_rows(league)
    return table_file(TableFile(name, str(table.name), head, rows), kind)


def _facts(request: OfficeRequest, pk: int) -> SectionFacts:
    section = get_object_or_404(Section, pk=pk)
    section.tournament = open_tournament(request, section.tournament_id)
    hidden_at = latest_publication(request, section.tournament)
    return section_facts(section, request.actor, timezone.now(), hidden_at)


def _tournament_file(
    request: OfficeRequest, facts: SectionFacts, *, is_for_fide: bool
) -> HttpResponse:
    is_for_organiser = may_organise(request.actor, facts.section.tournament)
    written = section_file(facts, is_for_organiser=is_for_organiser)
    text = write_trf(written, is_for_fide=is_for_fide)
    return _download(facts, text, PLAIN, " FIDE.trf" if is_for_fide else ".trf")


def _download(
    facts: SectionFacts, content: str, content_type: str, ending: str
) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    return as_file(answer, f"{_name(facts)}{ending}")


def _name(facts: SectionFacts) -> str:
    return f"{facts.section.tournament.name} {facts.section.name}"
