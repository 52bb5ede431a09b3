"""How well expected scores predicted results."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.backtest.quality import (
    SUREST,
    LogLossGap,
    brier_scores,
    calibration,
    favourites_right,
    log_loss_gap,
    log_losses,
    quality_of,
)

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


def column(*numbers):
    return np.array(numbers, float)


def half_points(*numbers):
    return np.array(numbers, np.int8)


def test_loss_of_a_game_is_minus_log_of_the_results_expectation():
    losses = log_losses(column(0.8, 0.8), half_points(2, 0))
    assert losses.tolist() == pytest.approx([-log(0.8), -log(0.2)])


def test_draw_counts_as_half_a_win_and_half_a_loss():
    (loss,) = log_losses(column(0.8), half_points(1))
    (score,) = brier_scores(column(0.8), half_points(1))
    assert loss == pytest.approx(-(log(0.8) + log(0.2)) / 2)
    assert score == pytest.approx(0.09)


def test_constant_half_expectation_has_loss_log_two():
    quality = quality_of(column(0.5, 0.5, 0.5), half_points(0, 1, 2))
    assert quality.log_loss == pytest.approx(log(2))
    assert quality.brier == pytest.approx((0.25 + 0 + 0.25) / 3)


def test_loss_of_an_upset_is_limited():
    losses = log_losses(column(1, 0), half_points(0, 2))
    assert losses.tolist() == pytest.approx([-log(1 - SUREST)] * 2)


def test_quality_without_games_is_none():
    quality = quality_of(column(), half_points())
    assert (quality.games, quality.log_loss, quality.brier) == (0, None, None)
    assert [each.games for each in quality.calibration] == [0] * 10


def test_calibration_counts_every_game_from_both_sides():
    bins = calibration(column(0.72, 0.78), half_points(2, 1))
    calibration_bins = [
        (each.low, each.games, each.expected, each.scored) for each in bins
    ]
    assert calibration_bins[7] == (0.7, 2, pytest.approx(0.75), pytest.approx(0.75))
    assert calibration_bins[2] == (0.2, 2, pytest.approx(0.25), pytest.approx(0.25))
    assert sum(each.games for each in bins) == 4


def test_classes_are_a_tenth_of_a_point_wide():
    bins = calibration(column(0.5), half_points(1))
    limits = [number / 10 for number in range(11)]
    assert [each.low for each in bins] == limits[:-1]
    assert [each.high for each in bins] == limits[1:]


def test_class_limit_belongs_to_the_upper_class_and_one_to_the_last():
    bins = calibration(column(0.7, 1.0), half_points(2, 2))
    assert [each.games for each in bins] == [1, 0, 0, 1, 0, 0, 0, 1, 0, 1]


def test_difference_of_candidates_has_confidence_limits():
    days = np.arange(400)
    more = np.where(days % 2, 3.0, 1.0)
    found = log_loss_gap(more, np.zeros(400), days)
    assert found.mean == 2
    # A mean of 400 independent days with a deviation of 1: 2 ± 1.96 / 20.
    assert found.limits == pytest.approx((1.902, 2.098), abs=0.01)


def test_games_of_one_day_are_drawn_together():
    """Ten identical games of a day add no information: the limits are as wide as for
    one.
    """
    days = np.arange(400)
    more = np.where(days % 2, 3.0, 1.0)
    single = log_loss_gap(more, np.zeros(400), days)
    repeated = log_loss_gap(np.repeat(more, 10), np.zeros(4000), np.repeat(days, 10))
    assert repeated.limits == pytest.approx(single.limits)


def test_days_are_resampled_in_groups_if_there_are_more_days_than_groups():
    days = np.arange(4000)
    found = log_loss_gap(np.where(days % 2, 3.0, 1.0), np.zeros(4000), days)
    # Each group has equally many of both: the result is not random.
    assert found.limits == pytest.approx((2, 2))


def test_one_day_gives_no_confidence_limits():
    assert log_loss_gap(column(3, 5), column(1, 1), np.array([7, 7])) == LogLossGap(
        3, None
    )
    nothing = np.array([], dtype=int)
    assert log_loss_gap(column(), column(), nothing) == LogLossGap(0, None)


def test_favourites_wins_are_counted_among_decided_games():
    # Won by the favourite, lost by it, drawn, and one without a favourite.
    expected = column(0.7, 0.7, 0.9, 0.5)
    assert favourites_right(expected, half_points(2, 0, 1, 2)) == pytest.approx(0.5)
    assert favourites_right(column(0.2), half_points(0)) == 1
    assert favourites_right(column(0.9), half_points(1)) is None


@given(SHARES)
def test_true_expectation_has_the_lowest_loss(expected):
    """If games score exactly as expected, no other expectation has a lower loss."""
    truth = np.clip(column(*expected), 1 - SUREST, SUREST)
    other = np.clip(truth[::-1] * 0.9 + 0.03, 1 - SUREST, SUREST)

    def mean_cost(chances):
        won = log_losses(chances, np.full(len(chances), 2))
        lost = log_losses(chances, np.zeros(len(chances), int))
        return float((truth * won + (1 - truth) * lost).mean())

    assert mean_cost(truth) <= mean_cost(other) + 1e-12


@given(SHARES)
def test_loss_of_a_game_is_the_same_from_both_sides(expected):
    chances, points = column(*expected), np.arange(len(expected)) % 3
    assert log_losses(chances, points) == pytest.approx(
        log_losses(1 - chances, 2 - points)
    )
    assert brier_scores(chances, points) == pytest.approx(
        brier_scores(1 - chances, 2 - points)
    )
