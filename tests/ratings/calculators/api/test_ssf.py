import json
from pathlib import Path

import pytest

CASES = json.loads(
    (Path(__file__).parents[3] / "golden" / "ssf.json").read_text("utf-8")
)["cases"]
SCORES = {"1-0": (1, 0), "1/2-1/2": (0.5, 0.5), "0-1": (0, 1)}


@pytest.mark.parametrize("case", CASES)
def test_rules_example_of_adam_and_bertil_is_reproduced(answer, case):
    white, black = SCORES[case["result"]]
    sides = (
        (case["white"], case["black"], white, case["white_delta"]),
        (case["black"], case["white"], black, case["black_delta"]),
    )
    for own, opponent, score, delta in sides:
        game = {"own": own, "opponent": opponent, "score": score}
        found = answer("ssf", {"games": [game]})
        assert found["change"] == found["games"][0]["change"] == delta
        assert found["games"][0]["difference"] == 270


def test_changes_are_returned_with_one_decimal(ask):
    game = {"own": 1950, "opponent": 2220, "score": 1}
    assert b'"change": 26.0' in ask("ssf", {"games": [game]}).content


def test_bonus_is_computed_game_by_game_from_the_first_base(answer):
    # See ssf/test_calculator: 990, then 1026, then 1020.
    games = [
        {"own": 990, "opponent": 1000, "score": 1},
        {"own": 990, "opponent": 1000, "score": 0},
        {"opponent": 1000, "score": 1},
    ]
    found = answer("ssf", {"bonus": True, "games": games})
    assert [game["bonus"] for game in found["games"]] == [20.0, 10.0, 10.0]
    assert found["new_rating"] == 1046


def test_score_required_for_a_goal_is_given(answer):
    goal = {"own": 1900, "opponents": [1900, 1900], "goal": 1910}
    assert answer("ssf", {"goal": goal})["goal"]["score"] == 1.5


def test_every_error_is_reported_with_its_path(faults):
    games = [
        {"own": "1950", "opponent": 2220, "score": 1},
        {"own": -1, "opponent": True, "score": 1.5},
        {"own": 1950, "score": 0.3},
    ]
    assert faults("ssf", {"games": games, "bonus": "yes"}) == {
        "bonus": "not_true_or_false",
        "games[0].own": "not_whole",
        "games[1].own": "too_low",
        "games[1].opponent": "not_whole",
        "games[1].score": "too_high",
        "games[2].opponent": "missing",
        "games[2].score": "not_a_score",
    }


def test_at_most_a_thousand_games_are_accepted(ask, faults):
    games = [{"own": 1950, "opponent": 2220, "score": 1}] * 1001
    assert ask("ssf", {"games": games[:1000]}).json()["change"] == 26_000
    assert faults("ssf", {"games": games}) == {"games": "too_many"}
