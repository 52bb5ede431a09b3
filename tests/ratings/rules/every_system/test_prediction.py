"""What every system expects of a game before it is played."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from ratings.rules.calendar import day_number
from ratings.rules.elo.parameters import EDITIONS, EloParameters
from ratings.rules.elo.tables import expectation_table
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.lask import prediction as lask_prediction
from ratings.rules.prediction import predictions
from ratings.rules.rating_table import rating_table
from ratings.rules.renju.norms import obtain_norm
from ratings.rules.ssf import prediction as ssf_prediction
from ratings.rules.step import Decisions, Span, State
from ratings.rules.systems import systems
from tests.ratings.rules.columns import NONE, Side, game, lines_of

SPAN = Span(day_number(date(2026, 1, 1)), day_number(date(2026, 4, 30)))
OF = {name: found.Parameters.from_json({}) for name, found in systems().items()}


def expected(
    system, white, black, *, sides=None, memory=None, parameters=None, **options
):
    """White's expected score of one game between these ratings."""
    state = State.unknown(2, memory or (), fractional=True)
    state.rating[:] = [white, black]
    if memory:
        state.memory[:] = [memory] * 2
    decisions = Decisions.none(2)
    if "start" in options:
        decisions = Decisions(
            np.array(options["start"], float),
            decisions.adjustment,
            decisions.assessed,
            decisions.bonus_withheld,
        )
    lines = lines_of([game(*(sides or (0, 1)), 2)])
    prediction = predictions()[system]
    used_parameters = parameters or OF[system]
    (share,) = prediction.expected_scores(
        lines, state, decisions, SPAN, used_parameters
    )
    return share


def test_every_system_has_a_prediction():
    assert set(predictions()) == set(systems())


def test_a_prediction_is_found_by_the_name_of_its_system():
    assert predictions()["ssf_2008"] is ssf_prediction.PREDICTION
    assert predictions()["lask_1970"] is lask_prediction.PREDICTION


@pytest.mark.parametrize("system", OF)
def test_equal_players_expect_half_a_point(system):
    assert expected(system, 1500, 1500) == 0.5


@pytest.mark.parametrize("system", OF)
def test_expectations_of_both_sides_add_up_to_one(system):
    one = expected(system, 1640, 1500)
    assert one > 0.5
    assert one + expected(system, 1500, 1640) == pytest.approx(1)


@pytest.mark.parametrize("system", OF)
def test_no_expectation_for_a_player_without_rating(system):
    assert np.isnan(expected(system, NONE, 1500))
    assert np.isnan(expected(system, 1500, NONE))


@pytest.mark.parametrize("system", OF)
def test_decided_start_rating_and_outside_rating_are_used(system):
    assert expected(system, NONE, 1500, start=[1500, NONE]) == 0.5
    guest = Side(1, member=False, outside=1500)
    assert expected(system, 1500, NONE, sides=(0, guest)) == 0.5


@pytest.mark.parametrize("row", rating_table("ssf_2008").rows)
def test_table_expectation_leaves_the_rating_unchanged_on_average(row):
    """SSF rating, point 3: a win is worth 16 - k, a loss costs 16 + k."""
    share = expected("ssf_2008", 1500 + row.low, 1500)
    k = row.compensation
    assert share * (16 - k) == pytest.approx((1 - share) * (16 + k))
    assert expected("lask_1970", 1500 + row.low, 1500) == share


@pytest.mark.parametrize("row", expectation_table().rows)
def test_elo_expectation_agrees_with_table_8_1_2(row):
    uncapped = EloParameters(cap=None, cap_exempt_from=None)
    share = expected("elo", 1200 + row.low, 1200, parameters=uncapped)
    assert share == pytest.approx(row.higher / 100)


def test_elo_counts_a_greater_difference_as_400():
    assert expected("elo", 2600, 1600) == pytest.approx(0.92)
    assert expected("elo", 2600, 1600, parameters=EDITIONS["2022"]) == pytest.approx(
        0.92
    )


def test_mean_is_used_if_both_expectations_do_not_add_up_to_one():
    """B.02, 8.3.1: from 2650 the difference counts in full, 1.00 against 0.08."""
    assert expected("elo", 2700, 1700) == pytest.approx((1 + 0.92) / 2)


def test_glicko_expectation_is_lower_with_a_higher_deviation():
    sure = expected("glicko2", 1700, 1500, memory=(30, 0.06, SPAN.first_day))
    unsure = expected("glicko2", 1700, 1500, memory=(300, 0.06, SPAN.first_day))
    assert 0.5 < unsure < sure < 1 / (1 + 10 ** (-200 / 400))


def test_glicko_expectation_agrees_with_the_paper():
    """Glickman, "The Glicko system": 1400 (RD 80) expects 0.376 of 1500 (RD 150)."""
    prediction = predictions()["glicko2"]
    state = State.unknown(2, ("rd", "volatility", "as_of"), fractional=True)
    state.rating[:] = [1400, 1500]
    state.memory[:] = [(80, 0.06, SPAN.first_day), (150, 0.06, SPAN.first_day)]
    (share,) = prediction.expected_scores(
        lines_of([game(0, 1, 2)]), state, Decisions.none(2), SPAN, OF["glicko2"]
    )
    assert share == pytest.approx(0.376, abs=0.0005)


def test_scrabble_expectation_agrees_with_the_rules_table():
    """Hur ratingen fungerar: Φ of the difference by 100, to four decimals."""
    assert expected("scrabble", 1100, 1000) == 0.8413


@pytest.mark.parametrize("ahead", range(-3, 4))
def test_renju_expectation_is_the_norm_of_the_level(ahead):
    """Renju 2 §2e: over twenty games the norm has no rounding left."""
    norm = obtain_norm(10, 20, 20 * (10 - ahead))
    assert expected("renju", 10, 10 - ahead) * 40 == pytest.approx(norm)


def test_renju_caps_the_difference_at_three_units():
    assert expected("renju", 12, 2) == expected("renju", 12, 9)


def test_elo_rounds_to_the_nearest_whole_rating():
    # Table 8.1.2: 0 to 3 is .50, from 4 on .51.
    assert expected("elo", 1503.4, 1500) == 0.5
    assert expected("elo", 1503.6, 1500) == pytest.approx(0.51)


def test_elo_clips_ratings_below_0_or_above_4000():
    assert expected("elo", 4200, 4000) == expected("elo", -200, 0) == 0.5


@pytest.mark.parametrize("system", ["elo", "scrabble", "glicko2"])
def test_game_of_an_unrated_player_does_not_affect_others(system):
    state = State.unknown(3, fractional=True)
    state.rating[:] = [2500, NONE, 1600]
    lines = lines_of([game(0, 1, 2), game(0, 2, 2), game(2, 0, 2), game(1, 2, 2)])
    lines = replace(lines, white_member=lines.white != 1, black_member=lines.black != 1)
    shares = predictions()[system].expected_scores(
        lines,
        state,
        Decisions.none(3),
        SPAN,
        EDITIONS["2022"] if system == "elo" else OF[system],
    )
    assert np.isnan(shares).tolist() == [True, False, False, True]
    assert shares[1] + shares[2] == pytest.approx(1)
    if system == "elo":
        # Before a tournament the cap is available to all: D = 900 counts as 400.
        assert shares[1:3].tolist() == pytest.approx([0.92, 0.08])


def test_scrabble_rounds_to_the_nearest_whole_rating():
    # Φ(0.01) = 0.5040.
    assert expected("scrabble", 1000.6, 1000) == 0.504
    assert expected("scrabble", 1000.4, 1000) == 0.5
    assert expected("scrabble", 1000, 1000.6) == 0.496


def test_glicko_gives_a_guest_the_deviation_of_outside_ratings():
    parameters = GlickoParameters(start_rd=300, outside_rd=100)
    known = (100, 0.06, SPAN.first_day)
    same = expected("glicko2", 1700, 1500, memory=known, parameters=parameters)
    first, second = (Side(row, member=False) for row in (0, 1))
    sides = (replace(first, outside=1700), replace(second, outside=1500))
    facts = {"parameters": parameters, "sides": sides}
    assert expected("glicko2", NONE, NONE, **facts) == pytest.approx(same)
    # A converted rating without a game here has the same deviation.
    for pair, ratings in (((sides[0], 1), (NONE, 1500)), ((0, sides[1]), (1700, NONE))):
        facts = {"parameters": parameters, "sides": pair}
        assert expected("glicko2", *ratings, **facts) == pytest.approx(same)
