"""Plausibility of results. Numbers are the expected score of one player per game; 1
point in 32 is what the last row of the table of SSF rating, point 3, expects of the
weaker.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.plausibility import (
    LIMIT,
    is_improbable,
    pair_probability,
    surprise_probability,
    surprises,
    tail_probability,
    total_probability,
)

WEAKER = 1 / 32


def test_both_sides_give_the_same_probability():
    assert pair_probability(0.75, 4, 2) == pytest.approx(pair_probability(0.25, 4, 6))


def test_ten_wins_in_a_row_between_equals_have_one_chance_in_1024():
    assert pair_probability(0.5, 10, 20) == pytest.approx(1 / 1024)


def test_nine_wins_in_a_row_between_equals_are_plausible():
    assert pair_probability(0.5, 9, 18) == pytest.approx(1 / 512)
    assert pair_probability(0.5, 9, 18) > LIMIT


def test_one_great_surprise_is_plausible_and_two_are_not():
    assert pair_probability(WEAKER, 1, 2) == pytest.approx(1 / 32)
    assert pair_probability(WEAKER, 2, 4) == pytest.approx(1 / 1024)
    assert pair_probability(WEAKER, 2, 4) < LIMIT


def test_probability_is_of_the_player_who_did_better_than_expected():
    # One and a half points of two against an equal: from the other side it is the same
    # player who did better than expected.
    assert pair_probability(0.5, 2, 3) == tail_probability([0.5] * 2, 3)
    assert pair_probability(0.5, 2, 1) == tail_probability([0.5] * 2, 3)


def test_expected_score_is_always_plausible():
    assert pair_probability(0.5, 12, 12) == 1.0
    assert pair_probability(31 / 32, 20, 40) > LIMIT


def test_score_with_no_expectation_has_probability_zero():
    assert pair_probability(0.0, 1, 2) == 0.0
    assert pair_probability(1.0, 1, 1) == 0.0
    assert pair_probability(1.0, 1, 2) == 1.0


def test_draws_are_given_the_benefit_of_the_doubt():
    # One half point where 1/32 is expected: all of the score may come from
    # draws, which then are 2/32 of the games.
    assert tail_probability([1 / 32], 1) == pytest.approx(2 / 32)


def test_certain_score_has_probability_one():
    assert tail_probability([0.5] * 3, 0) == pytest.approx(1)


def test_score_against_several_opponents_uses_the_expectation_of_each():
    # Both lost: 1/32 times 1/2; no draws make it likelier.
    assert total_probability([31 / 32, 0.5], 0) == pytest.approx(1 / 64)
    assert total_probability([0.25, 0.75], 2) == 1.0


def test_nine_losses_are_improbable_only_together():
    expected = [0.75] * 9
    assert surprises(expected, [0] * 9) == []
    assert total_probability(expected, 0) == pytest.approx(0.25**9)


def test_two_great_surprises_are_found_however_the_other_games_end():
    expected, scored = [WEAKER, 0.5, WEAKER, 0.5, 0.5], [2, 0, 2, 0, 0]
    assert total_probability(expected, sum(scored)) > LIMIT
    assert surprises(expected, scored) == [0, 2]
    assert surprise_probability(expected, scored, [0, 2]) == pytest.approx(1 / 1024)


def test_surprises_up_and_down_are_not_added_up():
    expected, scored = [WEAKER, 1 - WEAKER], [2, 0]
    (one,) = surprises(expected, scored)
    assert surprise_probability(expected, scored, [one]) == pytest.approx(1 / 32)


def test_draw_with_one_chance_in_sixteen_is_a_surprise():
    assert surprises([1 - WEAKER], [1]) == [0]
    assert surprises([0.96], [1]) == []


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from((0, 1, 2))), min_size=1, max_size=9
    )
)
def test_early_decision_equals_the_full_computation(games):
    expected, scored = [each for each, _ in games], [each for _, each in games]
    total = sum(scored)
    assert is_improbable(expected, total) is (
        total_probability(expected, total) < LIMIT
    )
    for place, each in enumerate(expected):
        alone = surprise_probability(expected, scored, [place])
        assert alone == pytest.approx(pair_probability(each, 1, scored[place]))
