"""What the ends of a step have in common in every system."""

import numpy as np

from ratings.rules.base_numbers import Numbers, says_anything
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Outcome,
    StartFrom,
    State,
)


def earned_base(numbers: Numbers, state: State, games: IntArray) -> FloatArray:
    """Return base ratings (p) of those who have one: from before, by decision, or
    because a rated game has been played on it; NaN for the others.
    """
    earned = ~np.isnan(state.rating) | (games > 0)
    earned |= numbers.start_from == StartFrom.DECISION
    nobody = numbers.base.dtype.type(np.nan)
    return np.where(earned, numbers.base, nobody)


def with_decisions(rating: FloatArray, decisions: Decisions) -> FloatArray:
    """Ratings (p) with decided points added, or a decided one in place of the result."""
    after = rating
    if says_anything(decisions.adjustment, 0):
        after = after + decisions.adjustment
    if says_anything(decisions.assessed, np.nan):
        after = np.where(np.isnan(decisions.assessed), after, decisions.assessed)
    return after


def touched_players(
    games: IntArray, last_played: IntArray, state: State, decisions: Decisions
) -> BoolArray:
    """Return who has a rated game, any game that is the last one, or a decision (p)."""
    touched: BoolArray = (games > 0) | (last_played != state.last_played)
    if says_anything(decisions.start, np.nan):
        touched |= np.isnan(state.rating) & ~np.isnan(decisions.start)
    if says_anything(decisions.adjustment, 0):
        touched |= decisions.adjustment != 0
    if says_anything(decisions.assessed, np.nan):
        touched |= ~np.isnan(decisions.assessed)
    return touched


def put_into(state: State, rows: IntArray, outcome: Outcome) -> State:
    """Write the outcome of a tournament into the state, for the players in these rows
    whom it touched, and return the state. It is overwritten: a caller that needs an
    earlier rating has to keep it.
    """
    touched = outcome.touched
    theirs = rows[touched]
    state.rating[theirs] = outcome.after[touched]
    state.last_played[theirs] = outcome.last_played[touched]
    state.adopts[theirs] = outcome.adopts[touched]
    if state.memory is not None and outcome.memory is not None:
        state.memory[theirs] = outcome.memory[touched]
    return state
