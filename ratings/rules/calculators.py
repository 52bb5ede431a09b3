"""All calculators by name: JSON in, JSON out, with the paragraphs in the answer.

A system has a calculator by being a system (`games_calculator`); some have one of their
own in their folder, which shows more.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from ratings.rules.games_calculator import GamesCalculator
from ratings.rules.plain_json import Json
from ratings.rules.systems import modules_of_systems, systems

CALCULATORS: Final[Mapping[str, Callable[[object], Json]]] = MappingProxyType(
    {
        folder: module.answer_json
        for folder, module in modules_of_systems("calculator_json").items()
    }
)
"""What a calculator made for one system answers, by the system's folder; BadParameters
with every part at fault."""


def other_systems() -> tuple[str, ...]:
    """Return the systems without a calculator made for them alone, by name."""
    found = modules_of_systems("system").items()
    return tuple(
        sorted(
            module.SYSTEM.name for folder, module in found if folder not in CALCULATORS
        )
    )


def calculate(calculator: str, data: object) -> Json:
    """Return the answer of a calculator to what `json.loads` gives.

    Raises KeyError where there is no such calculator, and BadParameters, which maps the
    path of every part at fault (games[1].score, or request for the whole) to a code.
    """
    if calculator in CALCULATORS:
        return CALCULATORS[calculator](data)
    if calculator not in other_systems():
        raise KeyError(calculator)
    return GamesCalculator(systems()[calculator]).answer_json(data)
