"""Locking a match or a team, with its tournament."""

from collections.abc import Sequence

from tournaments.domain.locking import EDITABLE_STATES, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import TournamentState
from tournaments.models import League, Pairing, Section, Team, TeamMatch


def lock_match(match_id: int) -> TeamMatch:
    """Return the match, with its tournament locked and running; refusals: `state` or
    `gone`.
    """
    section_id = (
        TeamMatch.objects.filter(pk=match_id).values_list("section", flat=True).first()
    )
    if section_id is None:
        raise TournamentRefusal("gone")
    section = lock_section(section_id, TournamentState.RUNNING)
    match = TeamMatch.objects.with_teams().filter(pk=match_id).first()
    if match is None:
        raise TournamentRefusal("gone")
    match.section = section
    return match


def lock_section_of_teams(
    section_id: int, states: Sequence[TournamentState] = EDITABLE_STATES
) -> Section:
    """Return the section, with its tournament locked; refusals: `state`, `gone` or
    `no_league`.
    """
    section = lock_section(section_id, *states)
    if not League.objects.filter(section=section).exists():
        raise TournamentRefusal("no_league")
    return section


def lock_team(
    team_id: int, states: Sequence[TournamentState] = EDITABLE_STATES
) -> Team:
    """Return the team, with its tournament locked; refusals: `state`, `gone` or
    `no_league`.
    """
    found = Team.objects.filter(pk=team_id).first()
    if found is None:
        raise TournamentRefusal("gone")
    section = lock_section_of_teams(found.section_id, states)
    team = Team.objects.filter(pk=team_id).first()
    if team is None:
        raise TournamentRefusal("gone")
    team.section = section
    return team


def boards_of_match(match: TeamMatch) -> list[Pairing]:
    """Return the boards of the match in the section's round, in order; places that are
    empty on both sides have none.
    """
    size = match.section.league.boards
    first = (match.number - 1) * size
    return list(
        match.section.pairings.filter(
            round=match.round, board__gt=first, board__lte=first + size
        ).in_order()
    )


def seen_of(boards: list[Pairing]) -> str:
    """Return a fingerprint of the results that a user saw, which changes with each of
    them.
    """
    return "-".join(str(board.version) for board in boards)
