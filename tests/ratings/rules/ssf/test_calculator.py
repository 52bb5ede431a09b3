"""SSF changes game by game, and the score required for a goal."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.parameters import BadParameters
from ratings.rules.ssf.calculator import answer, calculate, halved_changes, score_needed
from ratings.rules.ssf.calculator_json import answer_json
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.request import SsfGame, SsfGoal, SsfRequest, read_request
from tests.ratings.rules.columns import Person, Step, game

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "golden" / "ssf.json").read_text("utf-8")
)
SCORES = {"1-0": (1, 0), "1/2-1/2": (0.5, 0.5), "0-1": (0, 1)}
TEXT = SsfParameters()

ratings = st.integers(0, 3000)
results = st.lists(st.tuples(ratings, st.integers(0, 2)), min_size=1, max_size=8)


def game_answer(own, opponent, score):
    return answer_json({"games": [{"own": own, "opponent": opponent, "score": score}]})


def refused(**data):
    with pytest.raises(BadParameters) as caught:
        read_request(data)
    return caught.value.errors


@pytest.mark.parametrize("case", GOLDEN["cases"])
def test_rules_example_of_adam_and_bertil_is_reproduced(case):
    white, black = SCORES[case["result"]]
    assert (
        game_answer(case["white"], case["black"], white)["change"]
        == case["white_delta"]
    )
    assert (
        game_answer(case["black"], case["white"], black)["change"]
        == case["black_delta"]
    )


def test_every_number_of_a_game_is_shown():
    # D = 270 is in the row 237-270, k = 10: 16 + 10.
    assert game_answer(1950, 2220, 1) == {
        "games": [
            {
                "own": 1950,
                "opponent": 2220,
                "score": 1.0,
                "difference": 270,
                "table_row": {"low": 237, "high": 270},
                "k": 10,
                "unhalved": 26.0,
                "halved": False,
                "change": 26.0,
                "bonus": 0.0,
                "running": 1976.0,
                "paragraphs": ["SSF rating, point 3"],
            }
        ],
        "change": 26.0,
        "bonus": 0.0,
        "before_rounding": 1976.0,
        "floored": False,
        "new_rating": 1976,
        "paragraphs": ["SSF rating, point 5"],
    }


def test_half_points_add_up_and_the_sum_is_rounded_up():
    # 2222 against 2223: k = 0, half of 16 is 8; 2222 against 2245, D = 23, k = 1:
    # the weaker loses 15, half of it 7.5. 2222 + 8 - 7.5 = 2222.5, which is 2223.
    found = answer_json(
        {
            "games": [
                {"own": 2222, "opponent": 2223, "score": 1},
                {"own": 2222, "opponent": 2245, "score": 0},
            ]
        }
    )
    assert [line["change"] for line in found["games"]] == [8.0, -7.5]
    assert [line["unhalved"] for line in found["games"]] == [16.0, -15.0]
    assert (found["change"], found["before_rounding"]) == (0.5, 2222.5)
    assert found["new_rating"] == 2223
    assert found["paragraphs"] == ["SSF rating, point 5", "SSF rating, point 4"]


def line(own, opponent, score, row, k, **more):
    """Return a game as shown, of a player whose changes are not halved."""
    shown = {"own": own, "opponent": opponent, "score": score, "k": k}
    shown |= {"difference": abs(own - opponent), "halved": False, "bonus": 0.0}
    shown["table_row"] = dict(zip(("low", "high"), row, strict=True))
    shown["paragraphs"] = ["SSF rating, point 3"]
    return shown | more


def test_games_of_several_players_have_a_sum_and_no_new_rating():
    # D = 270, k = 10: 16 + 10; a loss among equals.
    games = [
        {"own": 1950, "opponent": 2220, "score": 1},
        {"own": 1951, "opponent": 1951, "score": 0},
    ]
    won = {"unhalved": 26.0, "change": 26.0, "running": None}
    lost = {"unhalved": -16.0, "change": -16.0, "running": None}
    assert answer_json({"games": games}) == {
        "games": [
            line(1950, 2220, 1.0, (237, 270), 10, **won),
            line(1951, 1951, 0.0, (0, 10), 0, **lost),
        ],
        "change": 10.0,
        "bonus": 0.0,
        "before_rounding": None,
        "floored": False,
        "new_rating": None,
        "paragraphs": [],
    }


def test_a_halved_game_says_so_and_its_half_point_is_rounded_up():
    # D = 23, k = 1: the weaker loses 15, half of it 7.5. 2222 - 7.5 = 2214.5.
    paragraphs = ["SSF rating, point 3", "SSF rating, point 4"]
    shown = {"halved": True, "change": -7.5, "running": 2214.5}
    shown |= {"unhalved": -15.0, "paragraphs": paragraphs}
    assert game_answer(2222, 2245, 0) == {
        "games": [line(2222, 2245, 0.0, (11, 33), 1, **shown)],
        "change": -7.5,
        "bonus": 0.0,
        "before_rounding": 2214.5,
        "floored": False,
        "new_rating": 2215,
        "paragraphs": ["SSF rating, point 5", "SSF rating, point 4"],
    }


def test_floor_is_named_if_it_limits_the_rating():
    # 700 - 16 + 20 = 704, up to 800.
    paragraphs = ["SSF rating, point 3", "SSF rating, Below 1200"]
    lost = {"unhalved": -16.0, "change": -16.0, "running": 704.0}
    lost |= {"bonus": 20.0, "paragraphs": paragraphs}
    games = [{"own": 700, "opponent": 700, "score": 0}]
    assert answer_json({"games": games, "bonus": True}) == {
        "games": [line(700, 700, 0.0, (0, 10), 0, **lost)],
        "change": -16.0,
        "bonus": 20.0,
        "before_rounding": 704.0,
        "floored": True,
        "new_rating": 800,
        "paragraphs": ["SSF rating, point 5", "SSF rating, Below 1200"],
    }


def test_the_bonus_follows_the_running_rating_from_the_first_base():
    # 990 gives 20 points, and +16 for the win makes 1026. 1026 brings 10, and
    # the loss to 1000 costs 16 (base 990, D = 10): 1020. Then 10 more and +16.
    found = answer_json(
        {
            "bonus": True,
            "games": [
                {"own": 990, "opponent": 1000, "score": 1},
                {"opponent": 1000, "score": 0},
                {"own": 1020, "opponent": 1000, "score": 1},
            ],
        }
    )
    assert [line["own"] for line in found["games"]] == [990, 990, 990]
    assert [line["bonus"] for line in found["games"]] == [20.0, 10.0, 10.0]
    assert [line["running"] for line in found["games"]] == [1026.0, 1020.0, 1046.0]
    assert (found["change"], found["bonus"], found["new_rating"]) == (16.0, 40.0, 1046)
    assert found["games"][0]["paragraphs"][-1] == "SSF rating, Below 1200"


def test_rating_does_not_fall_below_800_if_the_district_adopts_it():
    # 801 loses to 1500, D >= 500, k = 15: -1 and 20 bonus; thrice against 801: -16.
    games = [{"own": 801, "opponent": 801, "score": 0}] * 2
    found = answer_json({"bonus": True, "games": games})
    assert found["before_rounding"] == 801 - 32 + 40
    without = SsfParameters(bonus_bands=())
    read = read_request({"bonus": True, "games": games})
    new = answer(read, without).calculation.new
    assert (new.raw, new.rating, new.floored) == (769, 800, True)
    assert answer_json({"games": games})["new_rating"] == 769


@pytest.mark.parametrize(
    ("own", "goal", "score", "after"),
    [
        # Two equals: 1900 + 16 (s - 2) for s half points.
        (1900, 1900, 1.0, 1900),
        (1900, 1901, 1.5, 1916),
        (1900, 1932, 2.0, 1932),
        (1900, 1933, None, 1932),
        (1900, 0, 0.0, 1868),
        # Half as much from 2200.
        (2200, 2201, 1.5, 2208),
        (2200, 2217, None, 2216),
    ],
)
def test_lowest_score_that_reaches_a_goal_is_given(own, goal, score, after):
    found = answer_json({"goal": {"own": own, "opponents": [own] * 2, "goal": goal}})
    assert found["goal"] == {
        "own": own,
        "goal": goal,
        "games": 2,
        "score": score,
        "new_rating": after,
    }


def test_minimum_and_maximum_of_every_rating_are_accepted():
    # D >= 500, k = 15, and half of it from 2200.
    assert game_answer(0, 9999, 1)["new_rating"] == 31
    assert game_answer(9999, 0, 1)["change"] == 0.5
    goal = {"own": 0, "opponents": [9999], "goal": 0}
    assert answer_json({"goal": goal})["goal"]["score"] == 0.5


def test_all_invalid_values_are_named():
    assert refused(
        games=[
            {"own": -1, "opponent": 2220.5, "score": 2},
            {"own": 1950, "oponent": 2220, "score": "1"},
            7,
        ],
        bonus=1,
        goal={"own": True, "opponents": [10_000, None], "goal": 1900},
        k=20,
    ) == {
        "k": "unknown_field",
        "bonus": "not_true_or_false",
        "games[0].own": "too_low",
        "games[0].opponent": "not_whole",
        "games[0].score": "too_high",
        "games[1].oponent": "unknown_field",
        "games[1].opponent": "missing",
        "games[1].score": "not_a_score",
        "games[2]": "not_an_object",
        "goal.own": "not_whole",
        "goal.opponents[0]": "too_high",
        "goal.opponents[1]": "not_whole",
    }


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ([], {"request": "not_an_object"}),
        ({}, {"request": "nothing_asked"}),
        ({"bonus": True}, {"request": "nothing_asked"}),
        ({"games": []}, {"games": "empty"}),
        ({"games": {}}, {"games": "not_a_list"}),
        (
            {"games": [{"opponent": 1, "score": 1}], "bonus": True},
            {"games[0].own": "missing"},
        ),
    ],
)
def test_malformed_request_is_refused(data, errors):
    with pytest.raises(BadParameters) as caught:
        read_request(data)
    assert caught.value.errors == errors


@given(own=ratings, games=results)
def test_calculator_agrees_with_the_columns_of_a_period(own, games):
    mine = [SsfGame(own, opponent, score) for opponent, score in games]
    found = calculate(mine, TEXT, bonus=False)
    people = [Person(own), *(Person(each.opponent) for each in mine)]
    lines = [game(0, row, each.score) for row, each in enumerate(mine, start=1)]
    outcome = Step(people, lines).rate()
    assert found.change == outcome.change[0]
    assert found.new.rating == outcome.after[0]


@given(own=ratings, opponents=st.lists(ratings, min_size=1, max_size=8), goal=ratings)
def test_goal_score_is_the_lowest_sufficient_one(own, opponents, goal):
    def after(half_points):
        scores = [
            min(2, max(0, half_points - 2 * row)) for row in range(len(opponents))
        ]
        games = [
            SsfGame(own, opponent, score)
            for opponent, score in zip(opponents, scores, strict=True)
        ]
        return calculate(games, TEXT, bonus=False).new.rating

    found = score_needed(SsfGoal(own, tuple(opponents), goal), TEXT)
    if found.score is None:
        assert found.after == after(2 * len(opponents)) < goal
    else:
        assert found.after == after(found.score) >= goal
        assert found.score == 0 or after(found.score - 1) < goal


def test_goal_alone_or_games_alone_are_answered():
    goal = SsfGoal(1900, (1900,), 1910)
    assert answer(SsfRequest((), bonus=False, goal=goal), TEXT).calculation is None
    assert (
        answer(SsfRequest((SsfGame(1, 2, 0),), bonus=False, goal=None), TEXT).goal
        is None
    )


def test_only_a_base_from_2200_is_halved():
    own = np.array([2199.0, 2200.0], np.float32)
    assert halved_changes(own, np.array([-30, -30]), TEXT).tolist() == [-30, -15]
