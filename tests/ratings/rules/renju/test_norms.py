"""Renju 2 §2c-f: norms, computed by hand and compared with exact fractions."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.renju.levels import LEVELS
from ratings.rules.renju.norms import (
    clamp_opponent,
    highest_met,
    keep_norm,
    obtain_norm,
    obtain_norms,
)

GAMES = st.lists(st.integers(1, 20), min_size=1, max_size=30)


def by_the_text(constant, own, opponents):
    """2 §2d-f in fractions: E = (constant + 0.15 (P - Pmean)) N, then half points."""
    games = len(opponents)
    mean = Fraction(sum(opponents), games)
    points = (Fraction(constant) + Fraction("0.15") * (own - mean)) * games
    return floor(2 * points + Fraction(1, 2))


@pytest.mark.parametrize(
    ("opponent", "counted"),
    [(1, 7), (6, 7), (7, 7), (8, 8), (10, 10), (12, 12), (13, 13), (14, 13), (20, 13)],
)
def test_an_opponent_counts_as_at_most_three_units_away(opponent, counted):
    # 2 §2c, seen from 1 kyu (10): 4 kyu (7) to 3 dan (13).
    assert clamp_opponent(opponent, 10) == counted


def test_norms_of_eight_games_against_equals_agree_with_hand_computation():
    # N = 8, the indexes add up to 80, so Pmean = 10.
    # 1 kyu (10): obtain 0.5 * 8 = 4.0; keep 0.25 * 8 = 2.0.
    assert obtain_norm(10, 8, 80) == 8
    assert keep_norm(10, 8, 80) == 4
    # 1 dan (11): (0.5 + 0.15) * 8 = 5.2, nearest half point 5.0.
    assert obtain_norm(11, 8, 80) == 10
    # 2 dan (12): (0.5 + 0.30) * 8 = 6.4, nearest half point 6.5.
    assert obtain_norm(12, 8, 80) == 13
    # 3 dan (13): (0.5 + 0.45) * 8 = 7.6, nearest half point 7.5.
    assert obtain_norm(13, 8, 80) == 15


def test_exact_quarter_is_rounded_up():
    # 2 §2f. N = 7, indexes 5 * 10 + 2 * 11 = 72, level 1 dan (11):
    # 0.5 * 7 + 0.15 * (77 - 72) = 3.5 + 0.75 = 4.25, up to 4.5.
    assert obtain_norm(11, 7, 72) == 9
    # N = 7 against equals: keep 0.25 * 7 = 1.75, up to 2.0.
    assert keep_norm(10, 7, 70) == 4


def test_a_keep_norm_can_be_below_zero_and_is_rounded_upwards_there_too():
    # 1 kyu (10) against 6 * 13 + 12 = 90: 1.75 + 0.15 * (70 - 90) = -1.25, up to -1.0.
    assert keep_norm(10, 7, 90) == -2


def test_norm_can_exceed_the_maximum_score():
    # Against equals, four up: (0.5 + 0.60) * 7 = 7.7, nearest 7.5 of 7.
    assert obtain_norm(14, 7, 70) == 15


@given(st.integers(1, 20), GAMES)
def test_integer_arithmetic_agrees_with_fractions(own, opponents):
    games, total = len(opponents), sum(opponents)
    assert obtain_norm(own, games, total) == by_the_text("0.5", own, opponents)
    assert keep_norm(own, games, total) == by_the_text("0.25", own, opponents)


def test_all_small_sums_agree_with_fractions():
    for games in range(1, 13):
        for total in range(games, 20 * games + 1):
            spread = [total // games] * (games - 1)
            opponents = [*spread, total - sum(spread)]
            assert obtain_norms(games, total) == tuple(
                by_the_text("0.5", own, opponents) for own in LEVELS
            )


@given(st.integers(0, 60), GAMES)
def test_the_highest_level_met_is_the_last_whose_norm_is_not_above_the_score(
    score, opponents
):
    games, total = len(opponents), sum(opponents)
    met = [own for own in LEVELS if obtain_norm(own, games, total) <= score]
    assert max(0, highest_met(score, games, total)) == max(met, default=0)


@given(GAMES)
def test_norm_never_decreases_with_the_level(opponents):
    norms = obtain_norms(len(opponents), sum(opponents))
    assert list(norms) == sorted(norms)


@given(st.integers(1, 20), GAMES, st.integers(1, 20))
def test_stronger_opponents_never_raise_a_norm(own, opponents, other):
    games, total = len(opponents), sum(opponents)
    stronger = total - min(opponents[0], other) + max(opponents[0], other)
    assert obtain_norm(own, games, stronger) <= obtain_norm(own, games, total)
    assert keep_norm(own, games, stronger) <= keep_norm(own, games, total)


@given(st.integers(1, 20), GAMES)
def test_keep_norm_never_exceeds_the_obtain_norm(own, opponents):
    games, total = len(opponents), sum(opponents)
    assert keep_norm(own, games, total) <= obtain_norm(own, games, total)


def test_without_a_game_there_are_no_norms():
    assert obtain_norms(0, 0) == ()
