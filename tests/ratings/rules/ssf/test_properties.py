"""Properties of every period under the SSF rules."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings.rules.calendar import date_of
from ratings.rules.outcomes import next_state
from ratings.rules.ssf.system import rate_step
from ratings.rules.step import NEVER, CannotCompute, Decisions, StartFrom, State
from tests.ratings.rules.columns import lines_of
from tests.ratings.rules.plain_reading import Row, rate_all, unknown_opponents
from tests.ratings.rules.steps import steps

ORIGINS = {
    StartFrom.RATING: "rating",
    StartFrom.DECISION: "decision",
    StartFrom.OUTSIDE: "outside",
    StartFrom.DEFAULT: "default",
}


def number(value):
    return None if np.isnan(value) else float(value)


def row_of(outcome, player) -> Row:
    before = number(outcome.before[player])
    last = int(outcome.last_played[player])
    return Row(
        before=before,
        start_from=None if before is None else ORIGINS[outcome.start_from[player]],
        change=float(outcome.change[player]),
        bonus=float(outcome.bonus[player]),
        deduction=float(outcome.deduction[player]),
        after=number(outcome.after[player]),
        games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        last_played=None if last == NEVER else date_of(last),
        adopts=bool(outcome.adopts[player]),
        touched=bool(outcome.touched[player]),
    )


def rows_of(outcome) -> list[Row]:
    return [row_of(outcome, player) for player in range(len(outcome.after))]


@given(steps())
def test_columns_agree_with_a_slow_implementation_of_the_rules(step):
    unknown = unknown_opponents(step)
    if not unknown:
        assert rows_of(step.rate()) == rate_all(step)
        return
    with pytest.raises(CannotCompute) as refused:
        step.rate()
    assert refused.value.rows == unknown


@given(steps(plain=True))
def test_plain_periods_agree_with_a_slow_implementation(step):
    assert rows_of(step.rate()) == rate_all(step)


@given(steps(plain=True), st.randoms())
def test_the_order_of_the_games_does_not_matter_without_bonus(step, random):
    shuffled = random.sample(step.games, len(step.games))
    assert rows_of(replace(step, games=shuffled).rate()) == rows_of(step.rate())


@given(steps(), st.data())
def test_subset_of_players_with_all_their_games_gets_the_same_result(step, data):
    assume(not unknown_opponents(step))
    all_rows = rows_of(step.rate())
    everybody = range(len(step.people))
    chosen = data.draw(st.sets(st.sampled_from(everybody)))
    touching = [
        game
        for game in step.games
        if game.white.player in chosen or game.black.player in chosen
    ]
    part = rows_of(replace(step, games=touching).rate())
    for player in chosen:
        assert part[player] == all_rows[player]


@given(steps())
def test_unplayed_games_change_nothing(step):
    assume(not unknown_opponents(step))
    all_rows = rows_of(step.rate())
    played = [game for game in step.games if game.played]
    assert rows_of(replace(step, games=played).rate()) == all_rows


@given(steps())
def test_new_ratings_are_whole_and_at_least_800_if_adopted(step):
    assume(not unknown_opponents(step))
    outcome = step.rate()
    rated = ~np.isnan(outcome.after)
    np.testing.assert_array_equal(outcome.after[rated], np.floor(outcome.after[rated]))
    floored = rated & outcome.touched & outcome.adopts
    assert (outcome.after[floored] >= 800).all()


@given(steps())
def test_game_changes_at_most_31_points_and_15_and_a_half_from_2200(step):
    assume(not unknown_opponents(step))
    outcome = step.rate()
    most = np.where(outcome.before >= 2200, 15.5, 31.0)
    assert (np.abs(outcome.change) <= most * outcome.games).all()


@given(steps(plain=True))
def test_ones_gain_is_the_others_loss_below_2200(step):
    low = [replace(person, rating=person.rating % 2200) for person in step.people]
    assert replace(step, people=low).rate().change.sum() == 0


PAIRS = st.integers(2, 7).flatmap(
    lambda players: st.tuples(*[steps(plain=True, players=players)] * 2)
)


@given(PAIRS)
def test_only_the_state_is_passed_to_the_next_step(both):
    first, second = both
    outcome = first.rate()
    _, _, _, span, parameters = second.columns()
    nothing = Decisions.none(len(second.people))
    following = rate_step(
        lines_of(second.games),
        next_state(outcome, first.columns()[1]),
        nothing,
        span,
        parameters,
    )
    copied = State(
        outcome.after.copy(), outcome.last_played.copy(), outcome.adopts.copy()
    )
    again = rate_step(lines_of(second.games), copied, nothing, span, parameters)
    assert rows_of(again) == rows_of(following)
