"""All calculators by name, with requests and answers in JSON; answers cite the
paragraphs.

A system has a calculator of its own in its folder, or else the general one
(`games_calculator`), which shows less.
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
"""The function that answers a request to a system's own calculator, by the system's
folder; it raises BadParameters with every invalid part."""


def other_systems() -> tuple[str, ...]:
    """Return the names of the systems without a calculator of their own."""
    modules = modules_of_systems("system").items()
    return tuple(
        sorted(
            module.SYSTEM.name
            for folder, module in modules
            if folder not in CALCULATORS
        )
    )


def calculate(calculator: str, data: object) -> Json:
    """Return a calculator's answer to a request as returned by `json.loads`.

    Raises KeyError if there is no such calculator, and BadParameters, which maps the
    path of every invalid part (games[1].score, or request for the whole) to a code.
    """
    if calculator in CALCULATORS:
        return CALCULATORS[calculator](data)
    if calculator not in other_systems():
        raise KeyError(calculator)
    return GamesCalculator(systems()[calculator]).answer_json(data)
