"""Common parts of a step's outcome in every system."""

from dataclasses import replace

import numpy as np
import pytest

from ratings.rules.outcomes import (
    earned_base,
    next_state,
    touched_players,
    with_decisions,
    write_outcome,
)
from ratings.rules.step import NEVER, StartFrom, State, StepOutcome
from ratings.rules.step_ratings import SideRatings, StepRatings
from tests.ratings.rules.columns import NONE, Person, Step, decisions_of, game, state_of

NOBODY = SideRatings(np.zeros(0), np.zeros(0), None)


def test_base_comes_from_the_state_a_decision_or_a_rated_game():
    state = state_of([Person(1500), Person(), Person(), Person(), Person()])
    origins = [
        StartFrom.RATING,
        StartFrom.DECISION,
        StartFrom.DEFAULT,
        StartFrom.DEFAULT,
        StartFrom.RATING,
    ]
    ratings = StepRatings(
        base=np.array([1500, 1600, 1300, 1300, NONE]),
        start_from=np.array(origins, np.int8),
        newcomers=np.array([2, 3]),
        white=NOBODY,
        black=NOBODY,
    )
    earned = earned_base(ratings, state, np.array([0, 0, 1, 0, 0]))
    assert np.nan_to_num(earned).tolist() == [1500, 1600, 1300, 0, 0]


def touched(people, games=None, last_played=None):
    size = len(people)
    games = np.zeros(size, int) if games is None else np.array(games)
    state = state_of(people)
    last = state.last_played if last_played is None else np.array(last_played)
    return touched_players(games, last, state, decisions_of(people)).tolist()


def test_player_is_touched_by_a_rated_game_or_a_new_last_day_played():
    people = [Person(1500)] * 3
    assert touched(people, [0, 1, 2]) == [False, True, True]
    assert touched(people, last_played=[NEVER, 10, NEVER]) == [False, True, False]


def test_decision_touches_its_player():
    people = [
        Person(1500),
        Person(start=1500),
        Person(1500, start=1600),
        Person(1500, adjustment=-1),
        Person(1500, assessed=1400),
    ]
    assert touched(people) == [False, True, False, True, True]


@pytest.mark.parametrize("points", [1, -1])
def test_one_point_for_all_players_counts_as_a_decision(points):
    people = [Person(1500, adjustment=points)] * 2
    assert touched(people) == [True, True]
    rating = np.array([1500.0, 1600])
    after = with_decisions(rating, decisions_of(people))
    assert after.tolist() == [1500 + points, 1600 + points]


def test_assessed_rating_takes_precedence_over_decided_points():
    people = [Person(1500, adjustment=10, assessed=1400), Person(1600, adjustment=10)]
    after = with_decisions(np.array([1500.0, 1600]), decisions_of(people))
    assert after.tolist() == [1400, 1610]


def after_tournament(**known):
    """Return the outcome of a tournament for two players, of whom it touched the
    second.
    """
    nothing = np.zeros(2)
    return StepOutcome(
        touched=np.array([False, True]),
        before=nothing,
        start_from=nothing,
        change=nothing,
        bonus=nothing,
        deduction=nothing,
        adjustment=nothing,
        after=np.array([1500.0, 1600]),
        games=nothing,
        score=nothing,
        last_played=np.array([20, 21], np.int32),
        adopts=np.array([True, True]),
        **known,
    )


def test_tournament_outcome_is_written_only_for_touched_players():
    state = State.unknown(3, ("games", "highest"))
    memory = np.array([[1.0, 2], [3, 4]])
    state = write_outcome(state, np.array([2, 0]), after_tournament(memory=memory))
    assert np.nan_to_num(state.rating).tolist() == [1600, 0, 0]
    assert state.last_played.tolist() == [21, NEVER, NEVER]
    assert state.adopts.tolist() == [True, False, False]
    assert np.nan_to_num(state.memory).tolist() == [[3, 4], [0, 0], [0, 0]]


def test_tournament_of_a_system_without_memory_keeps_the_memory():
    state = State.unknown(2, ("games",))
    state = write_outcome(state, np.array([0, 1]), after_tournament())
    assert np.isnan(state.memory).all()


def changed(outcome, **columns):
    values = {name: getattr(outcome, name) for name in outcome.__slots__}
    return StepOutcome(**{**values, **columns})


def test_next_state_is_the_outcome_of_the_step():
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2, adopts=True)])
    outcome = changed(step.rate(), memory=np.ones((2, 1)), tails={0: (1.0,)})
    following = next_state(outcome, step.columns()[1])
    assert following.rating.tolist() == [1516, 1484]
    assert following.last_played.tolist() == outcome.last_played.tolist()
    assert following.adopts.tolist() == [True, True]
    assert following.memory.tolist() == [[1], [1]]
    assert following.tails == {0: (1.0,)}


def test_untouched_player_is_unchanged_in_the_next_state():
    # No row is stored for them: any values given by the system would be lost.
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2)])
    touched = np.array([True, False])
    outcome = changed(
        step.rate(),
        touched=touched,
        adopts=np.array([True, True]),
        memory=np.ones((2, 1)),
        tails={0: (1.0,), 1: (2.0,)},
    )
    before = replace(step.columns()[1], memory=np.zeros((2, 1)), tails={1: (3.0,)})
    following = next_state(outcome, before)
    assert following.rating.tolist() == [1516, 1500]
    assert following.last_played.tolist() == [outcome.last_played[0], NEVER]
    assert following.adopts.tolist() == [True, False]
    assert following.memory.tolist() == [[1], [0]]
    assert following.tails == {0: (1.0,), 1: (3.0,)}


def test_next_state_has_its_own_columns():
    step = Step([Person(1500), Person(1500), Person()], [game(0, 1, 2)])
    outcome = step.rate()
    following = next_state(outcome, step.columns()[1])
    np.testing.assert_equal(following.rating, [1516, 1484, np.nan])
    for name, column in (
        ("rating", outcome.after),
        ("last_played", outcome.last_played),
        ("adopts", outcome.adopts),
    ):
        assert not np.shares_memory(getattr(following, name), column)


def test_memory_is_dropped_for_players_untouched_by_a_systems_first_step():
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2)])
    touched = np.array([True, False])
    outcome = changed(step.rate(), touched=touched, memory=np.ones((2, 1)))
    following = next_state(outcome, step.columns()[1])
    np.testing.assert_equal(following.memory, [[1], [np.nan]])


def test_player_untouched_by_a_tournament_keeps_current_values():
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2)])
    outcome = changed(step.rate(), touched=np.array([True, False]))
    before = replace(step.columns()[1], standing=np.array([1600.0, 1700.0]))
    assert next_state(outcome, before).rating.tolist() == [1516, 1700]
