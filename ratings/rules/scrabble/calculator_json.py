"""The Scrabble calculator with requests and answers in JSON."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from ratings.rules.parameters import BadParameters
from ratings.rules.plain_json import Json
from ratings.rules.reading import REQUEST
from ratings.rules.scrabble.calculator import calculate
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.request import read_request

TEXT = ScrabbleParameters()
"""The parameters of the text."""
PARAGRAPHS: Final = ("Om ratingen, Hur ratingen fungerar", "Om ratingen, Avrundning")
PLACES: Final[Mapping[str, str]] = {"expected": "0.01", "change": "0.1"}
"""The decimals with which the text prints its example: 3.13 expected, 8.7 points."""


def answer_json(data: object) -> Json:
    """Answer a request of `scrabble.request`; raises BadParameters with every invalid
    part.

    `expected` and `change` have the decimals of the text's own example, and
    `expected_exact` and `change_exact` all four: the new rating follows from these.
    """
    if not isinstance(data, Mapping):
        raise BadParameters({REQUEST: "not_an_object"})
    result = calculate(read_request(data, TEXT), TEXT).to_json()
    printed = {name: _printed(result[name], PLACES[name]) for name in PLACES}
    exact = {f"{name}_exact": result[name] for name in PLACES}
    return result | printed | exact | {"paragraphs": list(PARAGRAPHS)}


def _printed(number: object, places: str) -> float:
    # From the four decimals, so that a half is exactly a half.
    return float(Decimal(str(number)).quantize(Decimal(places), ROUND_HALF_UP))
