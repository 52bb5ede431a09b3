"""What every system takes and gives."""

from dataclasses import replace

import numpy as np

from ratings.rules.step import NEVER, CannotCompute, Decisions, Outcome, State
from tests.ratings.rules.columns import Person, Side, Step, game, lines_of


def test_each_side_sees_its_own_columns_and_its_own_score():
    white = Side(0, outside=1500, adopts=True, born=1990)
    black = Side(1, member=False, outside=1600, born=2010)
    one, other = lines_of([game(white, black, 2), game(black, white, 1)]).sides
    assert (one.player.tolist(), other.player.tolist()) == ([0, 1], [1, 0])
    assert (one.score.tolist(), other.score.tolist()) == ([2, 1], [0, 1])
    assert (one.member.tolist(), other.member.tolist()) == (
        [True, False],
        [False, True],
    )
    assert (one.outside.tolist(), other.outside.tolist()) == (
        [1500, 1600],
        [1600, 1500],
    )
    assert (one.adopts.tolist(), other.adopts.tolist()) == (
        [True, False],
        [False, True],
    )
    assert (one.birth_year.tolist(), other.birth_year.tolist()) == (
        [1990, 2010],
        [2010, 1990],
    )


def test_nothing_is_known_of_somebody_unknown():
    plain, wide = State.unknown(2), State.unknown(2, ("a", "b", "c"), fractional=True)
    assert np.isnan(plain.rating).tolist() == [True, True]
    assert (plain.rating.dtype, wide.rating.dtype) == (np.float32, np.float64)
    assert plain.last_played.tolist() == [NEVER, NEVER]
    assert plain.adopts.tolist() == [False, False]
    assert plain.memory is None
    assert wide.memory.shape == (2, 3)
    assert np.isnan(wide.memory).all()


def test_what_a_tournament_is_added_to_is_what_stands():
    rating, standing = np.array([1500.0]), np.array([1510.0])
    nothing = np.zeros(1, np.int32), np.zeros(1, np.bool_)
    assert State(rating, *nothing).now is rating
    assert State(rating, *nothing, standing=standing).now is standing


def changed(outcome, **columns):
    kept = {name: getattr(outcome, name) for name in outcome.__slots__}
    return Outcome(**{**kept, **columns})


def test_the_next_step_begins_with_what_this_one_has_left():
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2, adopts=True)])
    outcome = changed(step.rate(), memory=np.ones((2, 1)), tails={0: (1.0,)})
    following = outcome.next_state(step.columns()[1])
    assert following.rating.tolist() == [1516, 1484]
    assert following.last_played.tolist() == outcome.last_played.tolist()
    assert following.adopts.tolist() == [True, True]
    assert following.memory.tolist() == [[1], [1]]
    assert following.tails == {0: (1.0,)}


def test_whom_a_step_does_not_touch_goes_on_as_they_were():
    # No row is stored of them: whatever the system says of them is lost there.
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
    following = outcome.next_state(before)
    assert following.rating.tolist() == [1516, 1500]
    assert following.last_played.tolist() == [outcome.last_played[0], NEVER]
    assert following.adopts.tolist() == [True, False]
    assert following.memory.tolist() == [[1], [0]]
    assert following.tails == {0: (1.0,), 1: (3.0,)}


def test_the_next_step_has_columns_of_its_own():
    step = Step([Person(1500), Person(1500), Person()], [game(0, 1, 2)])
    outcome = step.rate()
    following = outcome.next_state(step.columns()[1])
    np.testing.assert_equal(following.rating, [1516, 1484, np.nan])
    for name, column in (
        ("rating", outcome.after),
        ("last_played", outcome.last_played),
        ("adopts", outcome.adopts),
    ):
        assert not np.shares_memory(getattr(following, name), column)


def test_nothing_is_remembered_of_whom_the_first_step_of_a_system_does_not_touch():
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2)])
    touched = np.array([True, False])
    outcome = changed(step.rate(), touched=touched, memory=np.ones((2, 1)))
    following = outcome.next_state(step.columns()[1])
    np.testing.assert_equal(following.memory, [[1], [np.nan]])


def test_whom_a_tournament_does_not_touch_keeps_what_stands():
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2)])
    outcome = changed(step.rate(), touched=np.array([True, False]))
    before = replace(step.columns()[1], standing=np.array([1600.0, 1700.0]))
    assert outcome.next_state(before).rating.tolist() == [1516, 1700]


def test_nothing_decided_is_said_of_everybody():
    none = Decisions.none(2)
    assert np.isnan(none.start).tolist() == [True, True]
    assert np.isnan(none.assessed).tolist() == [True, True]
    assert none.adjustment.tolist() == [0, 0]
    assert none.bonus_withheld.tolist() == [False, False]
    assert none.start_day is None


def test_a_refusal_names_its_reason_and_its_rows():
    # The codes have their words in the templates.
    assert CannotCompute.OPPONENT_UNKNOWN == "opponent_without_rating_or_estimate"
    assert CannotCompute.PLAYS_SELF == "player_meets_themself"
    assert CannotCompute.NO_SUCH_LEVEL == "no_such_level"
    assert CannotCompute.NEVER_SETTLES == "entry_levels_never_settle"
    refused = CannotCompute("no_such_level", (2, 5))
    assert (refused.reason, refused.rows) == ("no_such_level", (2, 5))
    assert str(refused) == "no_such_level: rows 2, 5"
