"""The Glicko-2 calculator with requests and answers in JSON."""

from collections.abc import Mapping

from ratings.rules.glicko2.calculator import calculate
from ratings.rules.glicko2.explained import DEVIATION, GAME, VOLATILITY
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.request import read_request
from ratings.rules.parameters import BadParameters
from ratings.rules.plain_json import Json
from ratings.rules.reading import REQUEST

PAPER = GlickoParameters()
"""The parameters of the paper."""
BEFORE = ("rating", "rd", "volatility")
"""A player's numbers before the period; the new ones have the same names."""


def answer_json(data: object) -> Json:
    """Answer a request of `glicko2.request`; raises BadParameters with every invalid
    part.

    `rating`, `rd` and `volatility` are the new numbers, unrounded, and `before`
    contains the old ones; the rest are the intermediate numbers, and `steps` gives the
    place in the paper of each.
    """
    if not isinstance(data, Mapping):
        raise BadParameters({REQUEST: "not_an_object"})
    found = calculate(read_request(data, PAPER))
    return {
        **found.to_json(),
        "before": {name: getattr(found, name) for name in BEFORE},
        **{name: getattr(found, f"new_{name}") for name in BEFORE},
        "change": found.new_rating - found.rating,
        "paragraphs": [GAME, VOLATILITY, DEVIATION] if found.games else [DEVIATION],
    }
