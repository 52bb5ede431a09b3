"""Mark Glickman, Example of the Glicko-2 system (22 March 2022), "Example calculation".

A player of 1500, RD 200 and volatility 0.06 beats 1400 (RD 30) and loses to 1550
(RD 100) and 1700 (RD 300); tau is 0.5. The paper goes from step to step with the
rounded numbers that it prints: each step is compared here with the printed result,
given the results printed before it. Carried through unrounded the example ends on
1464.05, not 1464.06.
"""

from math import floor

import numpy as np
import pytest

from ratings.rules.glicko2.calculator import calculate
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.request import read_request
from ratings.rules.glicko2.scale import (
    deviation_after,
    deviation_before,
    expected_scores,
    improvement,
    information,
    interval,
    surprise,
    to_mu,
    to_phi,
    to_rating,
    to_rd,
    weight,
)
from ratings.rules.glicko2.volatility import (
    VolatilityCurve,
    brackets,
    new_volatility,
    volatility_at,
)
from tests.ratings.rules.live_steps import PERIOD, lines_between, rate_live, state_with

MU = np.array([-0.5756, 0.2878, 1.1513])
PHI = np.array([0.1727, 0.5756, 1.7269])
G = np.array([0.9955, 0.9531, 0.7242])
E = np.array([0.639, 0.432, 0.303])
SCORE = np.array([1.0, 0, 0])
V, DELTA = 1.7785, -0.4834
REQUEST = {
    "rating": 1500,
    "rd": 200,
    "volatility": 0.06,
    "tau": 0.5,
    "games": [
        {"rating": 1400, "rd": 30, "score": 1},
        {"rating": 1550, "rd": 100, "score": 0},
        {"rating": 1700, "rd": 300, "score": 0},
    ],
}


def one(number):
    return np.array([number])


def curve():
    return VolatilityCurve.of(one(0.06), one(1.1513), one(V), one(DELTA), 0.5)


def test_step_2_converts_ratings_to_the_scale():
    assert to_mu(np.array([1500.0, 1400, 1550, 1700])).round(4).tolist() == [0, *MU]
    assert to_phi(np.array([200.0, 30, 100, 300])).round(4).tolist() == [1.1513, *PHI]


def test_step_3_gives_weights_and_expected_scores():
    assert weight(to_phi(np.array([30.0, 100, 300]))).round(4).tolist() == G.tolist()
    expected, rest = expected_scores(one(0.0), MU, G)
    assert expected.round(3).tolist() == E.tolist()
    assert rest.round(3).tolist() == [0.361, 0.568, 0.697]


def test_step_3_gives_the_variance():
    v = 1 / information(G, E, 1 - E).sum()
    assert round(v, 4) == V


def test_step_4_gives_the_improvement():
    assert round(V * surprise(G, E, 1 - E, SCORE).sum(), 4) == DELTA


def test_step_5_begins_with_the_printed_bracket():
    first = next(brackets(curve()))
    assert (first.a.round(5), first.b.round(5)) == (-5.62682, -6.12682)
    assert (first.at_a.round(8), first.at_b.round(6)) == (-0.00053567, 1.999675)


def test_step_5_ends_on_the_printed_a():
    *_, last = brackets(curve())
    assert (last.a.round(5), last.b.round(5)) == (-5.62696, -5.62696)
    assert last.at_a.round(12) == 0.000000015238


def test_step_5_gives_the_new_volatility():
    # 0.059996, printed as 0.05999.
    assert floor(volatility_at(one(-5.62696)).item() * 1e5) == 5999
    assert floor(new_volatility(curve()).item() * 1e5) == 5999


def test_step_6_lets_the_deviation_grow():
    assert deviation_before(one(1.1513), one(0.05999)).round(6) == 1.152862


def test_step_7_gives_deviation_and_rating_on_the_scale():
    assert deviation_after(one(1.152862), one(1 / V)).round(4) == 0.8722
    assert improvement(one(0.8722), one(-0.272)).round(4) == -0.2069


def test_step_8_converts_back():
    assert round(to_rating(-0.2069), 2) == 1464.06
    assert round(to_rd(0.8722), 2) == 151.52


def test_whole_example_differs_from_the_printed_result_only_by_rounding():
    found = calculate(read_request(REQUEST, GlickoParameters()))
    assert found.new_rating == pytest.approx(1464.06, abs=0.01)
    assert round(found.new_rd, 2) == 151.52
    assert floor(found.new_volatility * 1e5) == 5999


def test_whole_example_agrees_with_unrounded_results_of_others():
    # Documentation of the Elixir package glicko 0.8.0.
    memory = np.array([(rd, 0.06, PERIOD.first_day) for rd in (200, 30, 100, 300)])
    state = state_with([1500, 1400, 1550, 1700], memory, np.float64)
    games = lines_between([(0, 1, 2), (0, 2, 0), (0, 3, 0)])
    rated = rate_live("glicko2", state, games)
    assert rated.after[0] == pytest.approx(1464.0506705393013, abs=1e-6)
    assert rated.memory[0, 0] == pytest.approx(151.51652412385727, abs=1e-6)


def test_deviation_of_200_without_games_agrees_with_results_of_others():
    # Documentation of the Elixir package glicko 0.8.0: step 6 alone.
    found = calculate(read_request({**REQUEST, "games": []}, GlickoParameters()))
    assert (found.new_rating, found.new_volatility) == (1500, 0.06)
    assert found.new_rd == pytest.approx(200.27141669877065, abs=1e-9)


def test_interval_of_1500_with_deviation_50_is_1402_to_1598():
    # 1.96 deviations either way.
    assert interval(1500.0, 50.0) == (1402, 1598)
