"""A tournament under the Scrabble rules, computed by hand."""

import numpy as np
import pytest

from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.tournament import change_of, new_rating
from tests.ratings.rules.live_steps import lines_between, rate_live, state_with

NEW = np.nan
TEXT = ScrabbleParameters()


def rate(rating, *games, parameters=TEXT):
    return rate_live("scrabble", state_with(rating), lines_between(games), parameters)


def ten_thousandths(done):
    return [round(change * 10_000) for change in done.change.tolist()]


def test_all_games_are_computed_on_the_ratings_from_before_the_tournament():
    # Φ(0) = 0.5 three times: 10 (3 - 1.5) = 15, never less for the running lead.
    done = rate([1000, 1000], (0, 1, 2), (1, 0, 0), (0, 1, 2))
    assert ten_thousandths(done) == [150_000, -150_000]
    assert done.after.tolist() == [1015, 985]
    assert (done.games.tolist(), done.score.tolist()) == ([3, 3], [6, 0])


def test_the_change_keeps_four_decimals_and_only_the_new_rating_is_rounded():
    # Φ(0.09) = 0.5359: 10 (1 - 0.5359) = 4.641; two of them 9.282.
    done = rate([1009, 1000, 1000], (0, 1, 2), (0, 2, 2))
    assert ten_thousandths(done) == [92_820, -46_410, -46_410]
    assert done.after.tolist() == [1018, 995, 995]


def test_half_a_point_is_rounded_up_after_a_gain_and_after_a_loss():
    # Φ(0) = 0.5, factor 1: 1000.5 becomes 1001, 999.5 becomes 1000.
    done = rate([1000, 1000], (0, 1, 2), parameters=ScrabbleParameters(factor=1))
    assert ten_thousandths(done) == [5_000, -5_000]
    assert done.after.tolist() == [1001, 1000]


@pytest.mark.parametrize(
    ("change", "after"),
    [(87_000, 1009), (4_999, 1000), (5_000, 1001), (-5_000, 1000), (-5_001, 999)],
)
def test_the_new_rating_is_the_nearest_whole_number(change, after):
    assert new_rating(1000, change) == after


def test_a_draw_is_half_a_win():
    # 10 (0.5 - 0.5) = 0 between equals; half points count as halves of a win.
    assert ten_thousandths(rate([1000, 1000], (0, 1, 1))) == [0, 0]
    assert change_of(3, 10_000, TEXT) == 50_000


def test_a_new_player_enters_at_1000():
    done = rate([NEW, 1000], (0, 1, 2))
    assert done.before.tolist() == [1000, 1000]
    assert done.after.tolist() == [1005, 995]


def test_two_new_players_meet_on_the_start_rating_of_the_edition():
    done = rate([NEW, NEW], (0, 1, 2), parameters=ScrabbleParameters(start=800))
    assert done.after.tolist() == [805, 795]


def test_idle_player_keeps_the_rating_and_a_new_one_gets_none():
    done = rate([1234, NEW])
    np.testing.assert_array_equal(done.before, [1234, np.nan])
    np.testing.assert_array_equal(done.after, [1234, np.nan])
    assert (ten_thousandths(done), done.games.tolist()) == ([0, 0], [0, 0])


def test_win_over_a_far_weaker_player_gives_nothing():
    done = rate([1400, 1000], (0, 1, 2))
    assert ten_thousandths(done) == [0, 0]


def test_a_rating_may_fall_below_0():
    assert rate([3, 3], (0, 1, 0)).after.tolist() == [-2, 8]


def test_input_columns_are_not_changed():
    state = state_with([1000, NEW])
    rate_live("scrabble", state, lines_between([(0, 1, 2)]), TEXT)
    np.testing.assert_array_equal(state.rating, [1000, np.nan])


def test_sums_of_many_games_do_not_overflow():
    done = rate([1000, 1000], *[(0, 1, 2)] * 40_000)
    assert ten_thousandths(done) == [40_000 * 50_000, -40_000 * 50_000]
    assert done.after.tolist() == [201_000, -199_000]
