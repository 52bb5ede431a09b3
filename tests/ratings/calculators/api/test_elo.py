import json
from pathlib import Path

import pytest

FIDE = json.loads(
    (Path(__file__).parents[3] / "golden" / "elo_fide_calculator.json").read_text(
        "utf-8"
    )
)


@pytest.mark.parametrize(
    ("own", "opponent", "half_points", "k", "hundredths"), FIDE["changes"]
)
def test_changes_agree_with_fides_calculator(
    answer, own, opponent, half_points, k, hundredths
):
    # It applied the rules of March 2024 (see the file's note).
    game = {"own": own, "opponent": opponent, "score": half_points / 2, "k": k}
    found = answer("elo", {"edition": "2024-03", "games": [game]})
    assert found["change"] == hundredths / 100


@pytest.mark.parametrize(
    ("average", "half_points", "games", "rating"), FIDE["first_ratings"]
)
def test_first_ratings_agree_with_fides_calculator(
    answer, average, half_points, games, rating
):
    # Those of 2022, without hypothetical opponents.
    question = {"opponents": [average] * games, "score": half_points / 2}
    found = answer("elo", {"edition": "2022", "first_rating": question})
    assert found["first_rating"]["rating"] == rating


def test_rating_difference_is_capped_as_the_edition_says(answer):
    # D = 500 counts as 400, PD 0.92, but from 2650 in October 2025 as 500, PD 0.96.
    game = {"own": 2700, "opponent": 2200, "score": 1, "k": 10}
    by_edition = {
        edition: answer("elo", {"edition": edition, "games": [game]})["change"]
        for edition in ("2024-03", "2025-10")
    }
    assert by_edition == {"2024-03": 0.8, "2025-10": 0.4}


def test_every_error_is_reported_with_its_path(faults):
    games = [{"own": 2000, "opponent": 2100, "score": 1}]
    first = {"opponents": [1900, -1], "score": 3}
    assert faults(
        "elo", {"edition": "2023", "games": games, "first_rating": first}
    ) == {
        "edition": "unknown_edition",
        "games[0].k": "missing",
        "first_rating.opponents[1]": "too_low",
        "first_rating.score": "too_high",
    }


def test_goal_names_the_bonus_that_it_includes(answer):
    goal = {"own": 1500, "opponents": [1600] * 6, "k": 32, "rating": 1708}
    found = answer("elo", {"edition": "ireland", "goal": goal})["goal"]
    assert (found["score"], found["bonus"], found["new_rating"]) == (6, 85, 1708)
