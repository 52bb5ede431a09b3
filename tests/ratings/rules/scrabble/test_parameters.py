"""What an edition may choose within the Scrabble rating system."""

import json

import pytest

from ratings.rules.parameters import BadParameters
from ratings.rules.scrabble.parameters import ScrabbleParameters


def test_the_defaults_are_those_of_the_text():
    # Hur ratingen fungerar: 1000, "ratingskillnaden genom hundra", "multiplicerad med 10".
    assert ScrabbleParameters().to_json() == {
        "period_starts": [[month, 1] for month in range(1, 13)],
        "start": 1000,
        "spread": 100,
        "factor": 10,
    }


def test_parameters_survive_being_stored():
    chosen = ScrabbleParameters(start=800, spread=200, factor=20)
    stored = json.loads(json.dumps(chosen.to_json()))
    assert ScrabbleParameters.from_json(stored) == chosen


def test_every_invalid_field_is_named():
    with pytest.raises(BadParameters) as caught:
        ScrabbleParameters.from_json(
            {"start": -1, "spread": 0, "factor": "10", "table": "phi"}
        )
    assert caught.value.errors == {
        "start": "too_low",
        "spread": "too_low",
        "factor": "not_whole",
        "table": "unknown_field",
    }
