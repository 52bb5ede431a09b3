"""The reasoning as JSON and back."""

import json
from fractions import Fraction

import pytest

from tournaments.rules.classes.counting import CountedRounds
from tournaments.rules.classes.proposals import Branch, Reasoning
from tournaments.rules.classes.tables import ClassTableRow

FULL = Reasoning(
    paragraph="SSF Bilaga 1 b",
    branch=Branch.REACHED_STAYING,
    places=(3, 4),
    counted=CountedRounds(7, 6, (1, 2, 3, 4, 5, 6, 7), 0, 1, 0),
    class_mean=1750,
    opponents_mean=Fraction(12179, 7),
    difference=10,
    promotion_requires=10,
    staying_requires=6,
    promotion_row=ClassTableRow(10, -54, 10),
    staying_row=ClassTableRow(6, -24, 29),
)
BARE = Reasoning("SSF §7", Branch.CLASS_FOR_LIFE)


@pytest.mark.parametrize("reasoning", [FULL, BARE])
def test_a_reasoning_survives_json_unchanged(reasoning):
    stored = json.dumps(reasoning.to_data())
    assert Reasoning.from_data(json.loads(stored)) == reasoning


def test_the_exact_mean_is_stored_as_a_fraction():
    assert FULL.to_data()["opponents_mean"] == "12179/7"
