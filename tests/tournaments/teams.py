"""Leagues of teams for tests, made by the acts of the office."""

from datetime import timedelta

from tests.factories import ClubFactory, acting, member, secretary_of
from tests.tournaments.tournaments_made import FIRST_DAY, section
from tournaments.domain.results import ResultWish
from tournaments.domain.teams.leagues import (
    LeagueDraft,
    TeamDraft,
    add_team,
    set_league,
    start_league,
)
from tournaments.domain.teams.line_ups import LineUpDraft, give_line_up
from tournaments.domain.teams.locking import boards_of_match, seen_of
from tournaments.domain.teams.match_results import confirm_match, enter_match


def league(*clubs, boards=4, of=None, **facts):
    """Return a section with a team of each club (two by default), not started."""
    of = of or section()
    set_league(of.pk, LeagueDraft(boards=boards, **facts), acting=acting())
    for club in clubs or (ClubFactory(), ClubFactory()):
        add_team(of.pk, TeamDraft(club.pk, f"{club.name} A"), acting=acting())
    of.refresh_from_db()
    return of


def started_league(*clubs, **facts):
    of = league(*clubs, **facts)
    days = [FIRST_DAY + timedelta(days=number) for number in range(3)]
    size = of.teams.count()
    rounds = (size - 1 + size % 2) * facts.get("cycles", 1)
    return start_league(of.pk, acting=acting(), round_dates=days[:rounds])


def members_of(team, count=4):
    return [member(team.club).pk for _ in range(count)]


def line_up(match, team, players, *, reason="", by=None):
    draft = LineUpDraft(tuple(players), reason)
    return give_line_up(match.pk, team.pk, draft, acting=acting(by))


def begun(match, boards=4):
    """Give both line-ups of the match, which begins it."""
    for team in (match.home, match.away):
        line_up(match, team, members_of(team, boards))
    match.refresh_from_db()
    return match


def wishes(match, *results):
    boards = boards_of_match(match)
    return [
        ResultWish(board.pk, text, board.version)
        for board, text in zip(boards, results, strict=True)
    ]


def entered(match, *results, by=None, side=None):
    """Enter the results as the home side, unless another is given."""
    by = by or secretary_of(match.home.club)
    side = side or match.home_id
    enter_match(match.pk, wishes(match, *results), side=side, acting=acting(by))
    match.refresh_from_db()
    return match


def seen(match):
    return seen_of(boards_of_match(match))


def confirmed(match, *results):
    """Enter the results as the home side and confirm them as the other."""
    entered(match, *results)
    by = secretary_of(match.away.club)
    confirm_match(match.pk, side=match.away_id, seen=seen(match), acting=acting(by))
    match.refresh_from_db()
    return match
