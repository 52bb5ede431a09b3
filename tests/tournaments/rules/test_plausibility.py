"""The rating table: D 0–10 has k 0, D from 500 has k 15 (SSF rating, point 3)."""

import pytest

from tournaments.rules.plausibility import (
    expected_score,
    is_implausible,
    pair_probability,
    tail_probability,
)


def test_equals_expect_half_a_point():
    assert expected_score(0) == 0.5
    assert expected_score(-10) == 0.5


def test_the_last_row_of_the_table_expects_one_point_in_thirty_two_of_the_weaker():
    assert expected_score(-500) == 1 / 32
    assert expected_score(900) == 31 / 32


def test_the_expectation_balances_the_tables_gains_and_losses():
    # D = 270 has k 10: the stronger gains 6 and loses 26 (the rulebook's example).
    expected = expected_score(270)

    assert expected * 6 - (1 - expected) * 26 == pytest.approx(0)


def test_the_rows_and_half_points_of_both_sides_say_the_same():
    assert pair_probability(300, 4, 2) == pytest.approx(pair_probability(-300, 4, 6))


def test_ten_wins_in_a_row_between_equals_are_one_in_1024():
    assert pair_probability(0, 10, 20) == pytest.approx(1 / 1024)
    assert is_implausible(0, 10, 20)


def test_nine_wins_in_a_row_between_equals_are_possible():
    assert pair_probability(0, 9, 18) == pytest.approx(1 / 512)
    assert not is_implausible(0, 9, 18)


def test_one_great_surprise_is_possible_and_two_are_not():
    assert not is_implausible(-600, 1, 2)
    assert pair_probability(-600, 2, 4) == pytest.approx(1 / 1024)
    assert is_implausible(-600, 2, 4)


def test_whoever_does_as_expected_is_never_in_doubt():
    assert pair_probability(0, 12, 12) == 1.0
    assert not is_implausible(700, 20, 40)


def test_draws_are_given_the_benefit_of_the_doubt():
    # One half point where 1/32 is expected: all of the score may come from
    # draws, which then are 2/32 of the games.
    assert tail_probability(1 / 32, 1, 1) == pytest.approx(2 / 32)


def test_a_certain_score_is_certain():
    assert tail_probability(0.5, 3, 0) == pytest.approx(1)
