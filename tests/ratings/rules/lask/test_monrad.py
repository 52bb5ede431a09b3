"""LASK text, point 12: a Monrad tournament of which only some are rated."""

from fractions import Fraction

import pytest

from ratings.rules.lask.monrad import (
    find_opponents_mean,
    mean_by_2a,
    mean_by_2b,
    worth_of_monrad,
)
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry, half_up

LASK = LaskParameters()


@pytest.mark.parametrize(
    ("kv", "rounds", "mean"),
    [
        # 360 * (2 * 24.5 - 49) / 49 = 0: average opponents.
        (24.5, 7, 1800),
        # 360 * (56 - 49) / 49 = 51.43.
        (28, 7, 1851),
        # 360 * (42 - 49) / 49 = -51.43.
        (21, 7, 1749),
        # 360 * (37 - 36) / 36 = 10, 360 * (35 - 36) / 36 = -10.
        (18.5, 6, 1810),
        (17.5, 6, 1790),
        # Against only players with full scores, and only with none.
        (49, 7, 2160),
        (0, 7, 1440),
    ],
)
def test_opponents_mean_depends_on_their_scores(kv, rounds, mean):
    found = find_opponents_mean(1800, round(2 * kv), rounds)
    assert found.rating == mean
    assert found.by_2b is None
    assert found.paragraph == "LASK text, point 12, formula 2a"


@pytest.mark.parametrize(
    ("section_mean", "mean"), [(1800, 1823), (1801, 1824), (0, 23)]
)
def test_a_half_is_rounded_up(section_mean, mean):
    # 360 * (68 - 64) / 64 = 22.5, by the general formula.
    assert half_up(mean_by_2a(section_mean, 68, 8, 8)) == mean


@pytest.mark.parametrize(
    ("kv", "mean"), [(32, 1800), (36, 1844), (34, 1822), (28, 1756), (32.5, 1806)]
)
def test_eight_rounds_use_the_printed_formula(kv, mean):
    found = find_opponents_mean(1800, round(2 * kv), 8)
    assert found.rating == mean
    assert found.paragraph == "LASK text, point 12, formula 2b"
    assert found.by_2a == 1800 + Fraction(45, 4) * Fraction(round(2 * kv) - 64, 2)


def test_the_printed_formula_for_eight_rounds_is_the_general_one_with_11_for_11_25():
    # Kv = 32 are average opponents in both; the gap is a quarter of a point for
    # every quality point, one whole point from Kv = 28 down and 36 up.
    for quality in range(128 + 1):
        gap = mean_by_2a(1800, quality, 8, 8) - mean_by_2b(1800, quality)
        assert gap == Fraction(quality - 64, 8)


def test_rounded_formulas_agree_at_eight_values_only():
    agreeing = [
        quality / 2
        for quality in range(128 + 1)
        if half_up(mean_by_2a(1800, quality, 8, 8))
        == half_up(mean_by_2b(1800, quality))
    ]
    # 11.25 x against 11 x with x = Kv - 32: -22.5/-22, -11.25/-11, 0/0, 5.625/5.5,
    # 11.25/11, 16.875/16.5, 28.125/27.5, 39.375/38.5.
    assert agreeing == [30, 31, 32, 32.5, 33, 33.5, 34.5, 35.5]


def test_player_who_missed_a_round_is_compared_with_as_many_average_opponents():
    # Seven opponents in eight rounds, all with half of the points: 7 * 4 = 28.
    found = find_opponents_mean(1800, 2 * 28, 8, 7)
    assert found.rating == 1800
    assert found.paragraph == "LASK text, point 12, formula 2a"


def test_change_is_by_formula_1_against_the_opponents_mean():
    # 2b: 1800 + 11 * 4 = 1844, 56 below 1900: k = 2. (5 - 3) * 16 - 2 * 8 = 16.
    worth = worth_of_monrad(1900, 10, find_opponents_mean(1800, 72, 8), LASK)
    assert worth.opponents.rating == worth.tournament.mean == 1844
    assert (worth.tournament.compensation, worth.tournament.change) == (-2, 16)
    assert worth.tournament.paragraph == worth.opponents.paragraph


@pytest.mark.parametrize(
    ("section_mean", "quality", "rounds", "games", "refused"),
    [
        (-10_000, 64, 8, 8, "section_mean: too_low"),
        (1800, -1, 8, 8, "quality_points: too_low"),
        (1800, 129, 8, 8, "quality_points: too_high"),
        (1800, 64, 0, 0, "rounds: too_low"),
        (1800, 64, 8, 9, "games: too_high"),
        (1800, 64, 8, 0, "games: too_low"),
        (-9_999, 0, 8, 8, "opponents_mean: too_low"),
    ],
)
def test_invalid_input_is_refused(section_mean, quality, rounds, games, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        find_opponents_mean(section_mean, quality, rounds, games)


def test_score_above_the_number_of_games_is_refused():
    with pytest.raises(BadEntry, match=r"^score: too_high$"):
        worth_of_monrad(1900, 17, find_opponents_mean(1800, 64, 8), LASK)
