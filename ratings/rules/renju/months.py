"""How time and decisions change a ranking between tournaments (Renju 2 §5)."""

from collections.abc import Iterable

import numpy as np

from ratings.rules.activity import Activity
from ratings.rules.calendar import date_of, day_number
from ratings.rules.outcomes import with_decisions
from ratings.rules.renju.columns import (
    CONFIRMED,
    DROPPED,
    MEMORY,
    TOURNAMENTS,
    start_confirmed,
)
from ratings.rules.renju.confirmation import (
    CONFIRMED_YEARS,
    HeldLevel,
    KeptLevel,
    OverTheBoard,
    drops_until,
    kept_levels_between,
)
from ratings.rules.renju.levels import HIGHEST, LOWEST
from ratings.rules.renju.parameters import RenjuParameters
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Span,
    StartFrom,
    State,
    StepOutcome,
)
from ratings.rules.step_ratings import has_decision

LEAST_DAYS = 365 * CONFIRMED_YEARS
"""With fewer days than this, five years are never complete."""


def rate_month(
    state: State, decisions: Decisions, span: Span, parameters: RenjuParameters
) -> StepOutcome:
    """Book decisions and, at the end of a closed month, the levels that fall.

    A level set by the office counts as confirmed on the last day of the month of the
    decision: this month, or for a start level possibly a month before the first one. A
    player who is active over the board when five years are complete keeps the level,
    and is touched.
    """
    size = len(state.rating)
    started = np.isnan(state.rating) & ~np.isnan(decisions.start)
    start_from = np.where(started, StartFrom.DECISION, StartFrom.RATING)
    before = np.where(started, decisions.start, state.rating).astype(np.float32)
    decided = _decided(decisions)
    levels = _within(with_decisions(before, decisions), decided)
    memory = state.known_memory(len(MEMORY)).copy()
    new = started | decided
    memory[decided, CONFIRMED] = span.last_day
    for row in np.flatnonzero(started & ~decided).tolist():
        memory[row, CONFIRMED] = start_confirmed(row, decisions, span, parameters)
    memory[new & np.isnan(memory[:, TOURNAMENTS]), TOURNAMENTS] = 0
    memory[new & np.isnan(memory[:, DROPPED]), DROPPED] = 0
    after, kept = _after_full_years(levels, memory, decisions, span)
    nothing = np.broadcast_to(np.float32(0), (size,))
    return StepOutcome(
        touched=new | kept | (after != levels) & ~np.isnan(levels),
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


def with_full_memory(memory: FloatArray, rows: IntArray, days: IntArray) -> FloatArray:
    """Return the memory with values in each of these rows: a player without any begins
    with no tournament, a level obtained on the day in `days` (as `rows`), and no fall.
    """
    memory = memory.copy()
    is_fresh = np.isnan(memory[rows, TOURNAMENTS])
    memory[rows[is_fresh]] = 0
    memory[rows[is_fresh], CONFIRMED] = days[is_fresh]
    return memory


def _decided(decisions: Decisions) -> BoolArray:
    decided = np.zeros(len(decisions.adjustment), np.bool_)
    if has_decision(decisions.adjustment, 0):
        decided |= decisions.adjustment != 0
    if has_decision(decisions.assessed, np.nan):
        decided |= ~np.isnan(decisions.assessed)
    return decided


def _within(levels: FloatArray, decided: BoolArray) -> FloatArray:
    """Limit decided levels to 10 kyu … 10 dan."""
    within: FloatArray = np.where(decided, np.clip(levels, LOWEST, HIGHEST), levels)
    return within


def kept_levels_in_month(
    outcome: StepOutcome, decisions: Decisions, span: Span, row: int
) -> tuple[KeptLevel, ...]:
    """Return the days of a month on which five years were complete for the level in a
    row of its outcome, and why it was kept (2 §5); empty if there was no such day.
    """
    memory = outcome.memory
    level = outcome.after[row]
    if memory is None or np.isnan(memory[row]).any():
        return ()
    if not span.closed or not level >= LOWEST:
        return ()
    holding = _holding(row, outcome.after, memory, decisions)
    return kept_levels_between(holding, date_of(span.first_day), date_of(span.last_day))


def _after_full_years(
    levels: FloatArray, memory: FloatArray, decisions: Decisions, span: Span
) -> tuple[FloatArray, BoolArray]:
    """Return levels (p) after a closed month in which five years without confirmation
    became complete (2 §5), and who kept the level. What was due in an earlier month is
    booked there.

    Writes the day of each fall into `memory`.
    """
    after, kept = levels.copy(), np.zeros(len(levels), np.bool_)
    if not span.closed:
        return after, kept
    first, last = date_of(span.first_day), date_of(span.last_day)
    due = (span.last_day - _since(memory) >= LEAST_DAYS) & (levels > LOWEST)
    for row in np.flatnonzero(due).tolist():
        holding = _holding(row, levels, memory, decisions)
        kept[row] = bool(kept_levels_between(holding, first, last))
        drops = drops_until(holding, last, held_on=first)
        if drops:
            after[row] = drops[-1].level
            memory[row, DROPPED] = day_number(drops[-1].day)
    return after, kept


def _since(memory: FloatArray) -> FloatArray:
    """Return the day from which the five years count (p), NaN if nothing is
    remembered.
    """
    since: FloatArray = np.fmax(memory[:, CONFIRMED], memory[:, DROPPED])
    return since


def _holding(
    row: int, levels: FloatArray, memory: FloatArray, decisions: Decisions
) -> HeldLevel:
    since = date_of(int(_since(memory[row : row + 1])[0]))
    active = over_the_board(decisions.active.get(row, ()))
    return HeldLevel(int(levels[row]), since, active=active)


def over_the_board(spans: Iterable[Activity]) -> tuple[OverTheBoard, ...]:
    """Return the office's decisions in the form that article 2 §5 uses."""
    return tuple(
        OverTheBoard(
            date_of(span.first_day),
            None if span.last_day is None else date_of(span.last_day),
        )
        for span in spans
    )
