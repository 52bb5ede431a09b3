"""What an edition may choose within the Glicko-2 rating system."""

import json

import pytest

from ratings.rules.glicko2.parameters import GlickoParameters, read_number
from ratings.rules.parameters import BadParameters


def test_the_defaults_are_those_of_the_paper():
    # Step 1a, and tau of the example; the periods and the three last are ours.
    assert GlickoParameters().to_json() == {
        "period_starts": [[month, 1] for month in range(1, 13)],
        "start_rating": 1500,
        "start_rd": 350,
        "start_volatility": 0.06,
        "tau": 0.5,
        "most_rd": 350,
        "most_volatility": 1,
        "outside_rd": 350,
    }


def test_parameters_survive_being_stored():
    chosen = GlickoParameters(
        start_rating=1200, start_volatility=0.05, tau=1.2, most_rd=400, start_rd=400
    )
    assert (
        GlickoParameters.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen
    )


def test_parameter_missing_in_an_older_edition_keeps_its_default():
    assert GlickoParameters.from_json({"tau": 1}) == GlickoParameters(tau=1.0)


def test_every_invalid_field_is_named():
    with pytest.raises(BadParameters) as caught:
        GlickoParameters.from_json(
            {
                "start_rating": 1500.5,
                "start_rd": 0,
                "start_volatility": "0.06",
                "tau": 0.05,
                "most_rd": 1001,
                "most_volatility": 11,
                "outside_rd": True,
                "c": 34.6,
            }
        )
    assert caught.value.errors == {
        "start_rating": "not_whole",
        "start_rd": "too_low",
        "start_volatility": "not_number",
        "tau": "too_low",
        "most_rd": "too_high",
        "most_volatility": "too_high",
        "outside_rd": "not_whole",
        "c": "unknown_field",
    }


def test_start_values_above_a_limit_are_refused():
    with pytest.raises(BadParameters) as caught:
        GlickoParameters.from_json({"most_rd": 200, "most_volatility": 0.05})
    assert caught.value.errors == {
        "start_rd": "too_high",
        "outside_rd": "too_high",
        "start_volatility": "too_high",
    }


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (True, "not_number"),
        (None, "not_number"),
        ("1", "not_number"),
        (float("nan"), "not_number"),
        (float("inf"), "too_high"),
        (-float("inf"), "too_low"),
        (10**400, "too_high"),
    ],
)
def test_number_out_of_range_is_refused(value, code):
    with pytest.raises(ValueError, match=f"^{code}$"):
        read_number(value, 0, 2)


def test_start_values_at_the_limits_are_accepted():
    stored = {"most_volatility": 0.06, "most_rd": 350}
    assert GlickoParameters.from_json(stored).most_volatility == 0.06
