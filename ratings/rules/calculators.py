"""All calculators by name: JSON in, JSON out, with the paragraphs in the answer."""

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
from ratings.rules.plain_json import Json

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
"""What each system's calculator answers; BadParameters with every part at fault."""


def calculate(system: str, data: object) -> Json:
    """The answer of a system's calculator to what `json.loads` gives.

    Raises KeyError where there is no such system, and BadParameters, which maps the
    path of every part at fault (games[1].score, or request for the whole) to a code.
    """
    return CALCULATORS[system](data)
