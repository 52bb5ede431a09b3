"""The calculator: requests, games, first ratings and goals (B.02, 8.2 and 8.3)."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest

from ratings.rules.elo.answer import answer, to_json
from ratings.rules.elo.calculator import PlayedGame, calculate, score_needed
from ratings.rules.elo.parameters import edition
from ratings.rules.elo.request import BadRequest, FieldScore, Goal, read_request

NOW = edition("2025-10")


def json_answer(data):
    return to_json(answer(read_request(data)))


def errors_of(data):
    with pytest.raises(BadRequest) as caught:
        read_request(data)
    return caught.value.errors


def game(**parts):
    return {"own": 2000, "opponent": 2100, "score": 0.5, "k": 20} | parts


def test_a_game_is_shown_with_all_its_numbers():
    # D = -100: .36 by table 8.1.2, and 20 x .14.
    assert json_answer({"games": [game()]}) == {
        "edition": "2025-10",
        "calculation": {
            "games": [
                {
                    "own": 2000,
                    "opponent": 2100,
                    "score": 0.5,
                    "k": 20,
                    "difference": -100,
                    "counted": -100,
                    "expected": 0.36,
                    "change": 0.14,
                    "points": 2.8,
                    "paragraphs": ["8.3.2"],
                }
            ],
            "score": 0.5,
            "expected": 0.36,
            "change": 0.14,
            "points": 2.8,
            "rounded": 3,
            "bonus": 0,
            "after": 2003,
        },
    }


@pytest.mark.parametrize(
    ("name", "own", "opponent", "counted", "paragraphs"),
    [
        ("2025-10", 2000, 1600, 400, ("8.3.2",)),
        ("2025-10", 2000, 1599, 400, ("8.3.1", "8.3.2")),
        ("2025-10", 2650, 2200, 450, ("8.3.1", "8.3.2")),
        ("2024-03", 2650, 2200, 400, ("8.3.1", "8.3.2")),
        ("2022", 2650, 2200, 400, ("8.3.1", "8.3.2")),
    ],
)
def test_capped_difference_cites_its_paragraph(
    name, own, opponent, counted, paragraphs
):
    (played,) = calculate([PlayedGame(own, opponent, 2, 10)], edition(name)).games
    assert (played.counted, played.paragraphs) == (counted, paragraphs)


def test_36_games_at_20_are_counted_at_19():
    calculation = calculate([PlayedGame(2000, 2000, 2, 20)] * 36, NOW)
    assert {(played.k, played.paragraphs) for played in calculation.games} == {
        (19, ("8.3.2", "8.3.3"))
    }
    assert calculation.points == Decimal("342.00")


def test_no_new_rating_is_given_if_the_own_rating_varies():
    games = [PlayedGame(2000, 2000, 2, 20), PlayedGame(2010, 2010, 2, 20)]
    calculation = calculate(games, NOW)
    assert (calculation.rounded, calculation.after) == (20, None)


def test_tournaments_of_2022_have_one_upgraded_game_each():
    games = [game(opponent=1500, tournament=t) for t in (1, 1, 2)]
    counted = [
        played["counted"]
        for played in json_answer({"edition": "2022", "games": games})["calculation"][
            "games"
        ]
    ]
    assert counted == [400, 500, 400]


def test_a_first_rating_is_shown_with_its_parts():
    # FIDE's list of December 2025: 13107 / 7 + 50.
    opponents = [1902, 1877, 1884, 2012, 1832]
    request = {"first_rating": {"opponents": opponents, "score": 3}}
    assert json_answer(request)["first_rating"] == {
        "games": 5,
        "score": 3,
        "average": 1872.43,
        "p": 0.57,
        "difference": 50,
        "exact": 1922.43,
        "rating": 1922,
        "reason": None,
        "published": 1922,
    }


def test_a_performance_is_shown_with_its_parts():
    request = {"performance": {"opponents": [1901, 1850], "score": 1.5}}
    assert json_answer(request)["performance"] == {
        "games": 2,
        "score": 1.5,
        "average": 1876,
        "p": 0.75,
        "difference": 193,
        "rating": 2069,
    }


def test_goal_gives_the_lowest_sufficient_score_and_its_rating():
    # .36 of each game is expected: 20 x (1 - .72) = 5.6 gives 6, 20 x .78 gives 16.
    goal = {"own": 2000, "opponents": [2100, 2100], "k": 20, "rating": 2007}
    assert json_answer({"goal": goal})["goal"] == {
        "goal": 2007,
        "games": 2,
        "expected": 0.72,
        "score": 1.5,
        "after": 2016,
        "bonus": 0,
        "paragraphs": ["8.3.2"],
    }


def test_unreachable_goal_gives_the_rating_of_a_full_score():
    needed = score_needed(2000, [2000], 20, 2011, NOW)
    assert (needed.score, needed.after) == (None, 2010)


def test_goal_reached_by_losses_needs_no_points():
    needed = score_needed(2000, [2000], 20, 1990, NOW)
    assert (needed.score, needed.after) == (Decimal(0), 1990)


def test_request_is_parsed_into_half_points():
    request = read_request(
        {
            "edition": "2022",
            "games": [game(tournament=3)],
            "first_rating": {"opponents": [1900], "score": 0.5},
            "goal": {"own": 2000, "opponents": [2100], "k": 20, "rating": 2007},
        }
    )
    assert request.edition == "2022"
    assert request.games == (PlayedGame(2000, 2100, 1, 20, 3),)
    assert request.first_rating == FieldScore((1900,), 1)
    assert request.performance is None
    assert request.goal == Goal(2000, (2100,), 20, 2007)


def test_all_parts_may_be_requested_together_and_answer_is_json():
    field = {"opponents": [1900, 1850], "score": 1.5}
    goal = {"own": 2000, "opponents": [2100], "k": 20, "rating": 2005}
    request = {"games": [game()], "first_rating": field, "performance": field}
    shown = json_answer(request | {"goal": goal, "edition": "2024-03"})
    assert set(shown) == {
        "edition", "calculation", "first_rating", "performance", "goal"
    }  # fmt: skip
    assert json.loads(json.dumps(shown)) == shown


def test_every_invalid_part_is_reported():
    assert errors_of(
        {
            "edition": "1999",
            "games": [game(own=-1, score=0.7), game(k=0, colour="white"), 5, {}],
            "first_rating": {"opponents": [1900, 5000], "score": 3},
            "performance": {"opponents": [], "score": 1},
            "goal": {"own": 2000, "opponents": "2100", "k": 20},
            "name": "Adam",
        }
    ) == {
        "edition": "unknown_edition",
        "games[0].own": "too_low",
        "games[0].score": "not_a_score",
        "games[1].k": "too_low",
        "games[1].colour": "unknown_field",
        "games[2]": "not_an_object",
        "games[3].own": "missing",
        "games[3].opponent": "missing",
        "games[3].score": "missing",
        "games[3].k": "missing",
        "first_rating.opponents[1]": "too_high",
        "first_rating.score": "too_high",
        "performance.opponents": "empty",
        "goal.opponents": "not_a_list",
        "goal.rating": "missing",
        "name": "unknown_field",
    }


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ([], {"request": "not_an_object"}),
        ({}, {"request": "nothing_asked"}),
        ({"edition": "2022"}, {"request": "nothing_asked"}),
        ({"games": []}, {"games": "empty"}),
        ({"games": None}, {"games": "not_a_list"}),
        ({"games": [game()] * 1001}, {"games": "too_many"}),
        ({"goal": None}, {"goal": "not_an_object"}),
    ],
)
def test_empty_or_oversized_request_is_refused(data, errors):
    assert errors_of(data) == errors


@pytest.mark.parametrize(
    ("score", "code"),
    [(-0.5, "too_low"), (1.5, "too_high"), (0.25, "not_a_score"), ("1", "not_a_score"),
     (True, "not_a_score"), (None, "not_a_score"), (float("nan"), "not_a_score"),
     (float("inf"), "too_high")],
)  # fmt: skip
def test_a_score_is_0_or_a_half_or_1(score, code):
    assert errors_of({"games": [game(score=score)]}) == {"games[0].score": code}


@pytest.mark.parametrize(("own", "code"), [(2000.5, "not_whole"), (4001, "too_high")])
def test_a_rating_is_whole_points(own, code):
    assert errors_of({"games": [game(own=own)]}) == {"games[0].own": code}


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"own": -5}, "own, row 1: -5"),
        ({"opponent": 9000}, "opponent, row 1: 9000"),
        ({"score": 3}, "score, row 1: 3"),
    ],
)
def test_calculator_refuses_an_invalid_game_with_its_row(bad, words):
    good = PlayedGame(2000, 2000, 1, 20)
    with pytest.raises(ValueError, match=words):
        calculate([good, replace(good, **bad)], NOW)


@pytest.mark.parametrize("k", [0, 401])
def test_a_coefficient_out_of_bounds_is_refused(k):
    with pytest.raises(ValueError, match=f"k: {k}"):
        PlayedGame(2000, 2000, 1, k)


def test_no_games_and_no_goal_are_refused():
    with pytest.raises(ValueError, match="games: there are none"):
        calculate([], NOW)
    with pytest.raises(ValueError, match="opponents: there are none"):
        score_needed(2000, [], 20, 2010, NOW)
    with pytest.raises(ValueError, match="-1 is not a rating"):
        score_needed(2000, [2000], 20, -1, NOW)


def test_minimum_and_maximum_values_are_accepted():
    least = {"own": 0, "opponent": 0, "score": 0, "k": 1, "tournament": 0}
    most = {"own": 4000, "opponent": 4000, "score": 1, "k": 400, "tournament": 1000}
    assert read_request({"games": [least, most]}).games == (
        PlayedGame(0, 0, 0, 1, 0),
        PlayedGame(4000, 4000, 2, 400, 1000),
    )


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [("own", -1, "too_low"), ("opponent", 4001, "too_high"), ("k", 0, "too_low"),
     ("k", 401, "too_high"), ("tournament", -1, "too_low"),
     ("tournament", 1001, "too_high")],
)  # fmt: skip
def test_values_out_of_range_are_refused(name, value, code):
    assert errors_of({"games": [game(**{name: value})]}) == {f"games[0].{name}": code}


@pytest.mark.parametrize("edition_name", ["1999", ["2022"], None, 2022])
def test_unknown_edition_is_refused(edition_name):
    assert errors_of({"edition": edition_name, "games": [game()]}) == {
        "edition": "unknown_edition"
    }


def test_goal_must_be_whole():
    goal = {"own": 2000, "opponents": [2100, -1], "k": 0, "rating": 4001, "score": 1}
    assert errors_of({"goal": goal}) == {
        "goal.opponents[1]": "too_low",
        "goal.k": "too_low",
        "goal.rating": "too_high",
        "goal.score": "unknown_field",
    }


def test_goal_above_the_highest_rating_is_refused():
    # D = -10: .49, and 20 x .51 = 10.2.
    assert score_needed(3990, [4000], 20, 4000, NOW).after == 4000
    with pytest.raises(ValueError, match="4001 is not a rating"):
        score_needed(3990, [4000], 20, 4001, NOW)


def test_maximum_number_of_games_and_match_length_are_accepted():
    backgammon = {"edition": "backgammon"}
    for length in (1, 999):
        (read,) = read_request(backgammon | {"games": [game(length=length)]}).games
        assert read.length == length
    for length, code in ((0, "too_low"), (1000, "too_high")):
        json_answer = backgammon | {"games": [game(length=length)]}
        assert errors_of(json_answer) == {"games[0].length": code}
    assert len(read_request({"games": [game()] * 1000}).games) == 1000
    assert errors_of({"games": [game()] * 1001}) == {"games": "too_many"}
