"""What is known of players when a step begins, put together."""

from datetime import date
from math import isnan

import numpy as np

from ratings.engine.domain.step_state import (
    state_for_tournament,
    with_memory,
    with_rows_of,
    without_players,
)
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.domain.editions import SystemDays
from ratings.rules.calendar import date_of
from ratings.rules.step import NEVER, State
from ratings.rules.systems import system

FIRST, LAST = date(2026, 2, 1), date(2026, 2, 3)


def state(*ratings, memory=True, tails=None):
    """Return a state in which the nth player last played on day n, with memory n and 10
    n.
    """
    size = len(ratings)
    days = np.arange(1, size + 1)
    return State(
        rating=np.array(ratings, np.float64),
        last_played=days,
        adopts=days % 2 == 1,
        memory=np.column_stack([days, 10 * days]).astype(float) if memory else None,
        tails=tails or {},
    )


def seen(found):
    """Return each player's facts; None for unknown ones."""
    memory = [None] * len(found.rating) if found.memory is None else found.memory
    return [
        (
            None if isnan(rating) else rating,
            None if last == NEVER else last,
            bool(adopts),
            None if own is None or np.isnan(own).all() else own.tolist(),
            found.tails.get(row),
        )
        for row, (rating, last, adopts, own) in enumerate(
            zip(found.rating, found.last_played, found.adopts, memory, strict=True)
        )
    ]


KNOWN = [
    (1500, 1, True, [1, 10], (7.0,)),
    (1600, 2, False, [2, 20], (8.0,)),
    (1700, 3, True, [3, 30], None),
]
NOTHING = (None, None, False, None, None)


def known():
    return state(1500, 1600, 1700, tails={0: (7.0,), 1: (8.0,)})


def test_facts_of_excluded_players_are_unknown():
    before = known()

    found = without_players(before, np.array([1, 2]))

    assert seen(found) == [KNOWN[0], NOTHING, NOTHING]
    assert seen(before) == KNOWN


def test_state_is_unchanged_if_no_player_is_excluded():
    before = known()

    assert without_players(before, np.array([], np.intp)) is before


def test_facts_of_some_players_are_taken_from_another_state():
    other = state(1, 2, 3, tails={1: (9.0,), 2: (6.0,)})

    found = with_rows_of(known(), other, np.array([1]))

    assert seen(found) == [KNOWN[0], (2, 2, False, [2, 20], (9.0,)), KNOWN[2]]


def test_facts_are_joined_for_a_system_without_memory():
    found = with_rows_of(
        state(1500, 1600, memory=False), state(1, 2, memory=False), np.array([0])
    )

    assert seen(found) == [(1, 1, True, None, None), (1600, 2, False, None, None)]


def test_stored_memory_is_split_into_columns_and_tail():
    empty = State.unknown(3, ("a", "b"))

    found = with_memory(empty, {0: [1.0, 2.0, 3.0], 1: [4.0, 5.0], 2: None})

    assert [each[3:] for each in seen(found)] == [
        ([1, 2], (3,)),
        ([4, 5], None),
        (None, None),
    ]


def test_system_without_memory_reads_none():
    empty = State.unknown(1)

    assert with_memory(empty, {0: [1.0]}) is empty


def test_tournament_is_rated_by_first_day_ratings_and_added_to_current_ones():
    rates = system("renju")
    step = PoolStep(
        FIRST,
        LAST,
        closed=True,
        posted=0,
        system=rates,
        parameters=rates.Parameters(),
        system_days=SystemDays(date.min, date.max),
        report_id=7,
    )
    requested_days = []

    def ratings(day):
        requested_days.append(day)
        return np.array([float(day.toordinal())])

    found = state_for_tournament(state(1500), step, ratings)

    assert found.now.tolist() == [1500]
    assert found.rating.tolist() == [FIRST.toordinal()]
    watched = [date_of(day) for day in step.watched_days]
    assert sorted(requested_days) == sorted([*watched, FIRST])
    assert found.watched.tolist() == [[day.toordinal() for day in watched]]
