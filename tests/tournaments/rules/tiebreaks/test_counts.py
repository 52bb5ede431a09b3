"""Tie-breaks that count a player's own rounds, with their working, computed by hand."""

import pytest

from tests.tournaments.rules.tiebreaks.records import record
from tournaments.rules.points import PointSystem
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.values import StepKind, WorkingLine

# A win with White, a draw and a win with Black, a forfeit won, each kind of bye, a round
# of absence, a loss.
ONE = [
    ("played", 2, 2, "w"),
    ("played", 1, 3, "b"),
    ("played", 2, 4, "b"),
    ("forfeit", 2, 5, "b"),
    ("allocated_bye", 2),
    ("full_bye", 2),
    ("half_bye", 1),
    ("absent", 0),
    ("played", 0, 6, "b"),
]
SIX = {1: ONE, **{number: [("absent", 0)] * 9 for number in range(2, 7)}}
FOUND = record(SIX, 9, ratings={1: 1500, 2: 1600})


def game(round_, points, total, *opponents, own):
    return WorkingLine(StepKind.GAME, points, total, round_, opponents, own=own)


def value(code, entry=1, found=FOUND):
    return TIE_BREAKS[code].compute(found, (entry,))[entry]


WON = [
    game(1, 1, 1, 2, own=2),
    game(3, 1, 2, 4, own=2),
    game(4, 1, 3, 5, own=2),
    game(5, 1, 4, own=2),
    game(6, 1, 5, own=2),
]
BLACK = [game(2, 1, 1, 3, own=1), game(3, 1, 2, 4, own=2), game(9, 1, 3, 6, own=0)]


@pytest.mark.parametrize(
    ("code", "steps"),
    [
        # FIDE C.07 7.1: a full point, however it was obtained.
        ("rounds_won", WON),
        # 7.2: over the board.
        ("wins", WON[:2]),
        # 7.3 and 7.4.
        ("black_games", BLACK),
        ("black_wins", [game(3, 1, 1, 4, own=2)]),
        # 7.6: except for the half bye and the absence, which the player chose.
        (
            "rounds_elected",
            [
                game(1, 1, 1, 2, own=2),
                game(2, 1, 2, 3, own=1),
                game(3, 1, 3, 4, own=2),
                game(4, 1, 4, 5, own=2),
                game(5, 1, 5, own=2),
                game(6, 1, 6, own=2),
                game(9, 1, 7, 6, own=0),
            ],
        ),
        # 7.7: a point for more than a draw, half a point for as much.
        (
            "standard_points",
            [
                game(1, 2, 2, 2, own=2),
                game(2, 1, 3, 3, own=1),
                game(3, 2, 5, 4, own=2),
                game(4, 2, 7, 5, own=2),
                game(5, 2, 9, own=2),
                game(6, 2, 11, own=2),
                game(7, 1, 12, own=1),
                game(8, 0, 12, own=0),
                game(9, 0, 12, 6, own=0),
            ],
        ),
    ],
)
def test_each_round_that_counts_is_shown_with_its_opponent_and_its_points(code, steps):
    found = value(code)
    assert list(found.working) == steps
    assert found.key == (steps[-1].total,)
    assert found.cut == ()


RUNNING = (2, 3, 5, 7, 9, 11, 12, 12, 12)


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_running_scores_are_summed_without_those_of_the_first_rounds(cut):
    found = value("progressive_fide" + (f"_cut{cut}" if cut else ""))
    assert found.working == tuple(
        WorkingLine(StepKind.ROUND, score, None, number)
        for number, score in enumerate(RUNNING, start=1)
    )
    assert found.key == (sum(RUNNING[cut:]),)
    assert found.cut == tuple(range(cut))


def test_more_rounds_can_be_cut_than_there_are():
    short = record({1: [("played", 2, 2)], 2: [("played", 0, 1)]}, 1)
    found = value("progressive_fide_cut2", found=short)
    assert (found.key, found.cut) == ((0,), (0,))


def test_rating_and_number_are_shown_as_they_are():
    rating, number = value("rating"), value("pairing_number")
    assert rating.working == (WorkingLine(StepKind.OWN_RATING, 1500),)
    assert number.working == (WorkingLine(StepKind.NUMBER, 1),)
    assert (rating.key, number.key) == ((1500,), (-1,))
    assert value("rating", 3).working == ()


def test_wins_and_draws_follow_the_point_system_of_the_section():
    # Three points for a win and one for a draw: 6 and 2 half points.
    rounds = [("played", 6, 2, "b"), ("played", 2, 2, "w"), ("half_bye", 2)]
    players = {
        1: rounds,
        2: [("played", 0, 1, "w"), ("played", 2, 1, "b"), ("absent", 0)],
    }
    found = record(players, 3, points=PointSystem(6, 2, 0))
    codes = ("rounds_won", "wins", "black_wins", "standard_points", "rounds_elected")
    keys = [value(code, found=found).key for code in codes]
    assert keys == [(1,), (1,), (1,), (4,), (2,)]
