"""Complete answers of the Scrabble calculator: every number by name."""

from ratings.rules.scrabble.calculator_json import answer_json


def test_answer_has_every_number_with_its_paragraphs():
    # Φ(-0.09) = 0.4641, Φ(0.5) = 0.6915, Φ(-1) = 0.1587: together 1.3143.
    # 10 (1.5 - 1.3143) = 1.857. For 1012 it takes 11.5 points, 1.15 wins more than
    # 1.3143: 2.4643, which is 2.5.
    question = {
        "rating": 1000,
        "opponents": [1009, 950, 1100],
        "wins": 1.5,
        "goal": 1012,
    }
    assert answer_json(question) == {
        "rating": 1000,
        "games": [
            {"opponent": 1009, "expected": 0.4641},
            {"opponent": 950, "expected": 0.6915},
            {"opponent": 1100, "expected": 0.1587},
        ],
        "expected": 1.31,
        "expected_exact": 1.3143,
        "wins": 1.5,
        "change": 1.9,
        "change_exact": 1.857,
        "new_rating": 1002,
        "goal": 1012,
        "wins_for_goal": 2.5,
        "paragraphs": [
            "Om ratingen, Hur ratingen fungerar",
            "Om ratingen, Avrundning",
        ],
    }
