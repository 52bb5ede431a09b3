"""One player's Scrabble tournament with every number on the way."""

import pytest

from ratings.rules.parameters import BadParameters
from ratings.rules.scrabble.calculator import calculate, score_for
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.request import ScrabbleRequest, read_request

TEXT = ScrabbleParameters()


def json_answer(**data):
    return calculate(read_request(data, TEXT), TEXT).to_json()


def refused(**data):
    with pytest.raises(BadParameters) as caught:
        read_request(data, TEXT)
    return caught.value.errors


def test_every_number_is_shown_to_four_decimals():
    # Φ(-0.09) = 0.4641, Φ(0.5) = 0.6915, Φ(-1) = 0.1587: together 1.3143.
    # 10 (1.5 - 1.3143) = 1.857.
    assert json_answer(rating=1000, opponents=[1009, 950, 1100], wins=1.5) == {
        "rating": 1000,
        "games": [
            {"opponent": 1009, "expected": 0.4641},
            {"opponent": 950, "expected": 0.6915},
            {"opponent": 1100, "expected": 0.1587},
        ],
        "expected": 1.3143,
        "wins": 1.5,
        "change": 1.857,
        "new_rating": 1002,
        "goal": None,
        "wins_for_goal": None,
    }


def test_new_player_starts_on_the_rating_of_the_edition():
    assert json_answer(opponents=[1000], wins=1)["new_rating"] == 1005
    edition = ScrabbleParameters(start=900)
    found = calculate(read_request({"opponents": [900], "wins": 1}, edition), edition)
    assert (found.rating, found.new_rating) == (900, 905)


def test_no_games_change_nothing():
    found = json_answer(rating=1234, opponents=[], wins=0)
    assert (found["expected"], found["change"], found["new_rating"]) == (0, 0, 1234)


@pytest.mark.parametrize(
    ("goal", "wins"),
    [
        # Four equals: 2 wins are expected, each half a win more is 5 points.
        (1000, 2.0),
        (1005, 2.5),
        (1006, 3.0),
        (1020, 4.0),
        (1021, None),
        # 20 points below for no win at all.
        (980, 0.0),
        (500, 0.0),
    ],
)
def test_fewest_wins_that_reach_a_goal_are_given(goal, wins):
    found = json_answer(rating=1000, opponents=[1000] * 4, wins=0, goal=goal)
    assert (found["goal"], found["wins_for_goal"]) == (goal, wins)


def test_half_a_point_short_of_the_goal_suffices():
    # Factor 1 against an equal: a win makes 1000.5, which is 1001.
    edition = ScrabbleParameters(factor=1)
    request = ScrabbleRequest(1000, (1000,), 0, goal=1001)
    assert score_for(request, 5_000, edition) == 2


def test_all_invalid_values_are_named():
    assert refused(rating=-1, opponents=[1000, "1009", -5], wins=4, goal=1.5, k=10) == {
        "rating": "too_low",
        "opponents[1]": "not_whole",
        "opponents[2]": "too_low",
        "wins": "too_high",
        "goal": "not_whole",
        "k": "unknown_field",
    }


@pytest.mark.parametrize(
    ("wins", "code"),
    [
        (2.5, "too_high"),
        (-0.5, "too_low"),
        (0.25, "not_a_score"),
        ("2", "not_a_score"),
        (True, "not_a_score"),
        (None, "not_a_score"),
        (float("nan"), "not_a_score"),
        (float("inf"), "too_high"),
        (10**400, "too_high"),
    ],
)
def test_wins_are_halves_from_0_to_the_number_of_games(wins, code):
    assert refused(rating=1000, opponents=[1000, 1000], wins=wins) == {"wins": code}


def test_wins_and_opponents_are_required():
    assert refused() == {"opponents": "missing", "wins": "missing"}


@pytest.mark.parametrize(
    ("opponents", "code"), [("1000", "not_a_list"), ([1000] * 1001, "too_many")]
)
def test_opponents_must_be_a_list_and_wins_are_still_read(opponents, code):
    assert refused(opponents=opponents, wins=3) == {"opponents": code}


def test_minimum_and_maximum_values_are_accepted():
    opponents = [0, 10_000] * 500
    found = {"rating": 10_000, "opponents": opponents, "wins": 1000, "goal": 0}
    request = read_request(found, TEXT)
    assert request == ScrabbleRequest(10_000, tuple(opponents), 2000, 0)
    assert read_request({"rating": 0, "opponents": [], "wins": 0}, TEXT) == (
        ScrabbleRequest(0, (), 0, None)
    )


@pytest.mark.parametrize(("rating", "code"), [(-1, "too_low"), (10_001, "too_high")])
def test_rating_out_of_range_is_refused(rating, code):
    assert refused(rating=rating, opponents=[rating], wins=0, goal=rating) == {
        "rating": code,
        "opponents[0]": code,
        "goal": code,
    }


def test_wins_are_checked_even_if_opponents_are_invalid():
    assert refused(wins=1000) == {"opponents": "missing"}
    assert refused(wins=1001) == {"opponents": "missing", "wins": "too_high"}
