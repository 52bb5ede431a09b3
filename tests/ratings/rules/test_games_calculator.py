"""The calculator of every system that has none made for it alone: by the systems' own
working, so that it says of each what its own calculator says.
"""

import pytest

from ratings.rules.calculators import calculate, other_systems
from ratings.rules.games_calculator import GamesCalculator
from ratings.rules.parameters import BadParameters
from ratings.rules.systems import system, systems

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


def test_every_system_here_has_one_made_for_it():
    assert other_systems() == ()


def test_every_part_at_fault_is_named():
    with pytest.raises(BadParameters) as caught:
        GamesCalculator(system("elo")).answer_json({"games": [{"score": 3}]})
    assert caught.value.errors == {
        "own": "missing",
        "games[0].opponent": "missing",
        "games[0].score": "too_high",
    }
