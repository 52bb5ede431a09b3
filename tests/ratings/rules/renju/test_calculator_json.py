"""Complete answers of the renju calculator as the API gives them."""

import pytest

from ratings.rules.parameters import BadParameters
from ratings.rules.renju.calculator_json import answer_json
from tests.ratings.rules.renju.test_calculator import CYCLE, LADDER


def test_answer_has_all_fields_of_a_player():
    # Seven games against 1 kyus (10): S = 70, Pmean = 10. A level L is obtained by
    # (0.5 + 0.15 (L - 10)) * 7 points, to the nearest half, a quarter upwards.
    answer = answer_json(LADDER)
    assert answer["players"][1] == {
        "id": "b",
        "level": "1 kyu",
        "entry": "1 kyu",
        "games": 7,
        "score": 6.0,
        "mean": {"numerator": 10, "denominator": 1},
        "pmean": 10.0,
        "keep": 2.0,
        "by_norms": "2 dan",
        "holds": True,
        "obtained": "2 dan",
        "confirmed": True,
        "needs_board": False,
        "steps": [
            {"paragraph": "Renju 2 §2g", "code": "raised", "level": "2 dan",
             "count": None}
        ],
        "norms": {
            "10 kyu": -6.0, "9 kyu": -5.0, "8 kyu": -4.0, "7 kyu": -3.0,
            "6 kyu": -1.5, "5 kyu": -0.5, "4 kyu": 0.5, "3 kyu": 1.5, "2 kyu": 2.5,
            "1 kyu": 3.5, "1 dan": 4.5, "2 dan": 5.5, "3 dan": 6.5, "4 dan": 7.5,
            "5 dan": 9.0, "6 dan": 10.0, "7 dan": 11.0, "8 dan": 12.0, "9 dan": 13.0,
            "10 dan": 14.0,
        },
    }  # fmt: skip
    assert (answer["cycle"], answer["rounds"], answer["paragraphs"]) == (None, None, [])


def test_answer_for_a_cycle_has_rounds_and_paragraph():
    assert answer_json(CYCLE) == {
        "players": [],
        "cycle": [1, 2],
        "rounds": [["2 kyu", "1 kyu"], ["3 kyu", "1 dan"]],
        "paragraphs": ["Renju 4 §2"],
    }


def test_mean_of_needs_is_a_number():
    # Eight opponents, seven 1 kyus and a 1 dan: S = 81, Pmean = 10 1/8.
    question = {"needs": {"level": "1 kyu", "opponents": ["1 kyu"] * 7 + ["1 dan"]}}
    needs = answer_json(question)["needs"]
    assert (needs["mean"], needs["pmean"]) == (
        {"numerator": 81, "denominator": 8},
        10.125,
    )
    assert needs["paragraphs"] == [
        "Renju 2 §2c",
        "Renju 2 §2d",
        "Renju 2 §2e-f",
        "Renju 3 §2",
        "Renju 3 §4",
    ]


@pytest.mark.parametrize(
    ("question", "faults"),
    [
        ([], {"request": "not_an_object"}),
        ({}, {"request": "nothing_asked"}),
        (
            {"players": [{}] * 201, "games": [{}] * 10_001},
            {"players": "too_many", "games": "too_many"},
        ),
    ],
)
def test_malformed_tournament_is_refused(question, faults):
    with pytest.raises(BadParameters) as caught:
        answer_json(question)
    assert caught.value.errors == faults


def test_maximum_numbers_of_players_and_games_are_accepted():
    with pytest.raises(BadParameters) as caught:
        answer_json({"players": [{}] * 200, "games": [{}] * 10_000})
    assert "too_many" not in caught.value.errors.values()
