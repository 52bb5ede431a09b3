"""Complete answers of the Elo calculator: every number by name."""

import pytest

from ratings.rules.elo.calculator_json import answer_json


def goal_json(edition, own, opponents, k, rating):
    goal = {"own": own, "opponents": opponents, "k": k, "rating": rating}
    return answer_json({"edition": edition, "goal": goal})["goal"]


def test_answer_has_every_number_with_its_paragraph():
    # D = 500 counts as 400, PD .08: 20 x .92 = 18.4, rounded 18. D = -100: .36, and
    # 20 x -.36 = -7.2. Together 1 - .44 = .56 and 11.2, rounded 11.
    # First rating: (5 x 1800 + 2 x 1800) / 7; 5.5 of 7 is .79, dp 230.
    # Performance: 1875.5 is 1876; 1.5 of 2 is .75, dp 193.
    # Goal: a win of an equal is worth 20 x .50.
    assert answer_json(
        {
            "games": [
                {"own": 2000, "opponent": 2500, "score": 1, "k": 20},
                {"own": 2000, "opponent": 2100, "score": 0, "k": 20},
            ],
            "first_rating": {"opponents": [1800] * 5, "score": 4.5},
            "performance": {"opponents": [1901, 1850], "score": 1.5},
            "goal": {"own": 2000, "opponents": [2000], "k": 20, "rating": 2010},
        }
    ) == {
        "edition": "2025-10",
        "games": [
            {
                "own": 2000,
                "opponent": 2500,
                "score": 1.0,
                "k": 20,
                "difference": 500,
                "counted": 400,
                "expected": 0.08,
                "surplus": 0.92,
                "change": 18.4,
                "paragraphs": ["FIDE B.02, 8.3.1", "FIDE B.02, 8.3.2"],
            },
            {
                "own": 2000,
                "opponent": 2100,
                "score": 0.0,
                "k": 20,
                "difference": 100,
                "counted": 100,
                "expected": 0.36,
                "surplus": -0.36,
                "change": -7.2,
                "paragraphs": ["FIDE B.02, 8.3.2"],
            },
        ],
        "score": 1.0,
        "expected": 0.44,
        "surplus": 0.56,
        "change": 11.2,
        "rounded": 11,
        "new_rating": 2011,
        "paragraphs": ["FIDE B.02, 8.3.4"],
        "first_rating": {
            "games": 5,
            "score": 4.5,
            "average": 1800.0,
            "p": 0.79,
            "difference": 230,
            "exact": 2030.0,
            "rating": 2030,
            "reason": None,
            "published": 2030,
            "paragraphs": [
                "FIDE B.02, 8.2.2",
                "FIDE B.02, 8.2.3",
                "FIDE B.02, 7.1.4",
            ],
        },
        "performance": {
            "games": 2,
            "score": 1.5,
            "average": 1876,
            "p": 0.75,
            "difference": 193,
            "rating": 2069,
            "paragraphs": ["FIDE B.01, 1.4.8"],
        },
        "goal": {
            "goal": 2010,
            "games": 1,
            "expected": 0.5,
            "score": 1.0,
            "new_rating": 2010,
            "paragraphs": ["FIDE B.02, 8.3.2", "FIDE B.02, 8.3.4"],
        },
    }


def test_goal_that_is_too_high_is_unreachable():
    goal = {"own": 2000, "opponents": [2000], "k": 20, "rating": 2011}
    found = answer_json({"goal": goal})["goal"]
    assert (found["score"], found["new_rating"]) == (None, 2010)


def test_answer_has_only_the_requested_parts():
    goal = {"own": 2000, "opponents": [2000], "k": 20, "rating": 2010}
    assert answer_json({"edition": "2022", "goal": goal}).keys() == {"edition", "goal"}


@pytest.mark.parametrize(
    ("edition", "opponents", "paragraphs"),
    [
        ("2025-10", [2000], ["FIDE B.02, 8.3.2", "FIDE B.02, 8.3.4"]),
        # 500 counts as 400 (8.3.1); 20 x 36 is more than 700 (8.3.3).
        (
            "2025-10",
            [2000, 2500],
            ["FIDE B.02, 8.3.1", "FIDE B.02, 8.3.2", "FIDE B.02, 8.3.4"],
        ),
        (
            "2025-10",
            [2000] * 36,
            ["FIDE B.02, 8.3.2", "FIDE B.02, 8.3.3", "FIDE B.02, 8.3.4"],
        ),
        ("ireland", [2000], ["Elo, logistic curve", "FIDE B.02, 8.3.4"]),
        ("backgammon", [2000], ["Elo, logistic curve", "Elo, decimals"]),
    ],
)
def test_goal_cites_the_curve_and_the_rounding_of_its_edition(
    edition, opponents, paragraphs
):
    assert goal_json(edition, 2000, opponents, 20, 2001)["paragraphs"] == paragraphs


def test_goal_counts_the_length_of_the_matches():
    # 1 / (1 + 10^(100 √7 / 2000)) is .42443; a win is worth 4 √7 (1 - .42443) = 6.09.
    goal = {"own": 1800, "opponents": [1900], "k": 4, "rating": 1806, "length": 7}
    found = answer_json({"edition": "backgammon", "goal": goal})["goal"]
    assert (found["score"], found["new_rating"]) == (1, 1806.09)
    played = {"own": 1800, "opponent": 1900, "score": 1, "k": 4, "length": 7}
    games = answer_json({"edition": "backgammon", "games": [played]})
    assert games["new_rating"] == 1806.09
    short = goal_json("backgammon", 1800, [1900], 4, 1806)
    assert (short["score"], short["new_rating"]) == (None, 1802.12)


def test_goal_includes_the_bonus_that_the_games_would_give():
    # 6 x 32 x (1 - .35994) = 122.89. The threshold is 32 + 2 x 3, and 85 are above it:
    # 1500 + 123 + 85.
    won = {"own": 1500, "opponent": 1600, "score": 1, "k": 32}
    played = answer_json({"edition": "ireland", "games": [won] * 6})
    assert (played["bonus"], played["new_rating"]) == (85, 1708)
    found = goal_json("ireland", 1500, [1600] * 6, 32, 1708)
    assert (found["score"], found["bonus"], found["new_rating"]) == (6, 85, 1708)
    assert found["paragraphs"] == [
        "Elo, logistic curve",
        "FIDE B.02, 8.3.4",
        "Elo, bonus",
    ]
    assert goal_json("ireland", 1500, [1600] * 6, 32, 1709)["score"] is None


@pytest.mark.parametrize(
    ("goal", "score", "after", "bonus"),
    [
        # Equals: 16 points for each half point above 5, the threshold is 32 + 6 x 3.
        (2048, 6.5, 2048, 0),
        (2110, 7.5, 2110, 30),
        # 8 points give 96 and 46; with 8.5 points 2000 + 112 is not below 2100.
        (2142, 8, 2142, 46),
        (2143, 9.5, 2144, 0),
        (2161, None, 2160, 0),
    ],
)
def test_goal_is_the_lowest_score_even_where_a_higher_one_gives_no_bonus(
    goal, score, after, bonus
):
    found = goal_json("ireland", 2000, [2000] * 10, 32, goal)
    assert (found["score"], found["new_rating"]) == (score, after)
    assert found.get("bonus", 0) == bonus
