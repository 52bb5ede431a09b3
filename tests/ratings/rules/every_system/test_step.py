"""Input and output of every system."""

import numpy as np

from ratings.rules.step import NEVER, CannotCompute, Decisions, State
from tests.ratings.rules.columns import Side, game, lines_of


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


def test_unknown_player_has_an_empty_state():
    plain, wide = State.unknown(2), State.unknown(2, ("a", "b", "c"), fractional=True)
    assert np.isnan(plain.rating).tolist() == [True, True]
    assert (plain.rating.dtype, wide.rating.dtype) == (np.float32, np.float64)
    assert plain.last_played.tolist() == [NEVER, NEVER]
    assert plain.adopts.tolist() == [False, False]
    assert plain.memory is None
    assert wide.memory.shape == (2, 3)
    assert np.isnan(wide.memory).all()


def test_tournament_is_added_to_current_ratings():
    rating, standing = np.array([1500.0]), np.array([1510.0])
    nothing = np.zeros(1, np.int32), np.zeros(1, np.bool_)
    assert State(rating, *nothing).now is rating
    assert State(rating, *nothing, standing=standing).now is standing


def test_empty_decisions_cover_all_players():
    none = Decisions.none(2)
    assert np.isnan(none.start).tolist() == [True, True]
    assert np.isnan(none.assessed).tolist() == [True, True]
    assert none.adjustment.tolist() == [0, 0]
    assert none.bonus_withheld.tolist() == [False, False]
    assert none.start_day is None


def test_refusal_has_a_reason_and_rows():
    # The texts of the codes are in the templates.
    assert CannotCompute.OPPONENT_UNKNOWN == "opponent_without_rating_or_estimate"
    assert CannotCompute.PLAYS_SELF == "player_meets_themself"
    assert CannotCompute.NO_SUCH_LEVEL == "no_such_level"
    assert CannotCompute.NEVER_SETTLES == "entry_levels_never_settle"
    refused = CannotCompute("no_such_level", (2, 5))
    assert (refused.reason, refused.rows) == ("no_such_level", (2, 5))
    assert str(refused) == "no_such_level: rows 2, 5"
