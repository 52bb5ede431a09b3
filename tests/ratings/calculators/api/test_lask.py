import json
from pathlib import Path

import pytest

LASK = json.loads(
    (Path(__file__).parents[3] / "golden" / "lask.json").read_text("utf-8")
)
SCORES = {"win": 1, "draw": 0.5, "loss": 0}


def test_ledger_example_of_the_rules_is_reproduced(answer):
    ledger = LASK["protocol"]
    games = [
        {
            "own": ledger["base"],
            "opponent": game["opponent"],
            "score": SCORES[game["result"]],
        }
        for game in ledger["games"]
    ]
    found = answer("lask", {"games": games})["games"]
    assert [(game["change"], game["running"]) for game in found] == [
        (game["delta"], game["running"]) for game in ledger["games"]
    ]


def test_nothing_is_halved_from_2200(answer):
    game = {"own": 2220, "opponent": 1950, "score": 0}
    assert answer("lask", {"games": [game]})["change"] == -26.0


def test_concentrated_tournament_example_of_the_rules_is_reproduced(answer):
    case = LASK["concentrated_tournament"]
    question = {
        "rating": case["rating"],
        "score": case["score"],
        "games": case["rounds"],
        "mean": case["average"],
    }
    found = answer("lask", {"concentrated": question})["concentrated"]
    assert (found["change"], found["new_rating"]) == (
        case["change"],
        case["new_rating"],
    )


@pytest.mark.parametrize("case", LASK["initial_rating"])
def test_initial_rating_examples_of_the_rules_are_reproduced(answer, case):
    question = {"class": case["class"], "score": case["score"], "games": case["rounds"]}
    assert answer("lask", {"initial": question})["initial"]["rating"] == case["rating"]


def test_monrad_tournament_of_eight_rounds_is_rated(answer):
    # 2b: M = 1800 + 11 (36 - 32) = 1844; D = 56, k = 2 for the stronger.
    question = {
        "rating": 1900,
        "score": 5,
        "rounds": 8,
        "quality_points": 36,
        "mean": 1800,
    }
    found = answer("lask", {"monrad": question})["monrad"]
    assert (found["opponents"]["mean"], found["mean"]) == (1844, 1844)
    assert found["change"] == 2 * 16 + found["k"] * 8


def test_every_error_is_reported_with_its_path(faults):
    assert faults(
        "lask",
        {
            "games": [
                {"own": 1900.5, "opponent": "1850", "score": 2},
                {"own": 1900, "opponent": 1850, "score": None},
            ],
            "goal": {"own": 1900, "opponents": [-10_000, 1800], "goal": 1950},
        },
    ) == {
        "games[0].own": "not_whole",
        "games[0].opponent": "not_whole",
        "games[0].score": "too_high",
        "games[1].score": "not_a_number",
        "goal.opponents[0]": "too_low",
    }
