import json
from pathlib import Path

CASE = json.loads(
    (Path(__file__).parents[3] / "golden" / "scrabble.json").read_text("utf-8")
)["cases"][0]
# Φ(-0.09) = 0.4641, Φ(-0.97) = 0.1660 and five equals: 3.1301 wins.
OPPONENTS = [1009, 1097, 1000, 1000, 1000, 1000, 1000]


def test_rules_example_is_reproduced(answer):
    question = {"rating": 1000, "opponents": OPPONENTS, "wins": CASE["scored"]}
    found = answer("scrabble", question)
    assert (found["expected"], found["change"], found["new_rating"]) == (
        CASE["expected"],
        CASE["change"],
        1000 + CASE["rounded"],
    )
    assert (found["expected_exact"], found["change_exact"]) == (3.1301, 8.699)


def test_wins_required_for_a_goal_are_given(answer):
    question = {"rating": 1000, "opponents": [1000] * 4, "wins": 0, "goal": 1005}
    assert answer("scrabble", question)["wins_for_goal"] == 2.5


def test_more_wins_than_games_are_refused(faults):
    assert faults("scrabble", {"rating": 1000, "opponents": [1009], "wins": 2}) == {
        "wins": "too_high"
    }


def test_every_error_is_reported_with_its_path(faults):
    assert faults("scrabble", {"rating": -1, "opponents": [True], "k": 10}) == {
        "rating": "too_low",
        "opponents[0]": "not_whole",
        "wins": "missing",
        "k": "unknown_field",
    }
