"""A team withdraws from its league, or plays on after all."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.captains.letters import notify_of_withdrawal
from tournaments.domain.locking import count_change
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.teams.locking import lock_team
from tournaments.enums import TournamentState
from tournaments.models import Team

WITHDRAWAL = ["withdrawn_at", "withdrawn_by", "withdrawal_reason", "matches_struck"]


@transaction.atomic
def withdraw_team(
    team_id: int, reason: str, *, strikes: bool, acting: ActionContext
) -> Team:
    """Let a team withdraw from a league that has started.

    Its matches that have not begun are not played. With `strikes` no match of the team
    counts in the table; without it, the matches that have begun count as they end, and
    the others are won by the opponents by forfeit. The captains of all teams are
    notified.

    Refusals: `not_started`, `team_withdrawn` or `no_reason`.
    """
    team = lock_team(team_id, [TournamentState.RUNNING])
    if not team.section.started_at:
        raise TournamentRefusal("not_started")
    if team.withdrawn_at:
        raise TournamentRefusal("team_withdrawn", team=team.name)
    if not reason.strip():
        raise TournamentRefusal("no_reason")
    team.withdrawn_at, team.withdrawn_by_id = acting.at, acting.user_id
    team.withdrawal_reason, team.matches_struck = reason.strip(), strikes
    team.save(update_fields=WITHDRAWAL)
    notify_of_withdrawal(team, acting)
    count_change(team.section.tournament)
    return team


@transaction.atomic
def readmit_team(team_id: int, *, acting: ActionContext) -> Team:
    """Undo a withdrawal: the team's matches count and are awaited as before.

    Refusal: `team_plays`.
    """
    team = lock_team(team_id, [TournamentState.RUNNING])
    if not team.withdrawn_at:
        raise TournamentRefusal("team_plays", team=team.name)
    team.withdrawn_at = team.withdrawn_by = None
    team.withdrawal_reason, team.matches_struck = "", False
    team.save(update_fields=WITHDRAWAL)
    notify_of_withdrawal(team, acting)
    count_change(team.section.tournament)
    return team
