"""The table, the crosstable and the players of a league."""

import pytest

from federation.permissions import NOBODY
from ratings.rules.event_performance import PerformanceGame
from tests.factories import NOON, ClubFactory, MembershipFactory, acting
from tests.ratings.rating_lists import rated
from tests.tournaments.teams import (
    begun,
    confirmed,
    entered,
    line_up,
    members_of,
    started_league,
)
from tests.worlds import shared
from tournaments.domain.teams.withdrawals import withdraw_team
from tournaments.queries.teams.league_table import league_shown

pytestmark = pytest.mark.django_db
HOME_WINS = ("0-1", "1-0")
"""Results of two boards won by the home team, which has Black on the first."""


def shown(group):
    return league_shown(group, NOBODY, NOON.date())


@shared
def four():
    """Return a league of four teams on two boards, with three points for a won match."""
    clubs = [ClubFactory() for _ in range(4)]
    return started_league(*clubs, boards=2, for_win=3, tolerance=500)


def matches(group, number):
    return list(group.matches.with_teams().filter(round=number).order_by("number"))


def test_current_round_is_the_first_with_an_unconfirmed_match(four):
    assert shown(four).current_round.number == 1
    one, other = matches(four, 1)
    confirmed(begun(one, 2), *HOME_WINS)
    assert shown(four).current_round.number == 1

    confirmed(begun(other, 2), *HOME_WINS)
    assert shown(four).current_round.number == 2

    for number in (2, 3):
        for match in matches(four, number):
            confirmed(begun(match, 2), *HOME_WINS)
    assert shown(four).current_round.number == 3


def test_only_confirmed_matches_count_and_by_the_points_of_the_league(four):
    one, other = matches(four, 1)
    confirmed(begun(one, 2), *HOME_WINS)
    entered(begun(other, 2), *HOME_WINS)

    rows = {row.team: row for row in shown(four).rows}

    assert [
        (rows[team].standing.match_points, rows[team].standing.half_points)
        for team in (one.home, one.away, other.home, other.away)
    ] == [(3, 4), (0, 0), (0, 0), (0, 0)]
    assert {each.team for each in shown(four).players} == {one.home, one.away}


def test_crosstable_has_each_match_from_the_side_of_its_row():
    group = started_league(ClubFactory(), ClubFactory(), boards=2, cycles=2)
    (first,), (second,) = matches(group, 1), matches(group, 2)
    assert second.home == first.away
    confirmed(begun(first, 2), "0-1", "1/2")
    confirmed(begun(second, 2), "1/2", "1/2")

    cells = {
        row.team: [
            None if cell is None else [each.own_half for each in cell]
            for cell in row.cells
        ]
        for row in shown(group).rows
    }

    assert cells == {
        first.home: [None, [3, 2]],
        first.away: [[1, 2], None],
    }


def test_players_of_a_team_are_ordered_by_points_then_by_fewer_games():
    """The first player of the home team draws twice, the second wins once."""
    group = started_league(ClubFactory(), ClubFactory(), boards=2, cycles=2)
    (first,), (second,) = matches(group, 1), matches(group, 2)
    home, away = first.home, first.away
    ada, bo = members_of(home, 2)
    others = members_of(away, 2)
    line_up(first, home, [ada, bo])
    line_up(first, away, others)
    first.refresh_from_db()
    confirmed(first, "1/2", "1-0")
    line_up(second, home, [ada, None])
    line_up(second, away, others)
    second.refresh_from_db()
    confirmed(second, "1/2", "full-bye")

    rows = [
        (row.entry.player_id, row.team, row.half_points, row.games)
        for row in shown(group).players
    ]

    assert rows == [
        (bo, home, 2, 1),
        (ada, home, 2, 2),
        (others[0], away, 2, 2),
        (others[1], away, 2, 1),
    ]


def test_performance_is_of_played_games():
    group = started_league(ClubFactory(), ClubFactory(), boards=2)
    (match,) = matches(group, 1)
    strong, weak = rated(2000), rated(1800)
    for player in (strong, weak):
        MembershipFactory(player=player, club=match.home.club, is_main=False)
    line_up(match, match.home, [strong.pk, weak.pk])
    line_up(match, match.away, members_of(match.away, 2))
    match.refresh_from_db()
    # Strong wins on board 1 with Black; weak wins board 2 by forfeit.
    confirmed(match, "0-1", "+-")

    met = {row.entry.player_id: row.met for row in shown(group).players}

    assert met[strong.pk] == (PerformanceGame(2000, 1300, 2),)
    assert met[weak.pk] == ()


def test_games_of_a_player_are_those_played_and_forfeits_are_counted_apart():
    """The home team wins board 2 by forfeit; then its place there is empty."""
    group = started_league(ClubFactory(), ClubFactory(), boards=2, cycles=2)
    (first,), (second,) = matches(group, 1), matches(group, 2)
    ada, bo = members_of(first.home, 2)
    others = members_of(first.away, 2)
    for match, places in ((first, [ada, bo]), (second, [ada, None])):
        line_up(match, first.home, places)
        line_up(match, first.away, others)
        match.refresh_from_db()
    confirmed(first, "0-1", "+-")
    confirmed(second, "1-0", "full-bye")

    rows = {
        row.entry.player_id: (row.games, row.forfeits, row.half_points)
        for row in shown(group).players
    }

    assert {ada, bo, *others} == rows.keys()
    assert (rows[bo], rows[others[1]]) == ((0, 1, 2), (0, 2, 2))
    assert (rows[ada][:2], rows[others[0]][:2]) == ((2, 0), (2, 0))


def standings(group, until=None):
    """Return number, matches that count, match points and half points of each team."""
    table = league_shown(group, NOBODY, NOON.date(), until)
    return [
        (
            row.team.number,
            row.standing.played,
            row.standing.match_points,
            row.standing.half_points,
        )
        for row in table.rows
    ]


def withdraws(group, number, *, strikes):
    team = group.teams.get(number=number)
    withdraw_team(team.pk, "Too few players", strikes=strikes, acting=acting())


def first_round_won_at_home(group):
    """Play 1-4 and 2-3 of four teams, won by the home teams."""
    for match in matches(group, 1):
        assert (match.home.number, match.away.number) in ((1, 4), (2, 3))
        confirmed(begun(match, 2), *HOME_WINS)


def test_opponents_win_the_matches_that_a_team_does_not_play(four):
    first_round_won_at_home(four)
    withdraws(four, 3, strikes=False)

    first, *level, last = standings(four)
    assert (first, last) == ((1, 2, 6, 8), (3, 3, 0, 0))
    assert sorted(level) == [(2, 1, 3, 4), (4, 2, 3, 4)]
    assert sorted(standings(four, until=1)) == [
        (1, 1, 3, 4),
        (2, 1, 3, 4),
        (3, 1, 0, 0),
        (4, 1, 0, 0),
    ]


def test_struck_matches_count_for_neither_team_and_the_team_is_last(four):
    first_round_won_at_home(four)
    withdraws(four, 1, strikes=True)

    first, *level, struck = standings(four)
    assert (first, struck) == ((2, 1, 3, 4), (1, 0, 0, 0))
    assert sorted(level) == [(3, 1, 0, 0), (4, 0, 0, 0)]
    last = shown(four).rows[-1]
    assert sum(len(cell) for cell in last.cells if cell is not None) == 1
    assert {each.team.number for each in shown(four).players} == {1, 2, 3, 4}


def test_match_of_two_teams_that_withdrew_is_lost_by_both(four):
    for number in (1, 4):
        withdraws(four, number, strikes=False)

    assert sorted(standings(four)) == [
        (1, 3, 0, 0),
        (2, 2, 6, 8),
        (3, 2, 6, 8),
        (4, 3, 0, 0),
    ]


def test_round_without_an_awaited_match_is_not_the_current_one(four):
    confirmed(begun(matches(four, 1)[1], 2), *HOME_WINS)
    assert shown(four).current_round.number == 1
    withdraws(four, 1, strikes=True)
    assert shown(four).current_round.number == 2
