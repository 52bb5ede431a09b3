"""One player's period under Glicko-2 with every number on the way."""

import json

import pytest

from ratings.rules.glicko2.calculator import STEP_OF, calculate
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.request import read_request
from ratings.rules.parameters import BadParameters
from tests.ratings.rules.glicko2.test_golden import REQUEST

PAPER = GlickoParameters()


def example():
    return calculate(read_request(REQUEST, PAPER))


def refused(data):
    with pytest.raises(BadParameters) as caught:
        read_request(data, PAPER)
    return caught.value.errors


def test_every_number_of_the_paper_is_given():
    # "Example calculation" to three digits, which the paper's rounding leaves alone.
    found = example()
    assert (found.mu, round(found.phi, 4)) == (0, 1.1513)
    assert [round(game.mu, 4) for game in found.games] == [-0.5756, 0.2878, 1.1513]
    assert [round(game.phi, 4) for game in found.games] == [0.1727, 0.5756, 1.7269]
    assert [round(game.g, 4) for game in found.games] == [0.9955, 0.9531, 0.7242]
    assert [round(game.expected, 3) for game in found.games] == [0.639, 0.432, 0.303]
    assert found.v == pytest.approx(1.7785, abs=1e-3)
    assert found.delta == pytest.approx(-0.4834, abs=1e-3)
    assert round(found.a, 5) == -5.62682
    assert round(found.phi_star, 3) == 1.153
    assert round(found.new_phi, 4) == 0.8722
    assert round(found.new_mu, 4) == -0.2069


def test_changes_of_games_add_up_to_the_total():
    found = example()
    shares = sum(game.points for game in found.games)
    assert found.rating + shares == pytest.approx(found.new_rating, abs=1e-9)
    assert sum(game.information for game in found.games) == pytest.approx(1 / found.v)
    surprised = sum(game.surprise for game in found.games)
    assert surprised * found.v == pytest.approx(found.delta)


def test_volatility_iteration_is_shown_step_by_step():
    rounds = example().rounds
    assert round(rounds[0].b, 5) == -6.12682
    assert round(rounds[-1].a, 5) == -5.62696
    assert [round(row.f_b, 4) for row in rounds] == [1.9997, 0, 0]


def test_each_number_cites_its_step():
    found = example().to_json()
    assert found["steps"] == dict(STEP_OF)
    shown = set(found) | set(found["games"][0])
    assert shown >= set(STEP_OF)
    assert json.loads(json.dumps(found)) == json.loads(json.dumps(example().to_json()))


def test_without_games_only_step_6_is_applied():
    found = calculate(read_request({"rating": 1500, "rd": 350, "games": []}, PAPER))
    assert (found.v, found.delta, found.a, found.rounds) == (None, None, None, ())
    assert (found.new_rating, found.new_volatility) == (1500, 0.06)
    assert (found.new_rd, found.rd_bounded, found.volatility_bounded) == (
        350,
        True,
        False,
    )
    # 1500 ± 1.96 · 350.
    assert (found.low, found.high) == (814, 2186)


def test_volatility_is_capped_at_the_limit():
    # Forty wins in one period against opponents 1000 points above.
    games = [{"rating": 2500, "rd": 60, "score": 1}] * 40
    found = calculate(read_request({"rd": 60, "games": games}, PAPER))
    assert (found.new_volatility, found.volatility_bounded) == (1, True)
    # Step 6 continues from the limit.
    assert found.phi_star**2 == pytest.approx(found.phi**2 + 1)


def test_missing_values_default_to_those_of_an_unrated_player():
    parameters = GlickoParameters(
        start_rating=1200, start_rd=300, tau=0.7, outside_rd=90
    )
    request_with = read_request({"games": [{"rating": 1300, "score": 0.5}]}, parameters)
    player = request_with.player
    assert (player.rating, player.rd, player.volatility) == (1200, 300, 0.06)
    assert (player.tau, player.most_rd, request_with.games[0].rd) == (0.7, 350, 90)


def test_all_invalid_values_are_named():
    assert refused(
        {
            "rating": "1500",
            "rd": 0,
            "volatility": 0,
            "tau": 3,
            "colour": "white",
            "games": [
                {"rd": 30},
                {"rating": 20_000, "rd": -1, "score": 2, "day": 1},
                "won",
                {"rating": 1400, "rd": None, "score": True},
            ],
        }
    ) == {
        "rating": "not_number",
        "rd": "too_low",
        "volatility": "too_low",
        "tau": "too_high",
        "colour": "unknown_field",
        "games[0].rating": "missing",
        "games[0].score": "missing",
        "games[1].rating": "too_high",
        "games[1].rd": "too_low",
        "games[1].score": "too_high",
        "games[1].day": "unknown_field",
        "games[2]": "not_an_object",
        "games[3].rd": "not_number",
        "games[3].score": "not_a_score",
    }


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "missing"),
        ({"games": {}}, "not_a_list"),
        ({"games": [{"rating": 1500, "score": 1}] * 1001}, "too_many"),
    ],
)
def test_games_must_be_a_list(data, code):
    assert refused(data) == {"games": code}


BOUNDS = {
    "rating": (0, 10_000),
    "rd": (1, 1000),
    "volatility": (0.001, 10),
    "tau": (0.1, 2),
    "most_rd": (1, 1000),
    "most_volatility": (0.01, 10),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_players_values_are_limited(name):
    least, most = BOUNDS[name]
    for value in (least, most):
        read = read_request({name: value, "games": []}, PAPER).player
        assert getattr(read, name) == value
    assert refused({name: least - 0.0001, "games": []}) == {name: "too_low"}
    assert refused({name: most + 0.0001, "games": []}) == {name: "too_high"}


@pytest.mark.parametrize("name", ["rating", "rd"])
def test_opponents_values_are_limited(name):
    least, most = BOUNDS[name]

    def request_with(value):
        return {"games": [{"rating": 1500, "score": 1} | {name: value}]}

    for value in (least, most):
        (result,) = read_request(request_with(value), PAPER).games
        assert getattr(result, name) == value
    assert refused(request_with(least - 0.0001)) == {f"games[0].{name}": "too_low"}
    assert refused(request_with(most + 0.0001)) == {f"games[0].{name}": "too_high"}


def test_missing_player_values_come_from_the_edition():
    numbers = {
        "start_rating": 1200,
        "start_rd": 300,
        "start_volatility": 0.05,
        "tau": 0.7,
        "most_rd": 320,
        "most_volatility": 0.8,
        "outside_rd": 90,
    }
    read = read_request(
        {"games": [{"rating": 1300, "score": 0}] * 1000}, GlickoParameters(**numbers)
    )
    player = read.player
    assert (player.rating, player.rd, player.volatility) == (1200, 300, 0.05)
    assert (player.tau, player.most_rd, player.most_volatility) == (0.7, 320, 0.8)
    assert {(each.rating, each.rd, each.score) for each in read.games} == {
        (1300, 90, 0)
    }


def test_deviation_is_capped_at_the_requested_limit():
    # √(100² + (173.7178 x 0.06)²) = 100.54 without a game.
    found = calculate(read_request({"rd": 100, "most_rd": 100, "games": []}, PAPER))
    assert (found.new_rd, found.rd_bounded) == (100, True)
    free = calculate(read_request({"rd": 100, "games": []}, PAPER))
    assert (round(free.new_rd, 2), free.rd_bounded) == (100.54, False)
    # 1.96 deviations either way of 1500.
    assert (found.low, found.high) == (1304, 1696)
