"""The calculator of every system that has none made for it alone: by the systems' own
working, so that it says of each what its own calculator says.
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
def test_it_says_what_the_calculator_of_the_system_says(name, calculator):
    found = GamesCalculator(system(name)).answer_json({"own": 1950, "games": GAMES})
    games = [{"own": 1950, **game} for game in GAMES]
    same = calculate(calculator, {"games": games})
    assert found["change"] == same["change"]
    assert found["new_rating"] == same["new_rating"]


@pytest.mark.parametrize("name", systems())
def test_it_answers_for_every_system(name):
    asked = {"own": 12, "games": [{"opponent": 12, "score": 1}]}
    found = GamesCalculator(system(name)).answer_json(asked)
    assert (found["own"], len(found["games"])) == (12, 1)


def test_every_system_has_one_calculator():
    folders = modules_of_systems("system")
    made = [folders[folder].SYSTEM.name for folder in CALCULATORS]
    assert sorted([*made, *other_systems()]) == sorted(systems())


def test_every_part_at_fault_is_named():
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("elo")).answer_json({"games": [{"score": 3}]})
    assert caught.value.errors == {
        "own": "missing",
        "games[0].opponent": "missing",
        "games[0].score": "too_high",
    }


def test_an_answer_has_every_number_under_its_name():
    # SSF rating, SYSTEM: D = 270, k = 10; a win of the lower is 16 + 10, a draw 10.
    games = [{"opponent": 2220, "score": 1}, {"opponent": 2220, "score": 0.5}]
    asked = {"own": 1950, "games": games[:1]}
    assert GamesCalculator(system("ssf_2008")).answer_json(asked) == {
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


def test_a_rating_that_the_system_cannot_have_has_no_answer():
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("renju")).answer_json(
            {"own": 9999, "games": [{"opponent": 12, "score": 1}]}
        )
    assert caught.value.errors == {"request": "no_answer"}


@pytest.mark.parametrize("rating", [0, 9999])
def test_the_lowest_and_the_highest_rating_are_read(rating):
    asked = {"own": rating, "games": [{"opponent": rating, "score": 0.5}]}
    found = GamesCalculator(system("scrabble")).answer_json(asked)
    assert (found["own"], found["new_rating"]) == (rating, rating)


@pytest.mark.parametrize(("rating", "code"), [(-1, "too_low"), (10_000, "too_high")])
def test_a_rating_beyond_is_refused(rating, code):
    asked = {"own": rating, "games": [{"opponent": 1000, "score": 1, "k": 1}]}
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("scrabble")).answer_json(asked)
    assert caught.value.errors == {"own": code, "games[0].k": "unknown_field"}


def test_glicko_goes_by_ratings_that_are_kept_unrounded():
    # As its own calculator, for whom both are as unsure as a rating from elsewhere.
    asked = {"own": 1500, "games": [{"opponent": 1700, "score": 1}]}
    own = {"rating": 1500, "games": [{"rating": 1700, "score": 1}]}
    found = GamesCalculator(system("glicko2")).answer_json(asked)
    same = calculate("glicko2", own)
    assert found["new_rating"] == pytest.approx(same["rating"], abs=1e-9)
    assert found["change"] == pytest.approx(same["change"], abs=1e-9)


def test_a_tournament_that_is_asked_about_is_over():
    # Renju 2 §2g: of eight games 4.5 points lift 7 kyu, level 4, to 6 kyu.
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
