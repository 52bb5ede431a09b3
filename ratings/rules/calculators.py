"""All calculators by name: JSON in, JSON out, with the paragraphs in the answer.

A system has a calculator by being a system (`games_calculator`); those that stand here
have one of their own, which shows more.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from ratings.rules import (
    elo_json,
    glicko_json,
    lask_json,
    renju_json,
    scrabble_json,
    ssf_json,
)
from ratings.rules.games_calculator import GamesCalculator
from ratings.rules.plain_json import Json
from ratings.rules.systems import systems

CALCULATORS: Final[Mapping[str, Callable[[object], Json]]] = MappingProxyType(
    {
        "ssf": ssf_json.answer_json,
        "lask": lask_json.answer_json,
        "scrabble": scrabble_json.answer_json,
        "elo": elo_json.answer_json,
        "glicko2": glicko_json.answer_json,
        "renju": renju_json.answer_json,
    }
)
"""What a calculator made for one system answers; BadParameters with every part at
fault."""
_SYSTEMS: Final = {"ssf": "ssf_2008", "lask": "lask_1970"}
"""Those systems whose calculators bear another name."""


def other_systems() -> tuple[str, ...]:
    """The systems without a calculator made for them alone, by name."""
    own = {_SYSTEMS.get(name, name) for name in CALCULATORS}
    return tuple(sorted(systems().keys() - own))


def calculate(calculator: str, data: object) -> Json:
    """The answer of a calculator to what `json.loads` gives.

    Raises KeyError where there is no such calculator, and BadParameters, which maps the
    path of every part at fault (games[1].score, or request for the whole) to a code.
    """
    if calculator in CALCULATORS:
        return CALCULATORS[calculator](data)
    if calculator not in other_systems():
        raise KeyError(calculator)
    return GamesCalculator(systems()[calculator]).answer_json(data)
