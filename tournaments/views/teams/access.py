"""Check who may act for a team, and who runs the league."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from federation.permissions import Actor, Permission
from federation.requests import OfficeRequest
from tournaments.models import League, Section, Team, TeamMatch
from tournaments.views.access import (
    may_organise,
    open_tournament,
    organised_section,
    set_rating_format_of,
)


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """What the reader may do in a match: `leads` are the teams that the reader leads,
    `runs` says whether the reader runs the league.
    """

    leads: tuple[Team, ...]
    runs: bool

    @property
    def side(self) -> Team | None:
        """The team for which the reader enters results; the home team if the reader
        leads both.
        """
        return self.leads[0] if self.leads else None


def leads(actor: Actor, team: Team) -> bool:
    """Return whether the reader is the captain, or the secretary or deputy of the club."""
    if not actor.signed_in:
        return False
    is_captain = team.captain_id == actor.user_id
    return is_captain or team.club_id in actor.club_ids(Permission.RUN_TOURNAMENT)


def access_to_match(request: OfficeRequest, match: TeamMatch) -> MatchAccess:
    led = (team for team in (match.home, match.away) if leads(request.actor, team))
    return MatchAccess(
        tuple(led), may_organise(request.actor, match.section.tournament)
    )


def open_match(request: OfficeRequest, pk: int) -> TeamMatch:
    """Return a match if the reader may see its tournament."""
    rows = TeamMatch.objects.with_teams().select_related(
        "section__league", "entered_by", "entered_for", "objected_by", "confirmed_by"
    )
    match = get_object_or_404(rows, pk=pk)
    match.section.tournament = open_tournament(request, match.section.tournament_id)
    set_rating_format_of(match.section.tournament, request.today)
    return match


def match_of_parties(request: OfficeRequest, pk: int) -> tuple[TeamMatch, MatchAccess]:
    """Return a match for its captains and the organiser; raise PermissionDenied for
    others.
    """
    match = open_match(request, pk)
    access = access_to_match(request, match)
    if not access.leads and not access.runs:
        raise PermissionDenied
    return match, access


def match_of_organiser(request: OfficeRequest, pk: int) -> TeamMatch:
    match = open_match(request, pk)
    if not may_organise(request.actor, match.section.tournament):
        raise PermissionDenied
    return match


def match_of_captain(
    request: OfficeRequest, pk: int, team: int
) -> tuple[TeamMatch, Team]:
    """Return a match and one of its teams if the reader leads it; otherwise raise
    PermissionDenied, because until the match begins only the team itself sees its
    line-up. Raises Http404 if the team does not play in the match.
    """
    match = open_match(request, pk)
    own = next((each for each in (match.home, match.away) if each.pk == team), None)
    if own is None:
        raise Http404
    if not leads(request.actor, own):
        raise PermissionDenied
    return match, own


def organised_team(request: OfficeRequest, pk: int) -> Team:
    team = get_object_or_404(Team.objects.select_related("club"), pk=pk)
    team.section = organised_section(request, team.section_id)
    return team


def league_of(section: Section) -> League | None:
    return League.objects.filter(section=section).first()
