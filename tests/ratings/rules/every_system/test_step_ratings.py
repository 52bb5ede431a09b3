"""The ratings with which a step is computed, in any system."""

import numpy as np
import pytest

from ratings.rules.rounding import round_half_up
from ratings.rules.step import StartFrom
from ratings.rules.step_ratings import find_step_ratings, has_decision
from tests.ratings.rules.columns import (
    NONE,
    Person,
    Side,
    decisions_of,
    game,
    lines_of,
    state_of,
)


def spread(number):
    return np.broadcast_to(np.float32(number), (3,))


@pytest.mark.parametrize(
    ("column", "nothing", "expected"),
    [
        (spread(0), 0, False),
        (spread(5), 0, True),
        (spread(NONE), NONE, False),
        (spread(1500), NONE, True),
        (np.array([0.0, 0, 0]), 0, False),
        (np.array([0.0, 0, -1]), 0, True),
        (np.array([NONE, NONE]), NONE, False),
        (np.array([NONE, 1500]), NONE, True),
        (np.zeros(0), 0, False),
    ],
)
def test_column_is_constant_unless_a_player_has_another_number(
    column, nothing, expected
):
    assert has_decision(column, nothing) is expected


def test_negative_halves_are_rounded_up():
    ratings = np.array([0.5, 1.4, -0.5, -1.5, -1.6])
    assert round_half_up(ratings) is ratings
    assert ratings.tolist() == [1, 1, 0, -1, -2]


def by_year(born):
    """Return a default of 1000 plus the birth year, nothing if it is unknown."""
    return np.where(born == 0, np.nan, 1000.0 + born)


def ratings(people, games):
    return find_step_ratings(
        lines_of(games), state_of(people), decisions_of(people), by_year
    )


def test_newcomer_counts_by_each_line_and_starts_from_the_first():
    people = [Person(1500), Person(), Person(), Person(start=1699.5), Person()]
    found = ratings(
        people,
        [
            game(0, Side(1, member=False, outside=1400), 1),
            game(Side(1, outside=1600.5), 0, 1),
            game(Side(1, born=500), 3, 1),
            game(Side(2), Side(4, member=False, born=300), 1),
        ],
    )
    base = [1500, 1601, NONE, 1700, NONE]
    np.testing.assert_array_equal(found.base, base)
    rating, decision = StartFrom.RATING, StartFrom.DECISION
    outside, default = StartFrom.OUTSIDE, StartFrom.DEFAULT
    assert found.start_from[[0, 1, 3]].tolist() == [rating, outside, decision]
    assert sorted(found.newcomers.tolist()) == [1, 2]
    np.testing.assert_array_equal(found.white.base, [1500, 1601, 1601, NONE])
    np.testing.assert_array_equal(found.black.base, [1601, 1500, 1700, NONE])
    np.testing.assert_array_equal(found.white.counts_as, [1500, 1601, 1500, NONE])
    # A non-member has no default.
    np.testing.assert_array_equal(found.black.counts_as, [1400, 1500, 1700, NONE])
    assert found.white.origin[:3].tolist() == [rating, outside, default]
    assert found.black.origin[:3].tolist() == [outside, rating, decision]
    assert not found.all_known


def test_there_are_no_newcomers_if_all_players_have_a_number():
    people = [Person(1500), Person(start=1700), Person()]
    found = ratings(people, [game(0, Side(1, outside=1400), 1)])
    assert found.all_known
    assert found.newcomers.tolist() == []
    np.testing.assert_array_equal(found.base, [1500, 1700, NONE])
    assert found.start_from[:2].tolist() == [StartFrom.RATING, StartFrom.DECISION]
    assert found.white.counts_as.tolist() == found.white.base.tolist() == [1500]
    assert found.black.counts_as.tolist() == found.black.base.tolist() == [1700]
