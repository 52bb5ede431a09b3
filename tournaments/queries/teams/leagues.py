"""Which matches of leagues are confirmed, and how many of a team."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Pairing, Section, Team, TeamMatch


def unconfirmed_matches(sections: Sequence[Section]) -> tuple[TeamMatch, ...]:
    """Return the matches of these sections that are not confirmed, in order, without
    those that are not played.
    """
    rows = TeamMatch.objects.filter(section__in=sections).awaited()
    return tuple(
        rows.with_teams()
        .select_related("section__league")
        .order_by("section", "round", "number")
    )


@dataclass(frozen=True, slots=True)
class MatchesOfTeam:
    """How many matches a team has: all, those that are confirmed, those that have begun
    and are not, and those that have not begun.
    """

    scheduled: int
    confirmed: int
    under_way: int
    ahead: int


def matches_of_team(team: Team) -> MatchesOfTeam:
    rows = TeamMatch.objects.filter(Q(home=team) | Q(away=team))
    counted = rows.aggregate(
        scheduled=Count("pk"), begun=Count("begun_at"), confirmed=Count("confirmed_at")
    )
    return MatchesOfTeam(
        scheduled=counted["scheduled"],
        confirmed=counted["confirmed"],
        under_way=counted["begun"] - counted["confirmed"],
        ahead=counted["scheduled"] - counted["begun"],
    )


def boards_in(match: TeamMatch) -> Iterator[tuple[int, int, int]]:
    """Yield section, round and number of each board of the match."""
    size = match.section.league.boards
    first = (match.number - 1) * size
    for board in range(first + 1, first + size + 1):
        yield match.section_id, match.round, board


def is_confirmed(pairing: Pairing) -> bool:
    """Return whether the board belongs to a match that is confirmed."""
    matches = TeamMatch.objects.filter(
        section=pairing.section_id, round=pairing.round, confirmed_at__isnull=False
    ).select_related("section__league")
    board = (pairing.section_id, pairing.round, pairing.board)
    return any(board in boards_in(match) for match in matches)
