"""Scrabble rating: Φ to four decimals by whole differences."""

from statistics import NormalDist

import numpy as np
import pytest

from ratings.rules.scrabble.expected import expected_table, expected_wins


def expected(difference, spread=100):
    (part,) = expected_wins(np.array([difference]), np.array([0]), spread)
    return int(part)


# As any table of the normal distribution function prints them.
@pytest.mark.parametrize(
    ("difference", "phi"),
    [(0, 5000), (1, 5040), (9, 5359), (10, 5398), (50, 6915), (70, 7580), (100, 8413),
     (128, 8997), (164, 9495), (196, 9750), (200, 9772), (258, 9951), (300, 9987),
     (350, 9998), (389, 9999), (390, 10_000)],
)  # fmt: skip
def test_expectations_agree_with_printed_values_of_the_normal_distribution(
    difference, phi
):
    assert expected(difference) == phi
    assert expected(-difference) == 10_000 - phi


@pytest.mark.parametrize("spread", [1, 7, 100, 250, 1000])
def test_expectations_of_both_sides_add_up_to_one_win(spread):
    table = expected_table(spread).astype(int)
    assert (table + table[::-1] == 10_000).all()


@pytest.mark.parametrize("spread", [1, 7, 100, 250, 1000])
def test_expectation_never_decreases_with_the_difference(spread):
    table = expected_table(spread).astype(int)
    assert (np.diff(table) >= 0).all()
    assert (table[0], table[-1]) == (0, 10_000)


@pytest.mark.parametrize("spread", [7, 100, 250])
def test_table_agrees_with_the_function_to_four_decimals(spread):
    differences = np.arange(-4 * spread, 4 * spread + 1)
    exact = np.array([NormalDist(0, spread).cdf(d) for d in differences.tolist()])
    found = expected_wins(differences, np.zeros_like(differences), spread)
    # No integer difference is so close to a half that two ways to compute Φ disagree.
    assert (abs(found - 10_000 * exact) < 0.5).all()


@pytest.mark.parametrize("difference", [401, 1000, 20_000])
def test_expectation_is_one_beyond_the_table(difference):
    assert (expected(difference), expected(-difference)) == (10_000, 0)


def test_input_ratings_are_not_changed():
    own, opponent = np.array([1009, 5000]), np.array([1000, 0])
    expected_wins(own, opponent, 100)
    assert (own.tolist(), opponent.tolist()) == ([1009, 5000], [1000, 0])


def test_table_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        expected_table(100)[0] = 1
