"""LASK text, point 11: a concentrated tournament."""

import pytest

from ratings.rules.lask.initial import Estimate
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.tournament import (
    MeanFrom,
    SectionMean,
    mean_by_class,
    mean_by_estimate,
    mean_of_ratings,
    worth_of_tournament,
)
from ratings.rules.lask.whole_numbers import BadEntry
from ratings.rules.rating_table import TableRow

LASK = LaskParameters()
ESTIMATE = Estimate(1900, "Committee", "The unrated come from class I")


@pytest.mark.parametrize(
    ("ratings", "mean"),
    [([1900, 2000], 1950), ([1900, 1901], 1901), ([1900, 1900, 1901], 1900)],
)
def test_the_mean_includes_the_player_and_is_whole_halves_up(ratings, mean):
    assert mean_of_ratings(ratings) == SectionMean(
        mean, MeanFrom.RATINGS, len(ratings), len(ratings)
    )


def test_mean_requires_all_ratings():
    with pytest.raises(BadEntry, match=r"^ratings\[1\]: unrated$"):
        mean_of_ratings([1900, None, None])


def test_unrated_player_may_count_in_the_mean_if_half_have_ratings():
    assert mean_by_estimate([1850, 1900, None, None], ESTIMATE) == SectionMean(
        1900, MeanFrom.ESTIMATE, 2, 4, ESTIMATE
    )


@pytest.mark.parametrize(
    ("ratings", "code"),
    [
        ([1850, None, None], "too_few_rated"),
        ([None], "too_few_rated"),
        ([1850, 1900], "all_rated"),
        ([], "nobody"),
    ],
)
def test_unrated_player_may_not_count_in_the_mean_otherwise(ratings, code):
    with pytest.raises(BadEntry, match=f"^ratings: {code}$"):
        mean_by_estimate(ratings, ESTIMATE)


def test_class_average_is_used_if_only_the_player_is_rated():
    # "If only you yourself have a rating": the average of table 1.
    assert mean_by_class([1900, None, None], "I", LASK) == SectionMean(
        1950, MeanFrom.CLASS, 1, 3
    )


def test_class_average_is_not_used_if_ratings_are_known():
    with pytest.raises(BadEntry, match=r"^ratings: all_rated$"):
        mean_by_class([1900, 1800], "I", LASK)
    with pytest.raises(BadEntry, match=r"^class: unknown_class$"):
        mean_by_class([1900, None], "M", LASK)


def test_invalid_ratings_of_a_section_are_named():
    with pytest.raises(BadEntry, match=r"^ratings\[2\]: too_low$"):
        mean_by_class([1900, None, -10_000], "I", LASK)


@pytest.mark.parametrize(
    ("rating", "half_points", "games", "change"),
    [
        # Mean 1950. Below it k is added, above it taken: 50 apart, k = 2.
        (1900, 11, 9, 50),
        (2000, 11, 9, 14),
        (1900, 7, 9, -14),
        (2000, 7, 9, -50),
        # Within 10 points the compensation is nothing.
        (1950, 11, 9, 32),
        (1960, 9, 9, 0),
        # One of the nine was not played: 5.5 of 8, (5.5 - 2.5) * 16 + 2 * 8.
        (1900, 11, 8, 64),
        (1900, 0, 0, 0),
    ],
)
def test_change_is_points_won_minus_lost_plus_compensation_per_game(
    rating, half_points, games, change
):
    worth = worth_of_tournament(rating, 1950, half_points, games, LASK)
    assert worth.change == change
    assert worth.after == rating + change


def test_steps_of_the_computation_are_shown():
    worth = worth_of_tournament(1900, 1950, 11, 9, LASK)
    assert (worth.difference, worth.row) == (50, TableRow(34, 56, 2))
    assert (worth.compensation, worth.by_score, worth.by_strength) == (2, 32, 18)
    assert worth.paragraph == "LASK text, point 11"


@pytest.mark.parametrize(
    ("rating", "mean", "half_points", "games", "refused"),
    [
        (-10_000, 1950, 1, 1, "rating: too_low"),
        (1900, 1950.5, 1, 1, "mean: not_whole"),
        (1900, 1950, 3, 1, "score: too_high"),
        (1900, 1950, -1, 1, "score: too_low"),
        (1900, 1950, 0, -1, "games: too_low"),
        (1900, 1950, 0, 1001, "games: too_high"),
    ],
)
def test_invalid_input_is_refused(rating, mean, half_points, games, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        worth_of_tournament(rating, mean, half_points, games, LASK)
