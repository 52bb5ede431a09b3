"""Direct encounter by FIDE C.07 6, computed by hand."""

from tests.tournaments.rules.tiebreaks.records import record
from tournaments.rules.tiebreaks.encounters import rank_encounters


def places(count, games):
    """Return the places of players 1 to `count` by `games` (one, other, half points of
    one).
    """
    players = {number: [] for number in range(1, count + 1)}
    for one, other, half_points in games:
        players[one].append(("played", half_points, other, "w"))
        players[other].append(("played", 2 - half_points, one, "b"))
    longest = max(map(len, players.values()))
    found = rank_encounters(record(players, longest), tuple(players))
    return {
        number: value.key[0] if value.key else None for number, value in found.items()
    }


def test_all_who_have_met_are_ranked_by_points_and_the_tied_are_compared_again():
    # 1 has two points, 2 and 3 half a point each and their draw, 4 as much as 3.
    assert places(3, [(1, 2, 2), (1, 3, 2), (2, 3, 1)]) == {1: -1, 2: -2, 3: -2}
    # 1, 2 and 3 have two points each in a circle: only 4 is separated.
    circle = [(1, 2, 2), (2, 3, 2), (3, 1, 2)]
    last = [(1, 4, 2), (2, 4, 2), (3, 4, 2)]
    assert places(4, circle + last) == {1: -1, 2: -1, 3: -1, 4: -4}
    assert places(3, circle) == {1: None, 2: None, 3: None}


def test_two_tied_players_are_separated_by_their_own_game():
    # 2 and 3 have one point each from the games of all four; 2 won against 3.
    games = [(1, 2, 2), (1, 3, 2), (1, 4, 2), (2, 3, 2), (3, 4, 2), (4, 2, 2)]
    assert places(4, games) == {1: -1, 2: -2, 3: -2, 4: -2}
    drawn = [(1, 2, 2), (1, 3, 1), (1, 4, 2), (2, 3, 2), (3, 4, 1), (4, 2, 0)]
    # 1 has 5, 2 has 4, 3 has 2 and 4 has 1 half points.
    assert places(4, drawn) == {1: -1, 2: -2, 3: -3, 4: -4}


def test_player_is_first_if_no_missing_game_could_change_it():
    # 2 and 3 have not met: either could have one point, and 1 has two.
    assert places(3, [(1, 2, 2), (1, 3, 2)]) == {1: -1, 2: -2, 3: -2}
    # 1 and 3 have not met: 3 could have two points, as many as 1.
    assert places(3, [(1, 2, 2), (3, 2, 0)]) == {1: None, 2: None, 3: None}


def test_all_are_separated_though_the_first_has_not_met_the_last():
    games = [
        *[(1, n, 2) for n in (2, 3, 4)],
        *[(2, 3, 1), (2, 4, 2), (2, 5, 2)],
        *[(3, 4, 1), (3, 5, 2)],
        (4, 5, 2),
    ]
    # 3, 2½, 2, 1½ points, and 0 which might have been one.
    assert places(5, games) == {1: -1, 2: -2, 3: -3, 4: -4, 5: -5}


def test_working_has_the_games_against_tied_players():
    players = {
        1: [("played", 2, 2, "w"), ("played", 1, 3, "b")],
        2: [("played", 0, 1, "b"), ("absent", 0)],
        3: [("absent", 0), ("played", 1, 1, "w")],
    }
    found = rank_encounters(record(players, 2), (1, 2))
    steps = [(step.opponents, step.amount, step.round) for step in found[1].working]
    assert steps == [((2,), 2, 1)]
    assert {number: value.key for number, value in found.items()} == {
        1: (-1,),
        2: (-2,),
    }


def test_several_games_against_one_opponent_count_as_one_with_their_mean():
    # 1 and 2 have met three times: 1 has a point and a half of three, half a point.
    twice = [(1, 2, 2), (1, 2, 1), (1, 2, 0), (1, 3, 2), (2, 3, 1)]
    # 3 points and 2: 1 has 1½, 2 has 1, 3 has ½.
    assert places(3, twice) == {1: -1, 2: -2, 3: -3}
    # By the sum of the games, 2 with three draws would be before 1.
    sums = [(1, 3, 2), (1, 2, 1), (2, 3, 1), (2, 3, 1), (2, 3, 1)]
    assert places(3, sums) == {1: -1, 2: -2, 3: -3}
