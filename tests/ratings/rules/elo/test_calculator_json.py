"""Complete answers of the Elo calculator: every number by name."""

from ratings.rules.elo.calculator_json import answer_json


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
