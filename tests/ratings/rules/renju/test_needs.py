"""The norms before the start ("what do I need"), computed by hand."""

from fractions import Fraction

import pytest

from ratings.rules.renju.levels import UnknownLevel
from ratings.rules.renju.needs import LevelNorm, find_needs
from tests.ratings.rules.renju.crosstable import level

EVEN = [level("1 kyu")] * 7


def test_keep_norm_and_two_levels_above_are_given():
    # Pmean = 10, N = 7: keep 1.75, up to 2.0; 1 dan 4.55, 4.5; 2 dan 5.6, 5.5.
    needs = find_needs(level("1 kyu"), EVEN)
    assert (needs.games, needs.mean, needs.keep) == (7, 10, 4)
    assert needs.obtain == (
        LevelNorm(level("1 dan"), 9),
        LevelNorm(level("2 dan"), 11),
    )
    assert needs.obstacles == ()


def test_every_reachable_level_is_given_in_the_first_tournament():
    # 3 §4. 3 dan 6.65, 6.5; 4 dan 7.7, 7.5, more than seven games hold.
    needs = find_needs(level("1 kyu"), EVEN, first_tournament=True)
    assert needs.obtain[2:] == (LevelNorm(level("3 dan"), 13),)


def test_opponents_far_away_count_as_three_units():
    # 2 §2c from 1 kyu (10): 11 12 13 13 9 8 7 7 add up to 80, Pmean = 10.
    opponents = [11, 12, 13, 14, 9, 8, 7, 5]
    needs = find_needs(10, opponents)
    assert (needs.total, needs.mean, needs.keep) == (80, 10, 4)
    assert needs.obtain == (LevelNorm(11, 10), LevelNorm(12, 13))


def test_a_level_that_cannot_be_scored_is_not_within_reach():
    # All three units below, counted 7: 1 dan (0.5 + 0.15 * 4) * 7 = 7.7, 7.5 of 7.
    needs = find_needs(10, [7] * 7)
    assert needs.obtain == ()
    # Keep (0.25 + 0.45) * 7 = 4.9, nearest 5.0.
    assert needs.keep == 10


def test_norm_of_one_game_can_be_zero():
    # 1 kyu (10) against 3 dan (13): 1 dan 0.5 - 0.30 = 0.2, 0.0; 2 dan 0.35, 0.5.
    assert find_needs(10, [13]).obtain == (LevelNorm(11, 0), LevelNorm(12, 1))


def test_no_level_above_10_dan_is_given():
    assert find_needs(20, [20] * 7, first_tournament=True).obtain == ()
    # 10 dan from 9 dan, against 9 dans: 0.65 * 7 = 4.55, 4.5.
    assert find_needs(19, [19] * 7).obtain == (LevelNorm(20, 9),)


def test_too_few_games_are_reported_in_advance():
    # 3 §2: seven games, five of them against players at most three units below.
    needs = find_needs(10, [10, 7, 6, 6])
    assert [(step.code, step.count) for step in needs.obstacles] == [
        ("too_few_games", 4),
        ("too_few_near_games", 2),
    ]


def test_new_player_needs_at_least_half_a_point_and_has_no_limit():
    # Article 4, without 2 §2c. N = 2 against 5 dan (15): 1 + 0.15 * (2 P - 30).
    # 10 kyu (1): -3.2, so half a point, as up to 2 dan (12): 0.1;
    # 3 dan (13): 0.4, 0.5; 4 dan (14): 0.7, 0.5; 5 dan (15): 1.0; 6 dan (16): 1.3,
    # 1.5; 7 dan (17): 1.6, 1.5; 8 dan (18): 1.9, 2.0; 9 dan (19): 2.2, 2.0;
    # 10 dan (20): 2.5, more than two games hold.
    needs = find_needs(None, [15, 15])
    norms = [1] * 12 + [1, 1, 2, 3, 3, 4, 4]
    assert needs.obtain == tuple(map(LevelNorm, range(1, 20), norms))
    assert (needs.keep, needs.obstacles, needs.mean) == (None, (), Fraction(15))


def test_norm_requires_a_game_and_valid_levels():
    with pytest.raises(ValueError, match="opponents"):
        find_needs(10, [])
    with pytest.raises(UnknownLevel):
        find_needs(0, [10])
    with pytest.raises(UnknownLevel):
        find_needs(10, [10, 21])
