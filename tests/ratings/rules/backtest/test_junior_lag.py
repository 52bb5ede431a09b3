"""Whether the ratings of the young lag behind them."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.rules.backtest.junior_lag import is_young, surplus_by_year
from tests.ratings.rules.columns import Side, game, lines_of

YOUNG, ADULT, UNKNOWN = Side(0, born=2010), Side(1, born=1980), Side(2)


def surplus(*games, expected=0.5, year=2026):
    lines = lines_of(list(games))
    size = len(games)
    return surplus_by_year(lines, np.full(size, year), np.full(size, expected))


def test_player_turning_twenty_in_the_year_is_no_junior():
    born = np.array([2006, 2007, 0])
    assert is_young(born, np.full(3, 2026)).tolist() == [False, True, False]


def test_surplus_is_score_minus_expected_score_of_juniors():
    (year,) = surplus(game(YOUNG, ADULT, 2), game(ADULT, YOUNG, 1), expected=0.4)
    assert (year.year, year.games) == (2026, 2)
    assert year.a_game == pytest.approx((0.6 - 0.1) / 2)


def test_games_among_juniors_or_with_unknown_age_are_ignored():
    other = replace(YOUNG, player=3)
    assert surplus(game(YOUNG, other, 2), game(YOUNG, UNKNOWN, 2)) == ()
    assert surplus(game(ADULT, UNKNOWN, 2), game(UNKNOWN, YOUNG, 2)) == ()


def test_forfeits_and_games_without_expectation_are_ignored():
    assert surplus(game(YOUNG, ADULT, 2, played=False)) == ()
    assert surplus(game(YOUNG, ADULT, 2), expected=np.nan) == ()


def test_surplus_is_computed_per_year():
    lines = lines_of([game(YOUNG, ADULT, 2), game(ADULT, YOUNG, 2)])
    surpluses = surplus_by_year(lines, np.array([2027, 2026]), np.full(2, 0.5))
    assert [(each.year, each.a_game) for each in surpluses] == [
        (2026, -0.5),
        (2027, 0.5),
    ]
