"""The LASK calculator in JSON: complete answers to the examples of the text."""

from fractions import Fraction

import pytest

from ratings.rules.lask.calculator_json import answer_json
from ratings.rules.parameters import BadParameters
from ratings.rules.plain_json import decimal

SVEN = [
    {"own": 1900, "opponent": 1850, "score": 1},
    {"own": 1900, "opponent": 1970, "score": 0.5},
]


def shown(answer):
    """Return the answer with its types: 17 and 17.0 are equal, but not the same in
    JSON.
    """
    return repr(answer)


def test_sven_anderssons_games_have_every_number():
    # Rankingregel 1. D = 50, k = 2: 16 - 2 to the stronger; D = 70, k = 3 for a draw.
    assert shown(answer_json({"games": SVEN})) == shown(
        {
            "games": [
                {
                    "own": 1900,
                    "opponent": 1850,
                    "score": 1.0,
                    "difference": 50,
                    "table_row": {"low": 34, "high": 56},
                    "k": 2,
                    "change": 14.0,
                    "running": 1914,
                    "paragraphs": ["LASK Rankingregel 1"],
                },
                {
                    "own": 1900,
                    "opponent": 1970,
                    "score": 0.5,
                    "difference": 70,
                    "table_row": {"low": 57, "high": 79},
                    "k": 3,
                    "change": 3.0,
                    "running": 1917,
                    "paragraphs": ["LASK Rankingregel 1"],
                },
            ],
            "change": 17.0,
            "new_rating": 1917,
        }
    )


def test_games_of_several_players_have_a_sum_and_no_new_rating():
    # Equals: a loss is -16.
    games = [SVEN[0], {"own": 1700, "opponent": 1700, "score": 0}]
    found = answer_json({"games": games})
    assert (found["change"], found["new_rating"]) == (-2.0, None)
    assert [line["running"] for line in found["games"]] == [None, None]


def test_concentrated_tournament_of_the_text_has_every_number():
    # Text, point 11: (5.5 - 3.5) * 16 + 2 * 9 = 50, for D = 50 and k = 2.
    request = {"rating": 1900, "score": 5.5, "games": 9, "mean": 1950}
    assert shown(answer_json({"concentrated": request})) == shown(
        {
            "concentrated": {
                "rating": 1900,
                "mean": 1950,
                "score": 5.5,
                "games": 9,
                "difference": 50,
                "table_row": {"low": 34, "high": 56},
                "k": 2,
                "by_score": 32,
                "by_strength": 18,
                "change": 50.0,
                "new_rating": 1950,
                "paragraphs": ["LASK text, point 11"],
            }
        }
    )


def test_a_monrad_tournament_of_eight_rounds_shows_both_formulas():
    # Text, point 12. 2a: 1800 + 360 (72 - 64) / 64 = 1845; 2b: 1800 + 11 (36 - 32) =
    # 1844, which is printed for eight rounds. D = 56, k = 2 from the stronger:
    # (5 - 3) * 16 - 2 * 8 = 16.
    request = {"rating": 1900, "score": 5, "rounds": 8, "quality_points": 36}
    assert shown(answer_json({"monrad": {**request, "mean": 1800}})) == shown(
        {
            "monrad": {
                "opponents": {
                    "section_mean": 1800,
                    "quality_points": 36.0,
                    "rounds": 8,
                    "games": 8,
                    "by_2a": 1845.0,
                    "by_2b": 1844.0,
                    "mean": 1844,
                    "paragraphs": ["LASK text, point 12, formula 2b"],
                },
                "rating": 1900,
                "mean": 1844,
                "score": 5.0,
                "games": 8,
                "difference": 56,
                "table_row": {"low": 34, "high": 56},
                "k": -2,
                "by_score": 32,
                "by_strength": -16,
                "change": 16.0,
                "new_rating": 1916,
                "paragraphs": ["LASK text, point 12, formula 2b"],
            }
        }
    )


def test_monrad_tournament_with_a_missed_round_uses_the_general_formula():
    # N * n = 8 * 7 = 56 = 2 * 28: the opponents were average.
    request = {"rating": 1800, "score": 4, "rounds": 8, "games": 7, "mean": 1800}
    found = answer_json({"monrad": {**request, "quality_points": 28}})
    assert shown(found["monrad"]["opponents"]) == shown(
        {
            "section_mean": 1800,
            "quality_points": 28.0,
            "rounds": 8,
            "games": 7,
            "by_2a": 1800.0,
            "by_2b": None,
            "mean": 1800,
            "paragraphs": ["LASK text, point 12, formula 2a"],
        }
    )


@pytest.mark.parametrize(
    ("request_part", "expected"),
    [
        # Text, point 10: 6.5 of 9 are 73 per cent, 175 above the average of class II.
        (
            {"class": "II", "score": 6.5, "games": 9},
            {
                "class_average": 1775,
                "percent": 73,
                "difference": 175,
                "rating": 1950,
                "paragraphs": ["LASK text, point 10"],
            },
        ),
        # A tenth of the way from 1700 to 1800.
        (
            {"stronger": 1800, "weaker": 1700, "share": 0.1},
            {
                "stronger": 1800,
                "weaker": 1700,
                "share": 0.1,
                "rating": 1710,
                "paragraphs": ["LASK text, point 10"],
            },
        ),
    ],
)
def test_initial_rating_has_its_method(request_part, expected):
    assert shown(answer_json({"initial": request_part})) == shown({"initial": expected})


@pytest.mark.parametrize(
    ("goal", "score", "reached"),
    [
        # Against 1850 and 1970: 1900 - 32 - 2 + 3 = 1869 and 16 for each half point.
        (1917, 1.5, 1917),
        (1918, 2.0, 1933),
        (1934, None, 1933),
    ],
)
def test_goal_has_the_lowest_sufficient_score(goal, score, reached):
    request_part = {"own": 1900, "opponents": [1850, 1970], "goal": goal}
    assert shown(answer_json({"goal": request_part})) == shown(
        {
            "goal": {
                "own": 1900,
                "goal": goal,
                "games": 2,
                "score": score,
                "new_rating": reached,
                "paragraphs": ["LASK Rankingregel 1"],
            }
        }
    )


def test_several_parts_are_answered_together():
    goal = {"own": 1900, "opponents": [1850], "goal": 1900}
    found = answer_json({"games": SVEN, "goal": goal})
    assert list(found) == ["games", "change", "new_rating", "goal"]


def test_whole_numbers_and_missing_numbers_are_formatted():
    assert decimal(Fraction(1, 4)) == 0.25
    assert decimal(None) is None


FAULTY = {
    "own": 1900.5,
    "rating": -10_000,
    "mean": "1950",
    "goal": 10_000,
    "stronger": True,
    "weaker": None,
    "class_average": 1.5,
    "score": 0.3,
    "quality_points": "36",
    "share": "half",
    "games": 1001,
    "rounds": -1,
    "opponents": [1900, None],
    "ratings": [1900, None, 1.5],
}


@pytest.mark.parametrize("part", ["concentrated", "monrad", "initial", "goal"])
def test_every_invalid_field_is_named_in_any_part(part):
    with pytest.raises(BadParameters) as caught:
        answer_json({part: FAULTY})
    assert caught.value.errors == {
        f"{part}.own": "not_whole",
        f"{part}.rating": "too_low",
        f"{part}.mean": "not_whole",
        f"{part}.goal": "too_high",
        f"{part}.stronger": "not_whole",
        f"{part}.weaker": "not_whole",
        f"{part}.class_average": "not_whole",
        f"{part}.score": "not_a_score",
        f"{part}.quality_points": "not_a_number",
        f"{part}.share": "not_a_number",
        f"{part}.games": "too_high",
        f"{part}.rounds": "too_low",
        f"{part}.opponents[1]": "not_whole",
        f"{part}.ratings[2]": "not_whole",
    }


def test_every_invalid_game_is_named():
    games = [
        {"own": -10_000, "opponent": 1900.5, "score": 1.5},
        {"own": 1900, "k": 20},
        7,
        {"own": 1900, "opponent": 1900, "score": 1},
    ]
    with pytest.raises(BadParameters) as caught:
        answer_json({"games": games, "elo": 1})
    assert caught.value.errors == {
        "elo": "unknown_field",
        "games[0].own": "too_low",
        "games[0].opponent": "not_whole",
        "games[0].score": "too_high",
        "games[1].k": "unknown_field",
        "games[1].opponent": "missing",
        "games[1].score": "missing",
        "games[2]": "not_an_object",
    }


@pytest.mark.parametrize(
    ("request_part", "errors"),
    [
        ([], {"request": "not_an_object"}),
        ({}, {"request": "nothing_asked"}),
        ({"elo": 1}, {"elo": "unknown_field"}),
        ({"games": []}, {"games": "empty"}),
        ({"games": {}}, {"games": "not_a_list"}),
        ({"games": [1] * 1001}, {"games": "too_many"}),
        ({"goal": 7}, {"goal": "not_an_object"}),
        # Each field can be read, and together they cannot be.
        (
            {"initial": {"stronger": 1700, "weaker": 1800, "share": 0.5}},
            {"initial.weaker": "not_ascending"},
        ),
        (
            {"goal": {"own": 1900, "opponents": [], "goal": 1950}},
            {"goal.opponents": "nobody"},
        ),
    ],
)
def test_impossible_requests_are_refused(request_part, errors):
    with pytest.raises(BadParameters) as caught:
        answer_json(request_part)
    assert caught.value.errors == errors


def test_minimum_and_maximum_of_every_number_are_accepted():
    game = {"own": 0, "opponent": 9999, "score": 0}
    assert len(answer_json({"games": [game] * 1000})["games"]) == 1000
    most = {"rating": 9999, "mean": 0, "score": 1000, "games": 1000}
    least = {"rating": 0, "mean": 9999, "score": 0, "games": 0}
    # k = 15 to the weaker: 1000 * (16 - 15).
    assert answer_json({"concentrated": most})["concentrated"]["change"] == 1000
    assert answer_json({"concentrated": least})["concentrated"]["change"] == 0
    one = {"rating": 9999, "mean": 9999, "score": 0.5, "rounds": 1}
    monrad = answer_json({"monrad": {**one, "quality_points": 0.5}})["monrad"]
    assert monrad["change"] == 0
    ends = {"stronger": 9999, "weaker": 0}
    for share, rating in ((0, 0), (1, 9999)):
        found = answer_json({"initial": {**ends, "share": share}})["initial"]
        assert found["rating"] == rating
