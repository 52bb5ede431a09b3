"""The minimum and maximum of each parameter of a system."""

from dataclasses import fields

import pytest

from ratings.rules.elo.parameters import EloParameters
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.renju.parameters import RenjuParameters
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.systems import systems

PARAMETERS = {
    "ssf_2008": SsfParameters,
    "lask_1970": LaskParameters,
    "elo": EloParameters,
    "glicko2": GlickoParameters,
    "scrabble": ScrabbleParameters,
    "renju": RenjuParameters,
}
BOUNDS = {
    "ssf_2008": {
        "halving_from": (0, 4000),
        "common_from": (0, 4000),
        "minutes": (0, 1440),
        "low_minutes": (0, 1440),
        "lowest": (0, 4000),
        "adult_age": (0, 120),
        "adult_start": (0, 4000),
        "young_start": (0, 4000),
        "deduction": (0, 1000),
        "deductions": (0, 50),
    },
    "lask_1970": {
        "minutes": (0, 1440),
        "return_days": (1, 90),
        "summer_bonus": (0, 100),
        "supplement_season": (0, 9999),
        "supplement_factor": (0, 100),
    },
    "elo": {
        "cap": (1, 4000),
        "cap_exempt_from": (0, 4000),
        "k_limit": (1, 100_000),
        "floor": (0, 4000),
        "first_games": (1, 100),
        "first_periods": (1, 600),
        "first_draws": (0, 100),
        "first_draws_rating": (0, 4000),
        "first_over_half": (0, 400),
        "first_highest": (0, 4000),
        "logistic": (50, 4000),
        "decimals": (0, 2),
        "performance_points": (1, 4000),
        "provisional_games": (1, 10_000),
    },
    "glicko2": {
        "start_rating": (0, 10_000),
        "start_rd": (1, 1000),
        "start_volatility": (0.001, 1),
        "tau": (0.1, 2),
        "most_rd": (1, 1000),
        "most_volatility": (0.01, 10),
        "outside_rd": (1, 1000),
    },
    "scrabble": {
        "start": (0, 10_000),
        "spread": (1, 1000),
        "factor": (1, 100),
    },
    "renju": {},
}
NOT_NUMBERS = {
    "period_starts",
    "table",
    "bonus_bands",
    "deduction_table",
    "season_starts",
    "summer_starts",
    "cap_once",
    "categories",
    "category_minutes",
    "k_rules",
    "bonus_rules",
    "match_length",
}
CASES = [
    (name, field, *bounds)
    for name, those in BOUNDS.items()
    for field, bounds in those.items()
]


def readers(name):
    numbers = fields(PARAMETERS[name])
    return {each.name: each.metadata["read"] for each in numbers}


def test_every_system_is_covered():
    found = {name: each.Parameters for name, each in systems().items()}
    assert found == PARAMETERS


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_of_the_system_is_covered(name):
    assert set(BOUNDS[name]) == readers(name).keys() - NOT_NUMBERS


@pytest.mark.parametrize(("name", "field", "least", "most"), CASES)
def test_minimum_and_maximum_are_accepted(name, field, least, most):
    read = readers(name)[field]

    assert (read(least), read(most)) == (least, most)


@pytest.mark.parametrize(("name", "field", "least", "most"), CASES)
def test_values_out_of_range_are_refused(name, field, least, most):
    read = readers(name)[field]
    little = 1 if isinstance(least, int) else 0.0001

    with pytest.raises(ValueError, match="too_low"):
        read(least - little)
    with pytest.raises(ValueError, match="too_high"):
        read(most + little)
