"""LASK Rankingregel 1 and 2, tables 3 and 5; rules 4, 5 and 8."""

import numpy as np
import pytest

from ratings.rules.lask.games import (
    find_compensation,
    game_changes,
    long_games,
    worth_of_game,
)
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry
from ratings.rules.rating_table import TableRow
from tests.ratings.rules.columns import game, lines_of
from tests.ratings.rules.live_steps import lines_between, rate_live, state_with

LASK = LaskParameters()

# Table 5 as printed; table 3 is +16, 0 and -16 with the same k.
TABLE_5 = [
    (0, 10, 0), (11, 33, 1), (34, 56, 2), (57, 79, 3), (80, 102, 4), (103, 126, 5),
    (127, 151, 6), (152, 178, 7), (179, 207, 8), (208, 236, 9), (237, 270, 10),
    (271, 308, 11), (309, 352, 12), (353, 409, 13), (410, 499, 14), (500, 3000, 15),
]  # fmt: skip
EDGES = [(edge, k) for low, high, k in TABLE_5 for edge in (low, high)]


@pytest.mark.parametrize(("difference", "k"), EDGES)
def test_every_row_is_16_or_0_less_the_compensation_for_the_stronger(difference, k):
    better, worse = 3500, 3500 - difference
    for half_points, points in [(2, 16), (1, 0), (0, -16)]:
        assert worth_of_game(better, worse, half_points, LASK).change == points - k
        assert worth_of_game(worse, better, half_points, LASK).change == points + k


def test_changes_are_not_halved_at_any_rating():
    # SSF halves from 2200; LASK does not. 2600 against 2400: k = 8.
    assert worth_of_game(2600, 2400, 2, LASK).change == 8
    numbers = [np.array([rating], np.float32) for rating in (2600, 2400)]
    assert game_changes(*numbers, np.array([2], np.int8), LASK).tolist() == [8]


def test_a_game_shows_its_difference_row_and_paragraph():
    worth = worth_of_game(1950, 2220, 2, LASK)
    assert worth.difference == 270
    assert worth.row == TableRow(237, 270, 10)
    assert (worth.compensation, worth.change) == (10, 26)
    assert worth.paragraph == "LASK Rankingregel 1"
    assert find_compensation(2220, 1950, LASK) == (TableRow(237, 270, 10), -10)


@pytest.mark.parametrize(
    ("own", "opponent", "half_points", "refused"),
    [
        (-10_000, 1900, 1, "own: too_low"),
        (10_000, 1900, 1, "own: too_high"),
        (1900, 1900.5, 1, "opponent: not_whole"),
        (1900, 1900, 3, "score: too_high"),
        (1900, 1900, -1, "score: too_low"),
        (1900, 1900, True, "score: not_whole"),
    ],
)
def test_invalid_ratings_and_scores_are_refused(own, opponent, half_points, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        worth_of_game(own, opponent, half_points, LASK)


def test_only_long_played_games_are_entered():
    # Rule 4: about three minutes a move, 180 for 60 moves. Rule 5: no forfeits.
    lines = lines_of(
        [
            game(0, 1, 2, minutes=180),
            game(0, 1, 2, minutes=179),
            game(0, 1, 2, minutes=240, played=False),
            game(0, 1, 2, minutes=240),
        ]
    )
    assert long_games(lines, LASK).tolist() == [True, False, False, True]


def test_changes_are_summed_from_the_base_ratings():
    # 1900 beats 1850 (k = 2): +14 and -14. 1900 draws with 1970 (k = 3): +3 and -3.
    state = state_with([1900, 1850, 1970, 1700])
    done = rate_live("lask_1970", state, lines_between([(0, 1, 2), (2, 0, 1)]))
    assert done.change.tolist() == [17, -14, -3, 0]
    assert done.games.tolist() == [2, 1, 1, 0]
    assert done.score.tolist() == [3, 0, 1, 0]
