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


def test_twenty_in_the_year_is_grown_up():
    born = np.array([2006, 2007, 0])
    assert is_young(born, np.full(3, 2026)).tolist() == [False, True, False]


def test_what_the_young_score_beyond_what_is_expected_of_them():
    (year,) = surplus(game(YOUNG, ADULT, 2), game(ADULT, YOUNG, 1), expected=0.4)
    assert (year.year, year.games) == (2026, 2)
    assert year.a_game == pytest.approx((0.6 - 0.1) / 2)


def test_games_among_the_young_and_with_somebody_of_unknown_age_say_nothing():
    other = replace(YOUNG, player=3)
    assert surplus(game(YOUNG, other, 2), game(YOUNG, UNKNOWN, 2)) == ()
    assert surplus(game(ADULT, UNKNOWN, 2), game(UNKNOWN, YOUNG, 2)) == ()


def test_forfeits_and_games_of_which_nothing_was_expected_say_nothing():
    assert surplus(game(YOUNG, ADULT, 2, played=False)) == ()
    assert surplus(game(YOUNG, ADULT, 2), expected=np.nan) == ()


def test_every_year_stands_by_itself():
    lines = lines_of([game(YOUNG, ADULT, 2), game(ADULT, YOUNG, 2)])
    told = surplus_by_year(lines, np.array([2027, 2026]), np.full(2, 0.5))
    assert [(each.year, each.a_game) for each in told] == [(2026, -0.5), (2027, 0.5)]
