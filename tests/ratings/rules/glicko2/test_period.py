"""A rating period under Glicko-2, as columns."""

import numpy as np
import pytest

from ratings.rules.glicko2.columns import GlickoPlayers, GlickoSides
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.period import rate_sides, start

PAPER = GlickoParameters()
NONE = np.nan


def players(*numbers):
    return GlickoPlayers(
        *(np.array(column, float) for column in zip(*numbers, strict=True))
    )


def rate(pool, *games, parameters=PAPER):
    """Rate games (white, black, half points) from White's and Black's side."""
    white, black, score = np.array(games, np.intp).reshape(-1, 3).T
    sides = [
        GlickoSides(own, pool.rating.take(other), pool.rd.take(other), points)
        for own, other, points in ((white, black, score), (black, white, 2 - score))
    ]
    return rate_sides(pool, sides, parameters)


def rows(rated):
    return list(
        zip(
            rated.rating.tolist(),
            rated.rd.tolist(),
            rated.volatility.tolist(),
            strict=True,
        )
    )


def test_idle_player_keeps_rating_and_volatility_and_gains_deviation():
    # Step 6: √((30/173.7178)² + 0.05²) · 173.7178 = √(30² + 8.68589²) = 31.2321.
    rated = rate(players((1625.3, 30, 0.05)))
    assert (rated.rating.tolist(), rated.volatility.tolist()) == ([1625.3], [0.05])
    assert rated.rd[0] == pytest.approx(31.2321, abs=5e-5)


def test_deviation_does_not_grow_above_the_limit():
    # √(349² + 10.4231²) = 349.16, and of 350 it would be 350.16.
    rated = rate(players((1500, 349, 0.06), (1500, 350, 0.06)))
    assert rated.rd.round(2).tolist() == [349.16, 350]


def test_volatility_does_not_exceed_the_limit():
    # Forty wins in one period against an opponent 1000 points above.
    pool = players((1500, 60, 0.06), (2500, 60, 0.06))
    lower = GlickoParameters(most_volatility=0.1)
    for parameters, most in ((PAPER, 1), (lower, 0.1)):
        rated = rate(pool, *[(0, 1, 2)] * 40, parameters=parameters)
        assert rated.volatility.tolist() == [most, most]


def test_impossible_new_rating_is_refused_with_its_row():
    pool = players((2500, 30, 0.06), (1500, 350, 0.06))
    with pytest.raises(ValueError, match="new rating of row 1 is not within ±10000"):
        rate(pool, *[(0, 1, 0)] * 60)


def test_an_edition_may_have_another_limit():
    lower = GlickoParameters(most_rd=100, start_rd=100, outside_rd=100)
    assert rate(players((1500, 350, 0.06)), parameters=lower).rd.tolist() == [100]


def test_unrated_player_begins_with_the_start_values():
    # Step 1a.
    entered = players((NONE, NONE, NONE), (1500, 350, 0.06))
    first, second = rows(rate(start(entered, PAPER), (0, 1, 1)))
    assert first == second


def test_players_are_unrated_initially():
    everybody = GlickoPlayers.unrated(3)
    assert len(everybody) == 3
    entered = start(everybody, GlickoParameters(start_rating=1200, start_rd=300))
    assert rows(entered) == [(1200, 300, 0.06)] * 3


def test_outside_rating_has_the_deviation_of_outside_ratings():
    parameters = GlickoParameters(outside_rd=120)
    entered = start(players((2100, NONE, NONE)), parameters)
    assert rows(entered) == [(2100, 120, 0.06)]


def test_opponent_without_deviation_has_that_of_outside_ratings():
    parameters = GlickoParameters(outside_rd=120)
    pool = players((1500, 200, 0.06))
    unknown, known = (
        rate_sides(pool, [sides_against((1600, rd, 2))], parameters)
        for rd in (NONE, 120)
    )
    assert rows(unknown) == rows(known)


def sides_against(*opponents):
    rating, rd, score = zip(*opponents, strict=True)
    return GlickoSides(
        np.zeros(len(rating), np.intp),
        np.array(rating, float),
        np.array(rd, float),
        np.array(score, np.int8),
    )


def test_opponents_need_no_row():
    # Step 8 of the paper's example, carried through unrounded (Elixir glicko 0.8.0).
    sides = sides_against((1400, 30, 2), (1550, 100, 0), (1700, 300, 0))
    rated = rate_sides(players((1500, 200, 0.06)), [sides], PAPER)
    assert rated.rating[0] == pytest.approx(1464.0506705393013, abs=1e-6)


def test_extreme_upset_gives_a_finite_number():
    rated = rate(players((-10_000, 1, 0.06), (10_000, 1, 0.06)), (0, 1, 2))
    assert np.isfinite(rows(rated)).all()
    assert rated.rating[0] > -10_000
    assert rated.rating[1] < 10_000


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((10_001, 100, 0.06), "rating of row 1 is not within"),
        ((np.inf, 100, 0.06), "rating of row 1 is not within"),
        ((1500, 0, 0.06), "rd of row 1 is not above 0"),
        ((1500, -1, 0.06), "rd of row 1 is not above 0"),
        ((1500, 100, 0), "volatility of row 1 is not above 0"),
        ((1500, 100, 101), "volatility of row 1 is not above 0"),
    ],
)
def test_invalid_number_is_refused_with_its_row(row, message):
    with pytest.raises(ValueError, match=message):
        rate(players((1500, 100, 0.06), row))


@pytest.mark.parametrize(
    ("opponent", "message"),
    [
        ((NONE, 100, 2), "opponent_rating of row 1"),
        ((20_000, 100, 2), "opponent_rating of row 1"),
        ((1500, 0, 2), "opponent_rd of row 1"),
    ],
)
def test_invalid_opponent_is_refused_with_its_row(opponent, message):
    sides = sides_against((1500, 100, 1), opponent)
    with pytest.raises(ValueError, match=message):
        rate_sides(players((1500, 100, 0.06)), [sides], PAPER)


def test_missing_numbers_without_a_default_are_refused():
    with pytest.raises(ValueError, match="rating of row 0"):
        rate_sides(players((NONE, 100, 0.06)), [], PAPER)


@pytest.mark.parametrize("score", [3, -1])
def test_invalid_score_is_refused_with_its_row(score):
    with pytest.raises(ValueError, match="score of game 1"):
        sides_against((1500, 50, 1), (1500, 50, score))


def test_game_of_an_unknown_player_is_refused_with_its_row():
    sides = GlickoSides(
        np.array([1]), np.array([1500.0]), np.array([50.0]), np.array([1])
    )
    with pytest.raises(ValueError, match="Game 0 names a player beyond the 1 rows"):
        rate_sides(players((1500, 100, 0.06)), [sides], PAPER)


def test_scores_in_points_instead_of_half_points_are_refused():
    with pytest.raises(ValueError, match="half points"):
        GlickoSides(np.array([0]), *np.array([[1500.0], [50.0], [0.5]]))


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="differ in length"):
        GlickoPlayers(np.zeros(2), np.zeros(2), np.zeros(1))
    with pytest.raises(ValueError, match="differ in length"):
        GlickoSides(
            np.zeros(2, np.intp), np.zeros(2), np.zeros(2), np.zeros(1, np.int8)
        )


def test_numbers_at_the_limits_are_accepted():
    # √(0.1² + 0.17372²) = 0.20044; 10000 is lowered to the greatest deviation.
    rated = rate(players((-10_000, 0.1, 0.001), (10_000, 10_000, 10)))
    assert rows(rated) == [
        (-10_000, pytest.approx(0.20044, abs=5e-6), 0.001),
        (10_000, 350, 10),
    ]
    # Steps 3 to 8: g = 0.03149, E = 0.17640.
    rated = rate_sides(
        players((1500, 100, 0.06)), [sides_against((10_000, 10_000, 2))], PAPER
    )
    assert rated.rating.round(3).tolist() == [1501.509]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((-10_001, 100, 0.06), "^rating of row 0 is not within ±10000"),
        ((1500, 10_001, 0.06), "^rd of row 0 is not above 0 and up to 10000"),
        ((1500, 100, 10.5), "^volatility of row 0 is not above 0 and up to 10"),
        ((1500, NONE, 0.06), "^rd of row 0"),
        ((1500, 100, NONE), "^volatility of row 0"),
    ],
)
def test_a_number_beyond_a_limit_is_refused(row, message):
    with pytest.raises(ValueError, match=message):
        rate(players(row))


@pytest.mark.parametrize("row", [-1, 1])
def test_game_of_an_unknown_player_is_refused_on_either_side(row):
    sides = GlickoSides(
        np.array([0, row]), *np.array([[1500.0] * 2, [50.0] * 2]), np.array([1, 1])
    )
    with pytest.raises(ValueError, match="Game 1 names a player beyond the 1 rows"):
        rate_sides(players((1500, 100, 0.06)), [sides], PAPER)
