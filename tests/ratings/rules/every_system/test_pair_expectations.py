"""What a system expects of single games between people of known ratings."""

import math

import numpy as np
import pytest

from ratings.rules.pair_expectations import KnownRating, expected_of_pairs
from ratings.rules.step import StartFrom
from ratings.rules.systems import system, systems

DAY = 20_500


def expected(name: str, *people: KnownRating, parameters=None) -> float:
    found = system(name)
    used_parameters = parameters or found.Parameters.from_json({})
    (share,) = expected_of_pairs(found, used_parameters, people, [(0, 1)], DAY)
    return float(share)


@pytest.mark.parametrize("name", systems())
@pytest.mark.parametrize("origin", StartFrom)
def test_every_system_expects_half_a_point_between_equals(name, origin):
    assert expected(
        name, KnownRating(12, origin), KnownRating(12, origin)
    ) == pytest.approx(0.5)


def test_each_system_uses_its_own_table_or_formula():
    # SSF, point 3, and LASK, table 3: k 10 at 270 points, (16 + 10) / 32.
    assert expected("ssf_2008", KnownRating(1800), KnownRating(1530)) == 26 / 32
    # FIDE B.02, 8.1.2: 270 points are 0.83.
    assert expected("elo", KnownRating(1800), KnownRating(1530)) == pytest.approx(0.83)
    # Renju 2 §2c: 0.15 for each of three units.
    assert expected("renju", KnownRating(15), KnownRating(12)) == pytest.approx(0.95)


def test_memory_affects_the_expectation():
    sure, unsure = (20.0, 0.06, DAY), (350.0, 0.06, DAY)
    people = [KnownRating(1800, memory=sure), KnownRating(1400, memory=sure)]
    others = [KnownRating(1800, memory=unsure), KnownRating(1400, memory=unsure)]
    # Steps 2 and 3: e to the power of 400 / 173.7178 against 1, nearly.
    assert expected("glicko2", *people) == pytest.approx(0.909, abs=0.001)
    # Both deviations of 350 make it 1 / (1 + exp(-0.5313 * 2.3026)).
    assert expected("glicko2", *others) == pytest.approx(0.7775, abs=0.01)


def test_start_rating_has_the_deviation_of_an_unrated_player():
    started = [
        KnownRating(1800, StartFrom.DEFAULT),
        KnownRating(1400, StartFrom.DEFAULT),
    ]
    unsure = (350.0, 0.06, DAY)
    same = [KnownRating(1800, memory=unsure), KnownRating(1400, memory=unsure)]
    assert expected("glicko2", *started) == pytest.approx(expected("glicko2", *same))


def test_no_pairs_give_no_expectations():
    found = system("ssf_2008")
    assert len(expected_of_pairs(found, found.Parameters(), [], [], DAY)) == 0


def test_system_without_prediction_gives_no_expectation():
    class Unsaid:
        name = "unsaid"

    (share,) = expected_of_pairs(
        Unsaid(), None, [KnownRating(1), KnownRating(2)], [(0, 1)], DAY
    )
    assert math.isnan(share)


def test_unrounded_ratings_are_used_unchanged():
    # So close that single precision does not distinguish them.
    people = [KnownRating(1500.00005), KnownRating(1500)]
    assert np.float32(1500.00005) == 1500
    assert expected("glicko2", *people) > 0.5
