"""The matches that wait for a captain."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import F, Q

from federation.permissions import Actor, Permission
from tournaments.enums import MatchState, TournamentState
from tournaments.models import Team, TeamMatch

AHEAD = timedelta(days=7)
"""How long before its day a match waits for line-ups."""


@dataclass(frozen=True, slots=True)
class MatchWaiting:
    """A match that waits for the captain of `team`."""

    match: TeamMatch
    team: Team
    day: date

    @property
    def asks_line_up(self) -> bool:
        return self.match.begun_at is None


def matches_waiting(actor: Actor, today: date) -> list[MatchWaiting]:
    """Return what waits for the teams that the actor leads: a line-up, results, or the
    confirmation of results.
    """
    if not actor.signed_in:
        return []
    led = _led(actor, "home") | _led(actor, "away")
    rows = (
        TeamMatch.objects.with_teams()
        .awaited()
        .filter(led)
        .filter(
            section__tournament__state=TournamentState.RUNNING,
            section__round_days__number=F("round"),
            section__round_days__date__lte=today + AHEAD,
        )
        .annotate(day=F("section__round_days__date"))
        .select_related("section__tournament")
        .prefetch_related("line_ups")
        .order_by("day", "pk")
    )
    return [each for match in rows for each in _waiting(match, actor)]


def _led(actor: Actor, side: str) -> Q:
    clubs = actor.club_ids(Permission.RUN_TOURNAMENT)
    captain = Q((f"{side}__captain", actor.user_id))
    return captain | Q((f"{side}__club__in", clubs))


def _waiting(match: TeamMatch, actor: Actor) -> Iterator[MatchWaiting]:
    clubs = actor.club_ids(Permission.RUN_TOURNAMENT)
    given = {line_up.team_id for line_up in match.line_ups.all()}
    for team in (match.home, match.away):
        if team.captain_id != actor.user_id and team.club_id not in clubs:
            continue
        # If both are given and the match has not begun, one is no longer valid or the
        # organiser has reopened them: then the match waits for both.
        if match.state == MatchState.AHEAD and given == {team.pk}:
            continue
        if match.state == MatchState.ENTERED and match.entered_for_id == team.pk:
            continue
        if match.state == MatchState.OBJECTED:
            continue
        yield MatchWaiting(match, team, vars(match)["day"])
