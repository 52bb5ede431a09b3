"""The ratings of earlier days."""

import numpy as np
import pytest

from ratings.rules.rating_memory import RatingMemory
from ratings.rules.step import Span

SPANS = [Span(1, 3), Span(2, 5), Span(4, 6), Span(6, 9)]


@pytest.fixture
def moved():
    """Two steps: one until day 3 changed rows 0 and 1, one until day 5 rows 1 and 3."""
    memory = RatingMemory([span.first_day for span in SPANS])
    rating = np.array([1000.0, 1100, 1200, 1300])
    for last_day, rows, new in ((3, [0, 1], [1010, 1110]), (5, [1, 3], [1120, 1320])):
        memory.note(last_day, np.array(rows), rating)
        rating[rows] = new
    return memory, rating


def on(moved, day, rows=(0, 1, 2, 3)):
    memory, rating = moved
    return memory.on(day, np.array(rows), rating).tolist()


@pytest.mark.parametrize(
    ("day", "ratings"),
    [
        (3, [1000, 1100, 1200, 1300]),
        (4, [1010, 1110, 1200, 1300]),
        (5, [1010, 1110, 1200, 1300]),
        (6, [1010, 1120, 1200, 1320]),
    ],
)
def test_ratings_of_a_day_include_all_steps_ended_before_it(moved, day, ratings):
    assert on(moved, day) == ratings
    assert moved[1].tolist() == [1010, 1120, 1200, 1320]


def test_subset_of_rows_is_found():
    for rows in ([0, 2], [2], [1], [0, 3], [2, 3]):
        memory = RatingMemory([])
        rating = np.array([1010.0, 1120, 1200, 1320])
        memory.note(5, np.array([1, 3]), np.array([1000.0, 1100, 1200, 1300]))
        expected = [{0: 1010, 1: 1100, 2: 1200, 3: 1300}[row] for row in rows]
        assert memory.on(5, np.array(rows), rating).tolist() == expected


def test_only_ratings_that_later_steps_may_need_are_kept(moved):
    memory, _ = moved
    # The second step begins on day 2, the third on day 4 and the last on day 6.
    memory.forget(0)
    assert on(moved, 2) == [1000, 1100, 1200, 1300]
    memory.forget(1)
    assert on(moved, 4) == [1010, 1110, 1200, 1300]
    assert on(moved, 2) == [1010, 1110, 1200, 1300]
    memory.forget(2)
    assert on(moved, 2) == [1010, 1120, 1200, 1320]


def test_ratings_are_kept_for_a_long_last_step():
    spans = [Span(4, 4), Span(5, 5), Span(1, 6)]
    memory = RatingMemory([span.first_day for span in spans])
    memory.note(4, np.array([0]), np.array([1000.0]))
    memory.forget(0)
    memory.forget(1)
    assert memory.on(1, np.array([0]), np.array([1010.0])).tolist() == [1000]
