"""How a step ends, as far as it is the same in every system."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    StartFrom,
    State,
    StepOutcome,
)
from ratings.rules.step_ratings import StepRatings, has_decision


def earned_base(ratings: StepRatings, state: State, games: IntArray) -> FloatArray:
    """Return base ratings (p) of the players who have one: from before, by decision, or
    because they played a rated game on it; NaN for the others.
    """
    earned = ~np.isnan(state.rating) | (games > 0)
    earned |= ratings.start_from == StartFrom.DECISION
    nobody = ratings.base.dtype.type(np.nan)
    return np.where(earned, ratings.base, nobody)


def with_decisions(rating: FloatArray, decisions: Decisions) -> FloatArray:
    """Return ratings (p) with decided points added, or replaced by a decided rating."""
    after = rating
    if has_decision(decisions.adjustment, 0):
        after = after + decisions.adjustment
    if has_decision(decisions.assessed, np.nan):
        after = np.where(np.isnan(decisions.assessed), after, decisions.assessed)
    return after


def touched_players(
    games: IntArray, last_played: IntArray, state: State, decisions: Decisions
) -> BoolArray:
    """Return which players (p) have a rated game, a new last game or a decision."""
    touched: BoolArray = (games > 0) | (last_played != state.last_played)
    if has_decision(decisions.start, np.nan):
        touched |= np.isnan(state.rating) & ~np.isnan(decisions.start)
    if has_decision(decisions.adjustment, 0):
        touched |= decisions.adjustment != 0
    if has_decision(decisions.assessed, np.nan):
        touched |= ~np.isnan(decisions.assessed)
    return touched


def next_state(outcome: StepOutcome, before: State) -> State:
    """Return what is known of a period's players when the next step begins. For players
    whom this period did not touch it is what was known `before`, since no row is stored
    for them.
    """
    touched, memory = outcome.touched, None
    if outcome.memory is not None:
        known = np.nan if before.memory is None else before.memory
        memory = np.where(touched[:, None], outcome.memory, known)
    return State(
        _of_touched(touched, outcome.after, before.now),
        _of_touched(touched, outcome.last_played, before.last_played),
        _of_touched(touched, outcome.adopts, before.adopts),
        memory,
        {row: it for row, it in before.tails.items() if not touched[row]}
        | {row: it for row, it in outcome.tails.items() if touched[row]},
    )


def _of_touched(
    touched: BoolArray, after: NDArray[Any], before: NDArray[Any]
) -> NDArray[Any]:
    """Return `after` for touched players and `before` for the others (p), as a copy."""
    if after.dtype == before.dtype:
        # Nearly always the others are unchanged. Comparing bits, since NaN is not equal
        # to NaN, takes a third of the time of choosing for each player.
        bits = f"u{after.dtype.itemsize}"
        if not np.any((after.view(bits) != before.view(bits)) & ~touched):
            return after.copy()
    return np.where(touched, after, before)


def write_outcome(state: State, rows: IntArray, outcome: StepOutcome) -> State:
    """Write the outcome of a tournament into the state, for those players in `rows`
    whom it touched, and return the state. The state is overwritten: a caller that needs
    an earlier rating must store it.
    """
    touched = outcome.touched
    theirs = rows[touched]
    state.rating[theirs] = outcome.after[touched]
    state.last_played[theirs] = outcome.last_played[touched]
    state.adopts[theirs] = outcome.adopts[touched]
    if state.memory is not None and outcome.memory is not None:
        state.memory[theirs] = outcome.memory[touched]
    return state
