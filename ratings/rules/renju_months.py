"""What time and decisions do to a ranking between tournaments (Renju 2 §5)."""

import numpy as np

from ratings.rules.base_numbers import says_anything
from ratings.rules.calendar import date_of, day_number
from ratings.rules.outcomes import with_decisions
from ratings.rules.renju_columns import CONFIRMED, DROPPED, TOURNAMENTS, remembered
from ratings.rules.renju_confirmation import CONFIRMED_YEARS, Holding, drops_until
from ratings.rules.renju_levels import HIGHEST, LOWEST
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Outcome,
    Span,
    StartFrom,
    State,
)

LEAST_DAYS = 365 * CONFIRMED_YEARS
"""Before so many days five years are never full."""


def rate_month(state: State, decisions: Decisions, span: Span) -> Outcome:
    """Book decisions, and at the end of a closed month the levels that fall.

    A level that the office has set counts as confirmed on the month's last day.
    """
    size = len(state.rating)
    started = np.isnan(state.rating) & ~np.isnan(decisions.start)
    start_from = np.where(started, StartFrom.DECISION, StartFrom.RATING)
    before = np.where(started, decisions.start, state.rating).astype(np.float32)
    decided = _decided(decisions)
    levels = _within(with_decisions(before, decisions), decided)
    memory = remembered(state).copy()
    new = started | decided
    memory[new, CONFIRMED] = span.last_day
    memory[new & np.isnan(memory[:, TOURNAMENTS]), TOURNAMENTS] = 0
    memory[new & np.isnan(memory[:, DROPPED]), DROPPED] = 0
    after = _fallen(levels, memory, span)
    nothing = np.broadcast_to(np.float32(0), (size,))
    return Outcome(
        touched=new | (after != levels) & ~np.isnan(levels),
        before=before,
        start_from=start_from.astype(np.int8),
        change=nothing,
        bonus=nothing,
        deduction=np.nan_to_num(after - levels),
        adjustment=decisions.adjustment,
        after=after,
        games=np.zeros(size, np.int16),
        score=np.zeros(size, np.int32),
        last_played=state.last_played,
        adopts=state.adopts,
        memory=memory,
    )


def confirm_anew(memory: FloatArray, rows: IntArray, day: int) -> FloatArray:
    """The memory with something for each of these rows: who has none yet begins with
    no tournament, a level obtained that day, and no fall.
    """
    memory = memory.copy()
    fresh = rows[np.isnan(memory[rows, TOURNAMENTS])]
    memory[fresh] = (0, day, 0)
    return memory


def _decided(decisions: Decisions) -> BoolArray:
    decided = np.zeros(len(decisions.adjustment), np.bool_)
    if says_anything(decisions.adjustment, 0):
        decided |= decisions.adjustment != 0
    if says_anything(decisions.assessed, np.nan):
        decided |= ~np.isnan(decisions.assessed)
    return decided


def _within(levels: FloatArray, decided: BoolArray) -> FloatArray:
    """A decision moves nobody out of 10 kyu … 10 dan."""
    within: FloatArray = np.where(decided, np.clip(levels, LOWEST, HIGHEST), levels)
    return within


def _fallen(levels: FloatArray, memory: FloatArray, span: Span) -> FloatArray:
    """Levels (p) after every five years without confirmation that are full (2 §5).

    Writes the day of each fall into `memory`.
    """
    if not span.closed:
        return levels
    after = levels.copy()
    since = np.fmax(memory[:, CONFIRMED], memory[:, DROPPED])
    due = (span.last_day - since >= LEAST_DAYS) & (levels > LOWEST)
    for row in np.flatnonzero(due).tolist():
        holding = Holding(int(levels[row]), date_of(int(since[row])))
        drops = drops_until(holding, date_of(span.last_day))
        if drops:
            after[row] = drops[-1].level
            memory[row, DROPPED] = day_number(drops[-1].day)
    return after
