"""Differences, expectations, sums and rounding (FIDE Handbook B.02, 8.3)."""

import numpy as np
import pytest

from ratings.rules.elo.game_changes import (
    change_hundredths,
    counted_differences,
    expected_hundredths,
    nearest_whole,
    points_of_games,
    round_half_away,
    rounded_changes,
    sum_by_player,
    upgraded_games,
)
from ratings.rules.elo.parameters import EloParameters, edition


def column(*numbers, kind=np.int16):
    return np.array(numbers, kind)


def counted(own, opponent, name, event=0):
    (difference,) = counted_differences(
        column(own), column(opponent), edition(name), column(event)
    )
    return int(difference)


@pytest.mark.parametrize(
    ("own", "opponent", "name", "difference"),
    [
        # 8.3.1 of October 2025: own rating decides, 2650 is exempt.
        (2649, 2149, "2025-10", 400),
        (2650, 2150, "2025-10", 500),
        (2150, 2650, "2025-10", -400),
        (2700, 1900, "2025-10", 800),
        (2650, 3100, "2025-10", -450),
        (2000, 1600, "2025-10", 400),
        (2000, 1599, "2025-10", 400),
        # Of March 2024: all players.
        (2650, 2150, "2024-03", 400),
        (2150, 2650, "2024-03", -400),
        # Of 2022: the lower-rated player always, the higher-rated one by one game.
        (1500, 2000, "2022", -400),
        (2000, 1500, "2022", 400),
    ],
)
def test_a_difference_above_400_counts_as_400_for_those_below_2650(
    own, opponent, name, difference
):
    assert counted(own, opponent, name) == difference


def test_every_difference_counts_in_full_without_a_cap():
    rules = EloParameters(cap=None, cap_exempt_from=None)
    differences = counted_differences(column(1000, 2800), column(2800, 1000), rules)
    assert differences.tolist() == [-1800, 1800]


def test_one_game_of_the_greatest_difference_is_upgraded_per_tournament_in_2022():
    own, opponent = column(2000, 2000, 2000, 1500), column(1500, 1400, 1700, 2000)
    one = counted_differences(own, opponent, edition("2022"), column(7, 7, 7, 7))
    two = counted_differences(own, opponent, edition("2022"), column(7, 8, 7, 7))
    assert one.tolist() == [500, 400, 300, -400]
    assert two.tolist() == [400, 400, 300, -400]


def test_only_one_of_two_games_with_the_greatest_difference_is_upgraded():
    upgraded = upgraded_games(column(500, 600, 600, 400), column(0, 0, 0, 0), 400)
    assert upgraded.tolist() == [False, True, False, False]


def test_tournaments_must_be_given_if_the_cap_applies_once():
    with pytest.raises(ValueError, match="event"):
        counted_differences(column(2000), column(1500), edition("2022"))


@pytest.mark.parametrize(
    ("own", "opponent", "words"),
    [
        (column(0, -1), column(2000, 2000), "own, row 1: -1"),
        (column(2000, 2000), column(4001, 2000), "opponent, row 0: 4001"),
        (column(2000.5, kind=np.float64), column(2000), "own: signed integers"),
        (column(2000, kind=np.uint16), column(2000), "own: signed integers"),
    ],
)
def test_invalid_rating_is_refused_with_its_row(own, opponent, words):
    with pytest.raises(ValueError, match=words):
        counted_differences(own, opponent, edition("2025-10"))


@pytest.mark.parametrize("score", [-1, 3])
def test_invalid_score_is_refused_with_its_row(score):
    with pytest.raises(ValueError, match=f"score, row 1: {score}"):
        change_hundredths(column(2, score), column(50, 50, kind=np.int8))


def test_no_games_give_no_changes():
    nothing = column()
    difference = counted_differences(nothing, nothing, edition("2025-10"))
    change = change_hundredths(nothing, expected_hundredths(difference))
    assert sum_by_player(nothing, points_of_games(change, nothing), 2).tolist() == [
        0,
        0,
    ]


def test_a_change_is_score_minus_expectation():
    # 8.3.2 b: at equal ratings .50, at 100 points .64 and .36.
    expected = expected_hundredths(column(0, 100, -100))
    assert expected.tolist() == [50, 64, 36]
    assert change_hundredths(column(2, 1, 0), expected).tolist() == [50, -14, -36]


def test_players_total_is_k_times_the_changes():
    # 8.3.2 c and d.
    player, change = column(0, 1, 0), column(50, -14, -36)
    total = sum_by_player(player, points_of_games(change, column(20, 10, 20)), 3)
    assert total.tolist() == [280, -140, 0]


@pytest.mark.parametrize(
    ("hundredths", "points"),
    [(150, 2), (-150, -2), (149, 1), (-149, -1), (50, 1), (-50, -1), (49, 0),
     (-49, 0), (0, 0), (-250, -3), (9248, 92)],
)  # fmt: skip
def test_halves_are_rounded_away_from_zero(hundredths, points):
    # 8.3.4; -2.50 became -3 on FIDE's list of December 2025.
    assert round_half_away(column(hundredths)).tolist() == [points]


def test_each_event_has_its_own_upgraded_game():
    difference, event = column(500, 500, 600, 400, 700), column(0, 1, 1, 2, 3)
    upgraded = upgraded_games(difference, event, 400)
    assert upgraded.tolist() == [True, False, True, False, True]


def test_first_invalid_row_is_named():
    rules = edition("2025-10")
    good = column(0, 4000, 4000, 4000)
    with pytest.raises(ValueError, match="own, row 1: 4001"):
        counted_differences(column(4000, 4001, 4001, 0), good, rules)
    with pytest.raises(ValueError, match="opponent, row 2: -1"):
        counted_differences(good, column(0, 0, -1, -1), rules)


def test_halves_of_a_difference_are_rounded_away_from_zero():
    # The table of 8.1.2 has whole differences.
    halves = column(0.5, -0.5, 0.49, -0.49, 2.5, -2.5, 99.6, -99.6, kind=float)
    nearest = nearest_whole(halves)
    assert nearest.tolist() == [1, -1, 0, 0, 3, -3, 100, -100]
    assert nearest.dtype == np.int64
    whole_numbers = column(3, -4)
    assert nearest_whole(whole_numbers) is whole_numbers


@pytest.mark.parametrize(
    ("decimals", "hundredths", "points"),
    [
        (0, [149.999999999, -150.000000001, 50.0, 49.9], [2, -2, 1, 0]),
        (1, [105.0, -105.0, 104.9, 14.999999999], [1.1, -1.1, 1.0, 0.2]),
        (2, [100.5, -100.5, 100.4, 0.499999999], [1.01, -1.01, 1.0, 0.01]),
    ],
)
def test_sums_of_fractions_are_rounded_to_the_decimals_of_the_edition(
    decimals, hundredths, points
):
    # A summation error in the ninth decimal does not affect rounding of halves.
    rounded = rounded_changes(column(*hundredths, kind=float), decimals)
    assert rounded.tolist() == points


def test_whole_hundredths_keep_decimals_if_the_edition_has_them():
    assert rounded_changes(column(155, -155), 0).tolist() == [2, -2]
    assert rounded_changes(column(155, -155), 1).tolist() == [1.6, -1.6]
    assert rounded_changes(column(155, -155), 2).tolist() == [1.55, -1.55]
