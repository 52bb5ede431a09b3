"""The general calculator, for systems without a special one. It uses the systems' own
explanations, so it agrees with each special calculator.
"""

import pytest

from ratings.rules.calculators import CALCULATORS, calculate, other_systems
from ratings.rules.games_calculator import GamesCalculator
from ratings.rules.parameters import BadParameters
from ratings.rules.systems import modules_of_systems, system, systems

GAMES = [{"opponent": 2220, "score": 1}, {"opponent": 1900, "score": 0.5}]


@pytest.mark.parametrize(
    ("name", "calculator"), [("ssf_2008", "ssf"), ("lask_1970", "lask")]
)
def test_general_calculator_agrees_with_the_systems_own(name, calculator):
    found = GamesCalculator(system(name)).answer_json({"own": 1950, "games": GAMES})
    games = [{"own": 1950, **game} for game in GAMES]
    same = calculate(calculator, {"games": games})
    assert found["change"] == same["change"]
    assert found["new_rating"] == same["new_rating"]


@pytest.mark.parametrize("name", systems())
def test_general_calculator_answers_for_every_system(name):
    request_data = {"own": 12, "games": [{"opponent": 12, "score": 1}]}
    found = GamesCalculator(system(name)).answer_json(request_data)
    assert (found["own"], len(found["games"])) == (12, 1)


def test_every_system_has_one_calculator():
    folders = modules_of_systems("system")
    made = [folders[folder].SYSTEM.name for folder in CALCULATORS]
    assert sorted([*made, *other_systems()]) == sorted(systems())


def test_every_invalid_part_is_named():
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("elo")).answer_json({"games": [{"score": 3}]})
    assert caught.value.errors == {
        "own": "missing",
        "games[0].opponent": "missing",
        "games[0].score": "too_high",
    }


def test_answer_has_every_number_by_name():
    # SSF rating, SYSTEM: D = 270, k = 10; a win of the lower is 16 + 10, a draw 10.
    games = [{"opponent": 2220, "score": 1}, {"opponent": 2220, "score": 0.5}]
    request_data = {"own": 1950, "games": games[:1]}
    assert GamesCalculator(system("ssf_2008")).answer_json(request_data) == {
        "own": 1950,
        "games": [
            {
                "opponent": 2220,
                "score": 1.0,
                "rated": True,
                "change": 26.0,
                "paragraphs": ["SSF rating, point 3"],
            }
        ],
        "score": 1.0,
        "change": 26.0,
        "new_rating": 1976,
    }
    drawn = GamesCalculator(system("ssf_2008")).answer_json(
        {"own": 1950, "games": games[1:]}
    )
    assert (drawn["score"], drawn["new_rating"]) == (0.5, 1960)


def test_rating_impossible_in_the_system_is_refused():
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("renju")).answer_json(
            {"own": 9999, "games": [{"opponent": 12, "score": 1}]}
        )
    assert caught.value.errors == {"request": "no_answer"}


@pytest.mark.parametrize("rating", [0, 9999])
def test_lowest_and_highest_rating_are_accepted(rating):
    request_data = {"own": rating, "games": [{"opponent": rating, "score": 0.5}]}
    found = GamesCalculator(system("scrabble")).answer_json(request_data)
    assert (found["own"], found["new_rating"]) == (rating, rating)


@pytest.mark.parametrize(("rating", "code"), [(-1, "too_low"), (10_000, "too_high")])
def test_rating_out_of_range_is_refused(rating, code):
    request_data = {"own": rating, "games": [{"opponent": 1000, "score": 1, "k": 1}]}
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("scrabble")).answer_json(request_data)
    assert caught.value.errors == {"own": code, "games[0].k": "unknown_field"}


def test_glicko_uses_unrounded_ratings():
    # As its own calculator, if both have the deviation of outside ratings.
    request_data = {"own": 1500, "games": [{"opponent": 1700, "score": 1}]}
    own = {"rating": 1500, "games": [{"rating": 1700, "score": 1}]}
    found = GamesCalculator(system("glicko2")).answer_json(request_data)
    same = calculate("glicko2", own)
    assert found["new_rating"] == pytest.approx(same["rating"], abs=1e-9)
    assert found["change"] == pytest.approx(same["change"], abs=1e-9)


def test_requested_tournament_counts_as_finished():
    # Renju 2 §2g: 4.5 points of eight games raise 7 kyu, level 4, to 6 kyu.
    games = [
        {"opponent": level, "score": score}
        for level, score in [
            (5, 0.5), (1, 1), (9, 1), (9, 0), (19, 1), (10, 0.5), (1, 0.5), (2, 0)
        ]
    ]  # fmt: skip
    found = GamesCalculator(system("renju")).answer_json({"own": 4, "games": games})
    text = system("renju").level_text
    players = [{"id": 0, "level": text(4)}] + [
        {"id": row, "level": text(each["opponent"])}
        for row, each in enumerate(games, 1)
    ]
    played = [
        {"a": 0, "b": row, "score": each["score"]} for row, each in enumerate(games, 1)
    ]
    same = calculate("renju", {"players": players, "games": played})
    assert same["players"][0]["obtained"] == text(5)
    assert (found["change"], found["new_rating"]) == (1, 5)
