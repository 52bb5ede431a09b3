"""All calculators by name: JSON in, JSON out."""

import json
from pathlib import Path

import pytest

from ratings.rules.calculators import CALCULATORS, calculate
from ratings.rules.parameters import BadParameters
from ratings.rules.renju.calculator_json import MOST_PLAYERS

GOLDEN = Path(__file__).parents[2] / "golden"
LASK = json.loads((GOLDEN / "lask.json").read_text("utf-8"))
SCRABBLE = json.loads((GOLDEN / "scrabble.json").read_text("utf-8"))
FIDE = json.loads((GOLDEN / "elo_fide_calculator.json").read_text("utf-8"))
SCORES = {"win": 1, "draw": 0.5, "loss": 0}
NAMES = "abcdefgh"
LADDER = {
    "players": [{"id": name, "level": "1 kyu"} for name in NAMES],
    "games": [
        {"a": a, "b": b, "score": 1}
        for place, a in enumerate(NAMES)
        for b in NAMES[place + 1 :]
    ],
}


def refused(system, data):
    with pytest.raises(BadParameters) as caught:
        calculate(system, data)
    return caught.value.errors


def test_six_calculators_exist():
    assert sorted(CALCULATORS) == [
        "elo", "glicko2", "lask", "renju", "scrabble", "ssf",
    ]  # fmt: skip


def test_unknown_name_raises_a_key_error():
    with pytest.raises(KeyError):
        calculate("chess", {})


def test_system_is_found_by_its_calculators_different_name():
    question = {"own": 1950, "games": [{"opponent": 2220, "score": 1}]}
    for system in ("ssf_2008", "lask_1970"):
        with pytest.raises(KeyError, match=system):
            calculate(system, question)


@pytest.mark.parametrize("system", CALCULATORS)
@pytest.mark.parametrize("data", [None, [], "games", 1, True])
def test_non_object_is_refused(system, data):
    assert refused(system, data) == {"request": "not_an_object"}


def test_lask_reproduces_the_ledger_of_the_text():
    ledger = LASK["protocol"]
    games = [
        {
            "own": ledger["base"],
            "opponent": game["opponent"],
            "score": SCORES[game["result"]],
        }
        for game in ledger["games"]
    ]
    found = calculate("lask", {"games": games})
    assert [line["change"] for line in found["games"]] == [
        game["delta"] for game in ledger["games"]
    ]
    assert [line["running"] for line in found["games"]] == [
        game["running"] for game in ledger["games"]
    ]
    assert (found["change"], found["new_rating"]) == (17.0, 1917)
    assert found["games"][0]["paragraphs"] == ["LASK Rankingregel 1"]


def test_lask_halves_nothing():
    found = calculate("lask", {"games": [{"own": 2220, "opponent": 1950, "score": 0}]})
    assert found["change"] == -26.0


def test_lask_reproduces_the_concentrated_tournament_of_the_text():
    case = LASK["concentrated_tournament"]
    found = calculate(
        "lask",
        {
            "concentrated": {
                "rating": case["rating"],
                "score": case["score"],
                "games": case["rounds"],
                "mean": case["average"],
            }
        },
    )["concentrated"]
    assert (found["k"], found["change"], found["new_rating"]) == (
        case["compensation"],
        case["change"],
        case["new_rating"],
    )


@pytest.mark.parametrize("case", LASK["initial_rating"])
def test_lask_reproduces_the_initial_ratings_of_the_text(case):
    question = {"class": case["class"], "score": case["score"], "games": case["rounds"]}
    found = calculate("lask", {"initial": question})["initial"]
    assert (found["difference"], found["rating"]) == (
        case["difference"],
        case["rating"],
    )


def test_lask_names_every_error():
    assert refused(
        "lask",
        {
            "games": [
                {"own": -10_000, "opponent": 2000, "score": 0.25},
                {"own": 1900, "k": 10},
                None,
            ],
            "concentrated": {"rating": "1900", "score": 5.5, "games": 9, "mean": 1950},
            "goal": {"own": 1900, "opponents": [], "goal": 1950},
            "bonus": True,
        },
    ) == {
        "bonus": "unknown_field",
        "games[0].own": "too_low",
        "games[0].score": "not_a_score",
        "games[1].k": "unknown_field",
        "games[1].opponent": "missing",
        "games[1].score": "missing",
        "games[2]": "not_an_object",
        "concentrated.rating": "not_whole",
        "goal.opponents": "nobody",
    }


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({}, {"request": "nothing_asked"}),
        ({"games": []}, {"games": "empty"}),
        ({"games": 1}, {"games": "not_a_list"}),
        ({"monrad": 1}, {"monrad": "not_an_object"}),
        (
            {"concentrated": {"rating": 1900, "score": 10, "games": 9, "mean": 1950}},
            {"concentrated.score": "too_high"},
        ),
    ],
)
def test_lask_refuses_a_malformed_request(data, errors):
    assert refused("lask", data) == errors


def test_scrabble_reproduces_the_printed_example():
    # The text does not print the opponents, only that 3.13 wins were expected:
    # Φ(-0.09) = 0.4641, Φ(-0.97) = 0.1660 and five equals make 3.1301.
    opponents = [1009, 1097, 1000, 1000, 1000, 1000, 1000]
    case = SCRABBLE["cases"][0]
    found = calculate(
        "scrabble", {"rating": 1000, "opponents": opponents, "wins": case["scored"]}
    )
    assert (found["expected"], found["change"]) == (case["expected"], case["change"])
    assert found["new_rating"] == 1000 + case["rounded"]


def test_scrabble_gives_four_decimals_beside_the_rounded_number():
    # 0.4641 + 0.6915 + 0.1587 = 1.3143; 10 (1.5 - 1.3143) = 1.857.
    found = calculate(
        "scrabble", {"rating": 1000, "opponents": [1009, 950, 1100], "wins": 1.5}
    )
    assert (found["expected"], found["expected_exact"]) == (1.31, 1.3143)
    assert (found["change"], found["change_exact"]) == (1.9, 1.857)


@pytest.mark.parametrize(
    ("own", "opponent", "half_points", "k", "hundredths"), FIDE["changes"]
)
def test_elo_agrees_with_fides_calculator(own, opponent, half_points, k, hundredths):
    # It applied the rules of March 2024 (see the file's note).
    game = {"own": own, "opponent": opponent, "score": half_points / 2, "k": k}
    found = calculate("elo", {"edition": "2024-03", "games": [game]})
    assert found["games"][0]["change"] == found["change"] == hundredths / 100


def test_elo_cites_its_chapter():
    game = {"own": 2000, "opponent": 2500, "score": 1, "k": 20}
    found = calculate("elo", {"games": [game]})
    # D counts as 400: PD 0.08, and 20 times 0.92.
    assert (found["games"][0]["difference"], found["games"][0]["counted"]) == (500, 400)
    assert (found["change"], found["rounded"], found["new_rating"]) == (18.4, 18, 2018)
    assert found["games"][0]["paragraphs"] == ["FIDE B.02, 8.3.1", "FIDE B.02, 8.3.2"]


def test_elo_gives_a_first_rating_and_the_score_for_a_goal():
    # Ra = (5 * 1800 + 2 * 1800) / 7; 4.5 + 1 of 7 is 79 %, dp 230.
    found = calculate(
        "elo",
        {
            "first_rating": {"opponents": [1800] * 5, "score": 4.5},
            "goal": {"own": 2000, "opponents": [2000], "k": 20, "rating": 2010},
        },
    )
    assert (found["first_rating"]["rating"], found["first_rating"]["published"]) == (
        2030,
        2030,
    )
    assert (found["goal"]["score"], found["goal"]["new_rating"]) == (1.0, 2010)


def test_glicko_reproduces_the_example_of_the_paper():
    found = calculate(
        "glicko2",
        {
            "rating": 1500,
            "rd": 200,
            "volatility": 0.06,
            "tau": 0.5,
            "games": [
                {"rating": 1400, "rd": 30, "score": 1},
                {"rating": 1550, "rd": 100, "score": 0},
                {"rating": 1700, "rd": 300, "score": 0},
            ],
        },
    )
    # The paper continues with rounded numbers and ends on 1464.06, 151.52, 0.05999.
    assert found["rating"] == pytest.approx(1464.06, abs=0.01)
    assert round(found["rd"], 2) == 151.52
    assert found["volatility"] == pytest.approx(0.05999, abs=0.00001)
    assert found["before"] == {"rating": 1500.0, "rd": 200.0, "volatility": 0.06}


def test_renju_gives_a_norm_for_each_level():
    # N = 7, Pmean = 10: 2 dan requires 5.6, which is 5.5 (renju/test_calculator).
    found = calculate("renju", LADDER)
    first = found["players"][0]
    assert (first["pmean"], first["games"], first["obtained"]) == (10.0, 7, "2 dan")
    assert list(first["norms"])[9:13] == ["1 kyu", "1 dan", "2 dan", "3 dan"]
    assert first["norms"]["2 dan"] == 5.5
    assert len(first["norms"]) == 20
    assert found["cycle"] is None


def test_renju_names_the_players_of_a_cycle():
    players = [(1, None), (2, None), (3, "1 dan"), (4, "2 dan"), (5, "1 dan")]
    games = [(1, 2, 0), (1, 3, 0), (1, 4, 0.5), (1, 5, 0), (2, 3, 0), (2, 4, 1),
             (2, 5, 0)]  # fmt: skip
    found = calculate(
        "renju",
        {
            "players": [{"id": name, "level": level} for name, level in players],
            "games": [{"a": a, "b": b, "score": score} for a, b, score in games],
        },
    )
    assert (found["players"], found["cycle"]) == ([], [1, 2])
    assert found["rounds"] == [["2 kyu", "1 kyu"], ["3 kyu", "1 dan"]]
    assert found["paragraphs"] == ["Renju 4 §2"]


def test_renju_gives_the_points_needed_for_each_level():
    # Eight equals: N = 8, keep 2.0 - see renju/test_needs.
    needs = {"level": "1 kyu", "opponents": ["1 kyu"] * 8}
    found = calculate("renju", {"needs": needs})
    assert set(found) == {"needs"}
    assert (found["needs"]["games"], found["needs"]["keep"]) == (8, 2.0)
    assert [norm["level"] for norm in found["needs"]["obtain"]] == ["1 dan", "2 dan"]


def test_renju_names_every_error_in_both_requests():
    assert refused(
        "renju",
        {
            "players": [{"id": "a", "level": "11 kyu"}],
            "games": [{"a": "a", "b": "b", "score": 3}],
            "needs": {"level": None, "opponents": []},
        },
    ) == {
        "needs.opponents": "no_games",
        "players[0].level": "unknown_level",
        "games[0].score": "bad_score",
    }


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({}, {"request": "nothing_asked"}),
        ({"players": []}, {"games": "missing"}),
        ({"needs": None}, {"needs": "not_an_object"}),
        (
            {"players": [{}] * (MOST_PLAYERS + 1), "games": []},
            {"players": "too_many"},
        ),
    ],
)
def test_renju_refuses_a_malformed_request(data, errors):
    assert refused("renju", data) == errors


def test_a_player_cannot_meet_the_same_player_in_renju():
    games = [{"a": "a", "b": "a", "score": 1}]
    assert refused("renju", {**LADDER, "games": games}) == {"games[0].b": "plays_self"}
