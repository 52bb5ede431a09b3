"""LASK 7a to 7e: what a club returns to the committee."""

from dataclasses import replace

import pytest

from ratings.rules.lask.annual_return import (
    ClubPlayer,
    Disagreement,
    OutsideGame,
    ReturnLine,
    check_return,
    compare_returns,
    make_return,
)
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry

LASK = LaskParameters()
PLAYERS = [
    ClubPlayer("Anna", 1900, games=6),
    ClubPlayer("Bo", 1750, games=1),
    ClubPlayer("Cilla", 1600, games=3, original=1620),
]
# Anna wins against an equal and loses to one 100 points weaker; Bo draws.
OUTSIDE = [OutsideGame("Anna", 16), OutsideGame("Anna", -20), OutsideGame("Bo", 2)]
RETURN = make_return(PLAYERS, OUTSIDE, LASK)


def with_line(row, **changed):
    lines = list(RETURN.lines)
    lines[row] = replace(lines[row], **changed)
    return replace(RETURN, lines=tuple(lines))


def test_return_has_ratings_deductions_and_sums():
    assert RETURN.lines == (
        ReturnLine("Anna", 1900, 6, 0, 1900, None),
        ReturnLine("Bo", 1750, 1, -20, 1730, None),
        ReturnLine("Cilla", 1600, 3, -9, 1591, 1620),
    )
    assert RETURN.total_deduction == -29
    assert (RETURN.games, RETURN.points) == (3, -2)


def test_newcomers_are_listed_with_their_original_ratings():
    assert [(line.player, line.original) for line in RETURN.newcomers] == [
        ("Cilla", 1620)
    ]


def test_a_return_made_from_the_ledger_agrees():
    assert check_return(RETURN, LASK) == ()
    assert compare_returns(RETURN, RETURN) == ()


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (
            with_line(1, deduction=-27, rating=1723),
            [
                Disagreement("deduction_of_player", -27, -20, "Bo"),
                Disagreement("total_deduction", -29, -36),
            ],
        ),
        (
            with_line(1, rating=1750),
            [Disagreement("rating_of_player", 1750, 1730, "Bo")],
        ),
        (
            replace(RETURN, total_deduction=-20),
            [Disagreement("total_deduction", -20, -29)],
        ),
        (
            replace(RETURN, games=11),
            [Disagreement("more_outside_games_than_games", 11, 10)],
        ),
        (
            replace(RETURN, games=-1, points=0),
            [
                Disagreement("more_outside_games_than_games", -1, 10),
                Disagreement("points_beyond_games", 0, -31),
            ],
        ),
        (replace(RETURN, games=10), []),
        (replace(RETURN, games=0, points=0), []),
        (
            replace(RETURN, games=2, points=63),
            [Disagreement("points_beyond_games", 63, 62)],
        ),
        (
            replace(RETURN, games=0, points=-1),
            [Disagreement("points_beyond_games", -1, 0)],
        ),
        (
            replace(RETURN, lines=RETURN.lines + RETURN.lines[:1]),
            [Disagreement("player_twice", 2, 1, "Anna")],
        ),
    ],
)
def test_inconsistencies_within_a_return_are_listed(stated, found):
    assert list(check_return(stated, LASK)) == found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (
            with_line(0, before=1910, rating=1910),
            [
                Disagreement("before", 1910, 1900, "Anna"),
                Disagreement("rating_of_player", 1910, 1900, "Anna"),
            ],
        ),
        (
            with_line(1, games=2, deduction=-14, rating=1736),
            [
                Disagreement("season_games", 2, 1, "Bo"),
                Disagreement("deduction_of_player", -14, -20, "Bo"),
                Disagreement("rating_of_player", 1736, 1730, "Bo"),
            ],
        ),
        (
            with_line(2, original=None),
            [Disagreement("original", None, 1620, "Cilla")],
        ),
        (
            replace(RETURN, lines=RETURN.lines[1:]),
            [Disagreement("player_missing", None, None, "Anna")],
        ),
        (
            with_line(1, player="Bosse"),
            [
                Disagreement("player_missing", None, None, "Bo"),
                Disagreement("player_unknown", None, None, "Bosse"),
            ],
        ),
        (
            replace(RETURN, total_deduction=-30, games=4, points=0),
            [
                Disagreement("total_deduction", -30, -29),
                Disagreement("outside_games", 4, 3),
                Disagreement("outside_points", 0, -2),
            ],
        ),
    ],
)
def test_differences_between_return_and_ledger_are_listed(stated, found):
    assert list(compare_returns(stated, RETURN)) == found


@pytest.mark.parametrize(
    ("players", "outside", "refused"),
    [
        ([ClubPlayer("A", -10_000, 0)], [], r"players\[0\].rating: too_low"),
        ([ClubPlayer("A", 1, -1)], [], r"players\[0\].games: too_low"),
        ([ClubPlayer("A", 1, 0, 10_000)], [], r"players\[0\].original: too_high"),
        ([ClubPlayer("A", 1, 0)] * 2, [], "players: player_twice"),
        (PLAYERS, [OutsideGame("D", 0)], r"outside\[0\].player: player_unknown"),
    ],
)
def test_impossible_ledger_is_refused(players, outside, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        make_return(players, outside, LASK)


def test_return_with_a_negative_number_of_games_is_refused():
    with pytest.raises(BadEntry, match=r"^games: too_low$"):
        check_return(with_line(0, games=-1), LASK)


def test_return_of_a_club_without_games_has_zeros():
    empty = make_return([], [], LASK)
    assert (empty.lines, empty.total_deduction, empty.games, empty.points) == (
        (), 0, 0, 0,
    )  # fmt: skip
    assert check_return(empty, LASK) == ()
