"""Round robins against the tables of the FIDE Handbook (C.05, annex 1)."""

from collections import Counter
from itertools import combinations, cycle, pairwise

import pytest

from tournaments.rules.berger import schedule_double_round_robin, schedule_round_robin

PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8
        14-8 9-7 10-6 11-5 12-4 13-3 1-2
        2-14 3-1 4-13 5-12 6-11 7-10 8-9
        14-9 10-8 11-7 12-6 13-5 1-4 2-3
        3-14 4-2 5-1 6-13 7-12 8-11 9-10
        14-10 11-9 12-8 13-7 1-6 2-5 3-4
        4-14 5-3 6-2 7-1 8-13 9-12 10-11
        14-11 12-10 13-9 1-8 2-7 3-6 4-5
        5-14 6-4 7-3 8-2 9-1 10-13 11-12
        14-12 13-11 1-10 2-9 3-8 4-7 5-6
        6-14 7-5 8-4 9-3 10-2 11-1 12-13
        14-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-14 8-6 9-5 10-4 11-3 12-2 13-1
    """,
    16: """
        1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9
        16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10
        16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11
        16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12
        16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13
        16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14
        16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15
        16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1
    """,
}
"""The handbook prints no table for more than sixteen players."""
LARGER = (18, 20, 22, 24)
SIZES = range(2, 41)


def read_published(size):
    return [
        tuple(tuple(map(int, board.split("-"))) for board in line.split())
        for line in PUBLISHED[size].strip().splitlines()
    ]


def written_by_schurig(size):
    """Return a table in the form of Schurig (Deutsche Schachzeitung, 1886), which the
    handbook uses: all numbers but the last are named first, ascending from board to
    board and from round to round; their opponents are descending, beginning on the
    second board of round 1; the last number plays on the first board, with Black in the
    odd rounds.
    """
    first = cycle(range(1, size))
    second = cycle(range(size - 1, 0, -1))
    rounds = []
    for number in range(1, size):
        leader = next(first)
        top = (leader, size) if number % 2 else (size, leader)
        others = [(next(first), next(second)) for _ in range(size // 2 - 1)]
        rounds.append((top, *others))
    return rounds


def colours_of(rounds, player):
    return [
        "w" if player == white else "b"
        for planned in rounds
        for white, black in planned.boards
        if player in (white, black)
    ]


@pytest.mark.parametrize("size", PUBLISHED)
def test_even_sizes_are_the_published_tables(size):
    rounds = schedule_round_robin(size)
    assert [planned.boards for planned in rounds] == read_published(size)
    assert [planned.number for planned in rounds] == list(range(1, size))
    assert {planned.bye for planned in rounds} == {None}


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_published_tables_are_written_by_the_rule_of_schurig(size):
    assert written_by_schurig(size) == read_published(size)


@pytest.mark.parametrize("size", LARGER)
def test_larger_tables_are_written_by_the_same_rule(size):
    boards = [planned.boards for planned in schedule_round_robin(size)]
    assert boards == written_by_schurig(size)


@pytest.mark.parametrize("size", [n - 1 for n in (*PUBLISHED, *LARGER)])
def test_odd_sizes_give_the_bye_to_the_opponent_of_the_highest_number(size):
    for planned, published in zip(
        schedule_round_robin(size), written_by_schurig(size + 1), strict=True
    ):
        (rests,) = (min(board) for board in published if size + 1 in board)
        assert planned.bye == rests
        assert planned.boards == tuple(b for b in published if size + 1 not in b)


def test_two_players_meet_once():
    (only,) = schedule_round_robin(2)
    assert only.boards == ((1, 2),)


@pytest.mark.parametrize("size", SIZES)
def test_all_players_meet_once(size):
    boards = [
        board for planned in schedule_round_robin(size) for board in planned.boards
    ]
    assert Counter(frozenset(board) for board in boards) == Counter(
        frozenset(pair) for pair in combinations(range(1, size + 1), 2)
    )


@pytest.mark.parametrize("size", SIZES)
def test_each_player_has_one_game_or_a_bye_in_each_round(size):
    for planned in schedule_round_robin(size):
        busy = [player for board in planned.boards for player in board]
        resting = [] if planned.bye is None else [planned.bye]
        assert sorted(busy + resting) == list(range(1, size + 1))


@pytest.mark.parametrize("size", SIZES)
def test_colours_differ_by_at_most_one(size):
    rounds = schedule_round_robin(size)
    for player in range(1, size + 1):
        colours = Counter(colours_of(rounds, player))
        assert abs(colours["w"] - colours["b"]) <= 1


@pytest.mark.parametrize("size", SIZES)
def test_a_double_round_robin_meets_once_with_each_colour(size):
    rounds = schedule_double_round_robin(size)
    boards = [board for planned in rounds for board in planned.boards]
    assert Counter(boards) == Counter(
        (white, black)
        for white in range(1, size + 1)
        for black in range(1, size + 1)
        if white != black
    )
    assert [planned.number for planned in rounds] == list(range(1, len(rounds) + 1))


@pytest.mark.parametrize("size", SIZES)
def test_no_player_has_one_colour_three_times_running_in_a_double_round_robin(size):
    rounds = schedule_double_round_robin(size)
    for player in range(1, size + 1):
        colours = colours_of(rounds, player)
        threes = zip(colours, colours[1:], colours[2:], strict=False)
        assert not any(len(set(three)) == 1 for three in threes)


def test_double_round_robin_for_four_exchanges_the_last_rounds_of_the_first_cycle():
    assert [planned.boards for planned in schedule_double_round_robin(4)] == [
        ((1, 4), (2, 3)),
        ((2, 4), (3, 1)),
        ((4, 3), (1, 2)),
        ((4, 1), (3, 2)),
        ((3, 4), (2, 1)),
        ((4, 2), (1, 3)),
    ]


@pytest.mark.parametrize("size", [s for s in SIZES if s > 2])
def test_no_player_meets_the_same_opponent_in_two_rounds_running(size):
    rounds = schedule_double_round_robin(size)
    for one, next_one in pairwise(rounds):
        assert {frozenset(b) for b in one.boards}.isdisjoint(
            frozenset(b) for b in next_one.boards
        )


@pytest.mark.parametrize("size", [-1, 0, 1])
def test_fewer_than_two_players_are_refused(size):
    with pytest.raises(ValueError, match="at least two players"):
        schedule_round_robin(size)
    with pytest.raises(ValueError, match="at least two players"):
        schedule_double_round_robin(size)
