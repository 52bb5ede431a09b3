"""Converting a pool's ratings to a new edition, as a step."""

from dataclasses import replace
from datetime import date

import numpy as np

from ratings.rules.calendar import day_number
from ratings.rules.conversion import FIDE_2024, Conversion
from ratings.rules.converting import Converting
from ratings.rules.outcomes import next_state
from ratings.rules.step import NEVER, Decisions, Span, StartFrom, State
from tests.ratings.rules.columns import NONE, lines_of
from tests.ratings.rules.explanations import STEP

MARCH = Span(*[day_number(date(2024, 3, 1))] * 2)
PLAYED = day_number(date(2024, 2, 10))
STATE = State(
    rating=np.array([1500, 2100, NONE, 1999], np.float32),
    last_played=np.array([PLAYED, PLAYED, NEVER, NEVER], np.int32),
    adopts=np.array([True, False, False, True]),
    memory=np.array([[7.0], [8.0], [9.0], [10.0]]),
    tails={2: (1.0, 2.0)},
)
CONVERTING = Converting("period", ("career_games",), fractional=False)


def columns(conversion):
    return lines_of([]), STATE, Decisions.none(4), MARCH, conversion


def test_ratings_below_2000_are_raised_and_nothing_else_changes():
    # 0.40 x (2000 - 1500) = 200 points, and 0.4 of a point for 1999, rounded away.
    outcome = CONVERTING.rate_step(*columns(FIDE_2024))

    assert outcome.touched.tolist() == [True, False, False, False]
    assert outcome.before.tolist()[:2] == [1500, 2100]
    np.testing.assert_array_equal(outcome.after, [1700, 2100, NONE, 1999])
    assert outcome.adjustment.tolist() == [200, 0, 0, 0]
    assert outcome.start_from.tolist() == [StartFrom.RATING] * 4
    for nothing in (
        outcome.change, outcome.bonus, outcome.deduction, outcome.games, outcome.score
    ):  # fmt: skip
        assert nothing.tolist() == [0, 0, 0, 0]
    assert (outcome.games.dtype, outcome.score.dtype) == (np.int16, np.int32)


def test_other_state_of_players_is_kept():
    state = next_state(CONVERTING.rate_step(*columns(FIDE_2024)), STATE)

    assert state.last_played.tolist() == STATE.last_played.tolist()
    assert state.adopts.tolist() == STATE.adopts.tolist()
    assert state.memory.tolist() == STATE.memory.tolist()
    assert state.tails == STATE.tails
    assert STATE.rating[0] == 1500


def test_rating_not_covered_by_the_conversion_is_unchanged():
    only_some = Conversion.from_json({"table": [[2100, 2150]]})
    outcome = CONVERTING.rate_step(*columns(only_some))

    np.testing.assert_array_equal(outcome.after, [1500, 2150, NONE, 1999])
    assert outcome.touched.tolist() == [False, True, False, False]


def working(player, conversion=FIDE_2024):
    return CONVERTING.explain_player(*columns(conversion), player=player)


def test_explanation_goes_from_one_scale_to_the_other():
    assert working(0) == replace(
        STEP,
        before=1500,
        start_from="rating",
        adjustment=200,
        raw=1700,
        rounded=1700,
        after=1700,
    )


def test_unrated_player_is_unrated_afterwards():
    found = working(2)
    assert (found.before, found.start_from, found.after) == (None, None, None)
    assert (found.raw, found.rounded, found.adjustment) == (None, None, 0)


def test_conversion_is_a_system_for_the_engine():
    assert (CONVERTING.name, CONVERTING.unit, CONVERTING.memory) == (
        "conversion", "period", ("career_games",)
    )  # fmt: skip
    assert (CONVERTING.in_order, CONVERTING.fractional) == (False, False)
    assert CONVERTING.Parameters is Conversion


def test_engine_uses_the_conversion_as_a_system():
    assert (CONVERTING.name, CONVERTING.in_order) == ("conversion", False)
    assert (CONVERTING.unit, CONVERTING.memory) == ("period", ("career_games",))
    assert CONVERTING.Parameters is Conversion
