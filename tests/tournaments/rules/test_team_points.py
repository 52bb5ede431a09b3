from tournaments.rules.results import Colour
from tournaments.rules.teams.line_ups import first_out_of_order, home_colour
from tournaments.rules.teams.points import (
    MatchPoints,
    MatchScore,
    TeamOrder,
    rank_teams,
)
from tournaments.rules.teams.withdrawals import awarded_half_points, is_too_early

USUAL = MatchPoints()


def places(*rows):
    return [row.number for row in rows]


def test_match_points_come_before_board_points():
    matches = [MatchScore(1, 2, 5, 3), MatchScore(3, 2, 8, 0), MatchScore(1, 3, 5, 3)]
    rows = rank_teams((1, 2, 3), matches, USUAL, "seed")
    assert [(r.number, r.place, r.match_points, r.half_points) for r in rows] == [
        (1, 1, 4, 10),
        (3, 2, 2, 11),
        (2, 3, 0, 3),
    ]
    assert [row.parted_by for row in rows] == [
        None,
        TeamOrder.MATCH_POINTS,
        TeamOrder.MATCH_POINTS,
    ]


def test_tied_teams_are_separated_by_board_points_then_by_their_own_match():
    matches = [
        MatchScore(1, 2, 3, 5), MatchScore(1, 3, 6, 2), MatchScore(1, 4, 5, 3),
        MatchScore(2, 3, 3, 5), MatchScore(2, 4, 6, 2), MatchScore(3, 4, 4, 4),
    ]  # fmt: skip
    rows = rank_teams((1, 2, 3, 4), matches, USUAL, "seed")
    assert places(*rows) == [2, 1, 3, 4]
    assert rows[1].parted_by is TeamOrder.MUTUAL
    assert (rows[0].mutual_points, rows[1].mutual_points) == (2, 0)


def test_teams_tied_in_everything_are_separated_by_the_same_lots():
    matches = [MatchScore(1, 2, 4, 4)]
    first = rank_teams((1, 2), matches, USUAL, "a seed")
    again = rank_teams((2, 1), matches, USUAL, "a seed")
    assert first == again
    assert first[1].parted_by is TeamOrder.LOTS


def test_other_match_points_are_counted():
    rows = rank_teams((1, 2), [MatchScore(1, 2, 5, 3)], MatchPoints(3, 1, 0), "s")
    assert [row.match_points for row in rows] == [3, 0]


def test_a_match_without_a_point_on_any_board_is_lost_by_both():
    rows = rank_teams((1, 2), [MatchScore(1, 2, 0, 0)], USUAL, "s")
    assert [(r.played, r.drawn, r.lost, r.match_points) for r in rows] == [
        (1, 0, 1, 0),
        (1, 0, 1, 0),
    ]


def test_line_up_order_is_violated_only_above_the_tolerance():
    assert first_out_of_order([1900, 1800, 1700], 0) is None
    assert first_out_of_order([1800, 1900, 1700], 0) == 2
    assert first_out_of_order([1800, 1850, 1700], 50) is None
    assert first_out_of_order([1800, 1700, None, 1801], 100) == 4
    assert first_out_of_order([1800, None, 1800], 0) is None


def test_counted_matches_are_won_drawn_and_lost():
    matches = [
        MatchScore(1, 2, 5, 3), MatchScore(1, 3, 6, 2), MatchScore(4, 1, 4, 4),
        MatchScore(1, 5, 1, 7), MatchScore(6, 1, 4, 4), MatchScore(1, 7, 5, 3),
    ]  # fmt: skip
    first, *_others = rank_teams((1,), matches, USUAL, "s")
    assert (first.won, first.drawn, first.lost, first.played) == (3, 2, 1, 6)
    assert (first.match_points, first.half_points) == (8, 25)


def test_tied_teams_are_separated_by_the_boards_of_their_own_matches():
    # All three have won one of their matches: 1 by 5, 2 by 7 and 3 by 4½ points.
    matches = [
        MatchScore(1, 2, 10, 6), MatchScore(2, 3, 14, 2), MatchScore(3, 1, 9, 7),
        MatchScore(1, 4, 9, 7), MatchScore(2, 4, 6, 10), MatchScore(3, 4, 15, 1),
    ]  # fmt: skip
    rows = rank_teams((4, 3, 2, 1), matches, MatchPoints(0, 0, 0), "s")
    assert [(r.number, r.half_points, r.mutual_half) for r in rows] == [
        (2, 26, 20),
        (1, 26, 17),
        (3, 26, 11),
        (4, 18, 0),
    ]
    assert [row.parted_by for row in rows] == [
        None,
        TeamOrder.MUTUAL,
        TeamOrder.MUTUAL,
        TeamOrder.BOARD_POINTS,
    ]


def test_the_home_team_has_the_colour_of_the_first_board_on_every_other_board():
    white, black = Colour.WHITE, Colour.BLACK
    boards = [1, 2, 3, 4]
    assert [home_colour(board, white) for board in boards] == [white, black] * 2
    assert [home_colour(board, black) for board in boards] == [black, white] * 2


def test_team_withdraws_too_early_with_less_than_half_of_its_matches_finished():
    # SSF §11.1a says so of the games of a player.
    assert [is_too_early(finished, 9) for finished in (0, 4, 5)] == [True, True, False]
    assert [is_too_early(finished, 10) for finished in (4, 5)] == [True, False]


def test_match_that_is_not_played_gives_its_opponents_every_board():
    assert awarded_half_points(8, has_withdrawn=False) == 16
    assert awarded_half_points(8, has_withdrawn=True) == 0
