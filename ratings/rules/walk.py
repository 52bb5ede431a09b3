"""A history walked from its first step to its last under one system after another,
in memory: what was expected of every game, and what became of everybody.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ratings.rules.decision_book import DecisionBook, DecisionFact
from ratings.rules.history import Cut, History, HistoryStep, Stretch, cut
from ratings.rules.populations import Spread, spread_of
from ratings.rules.prediction import predictions
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Outcome,
    State,
)
from ratings.rules.young import is_young

Told = Callable[[int], None]
"""Hears how many games have been rated so far."""

ACTIVE_DAYS: Final = 730
"""Who has played within so many days is counted among those who play."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How the ratings of those who play stood on a day, after the steps that had ended."""

    day: int
    everybody: Spread
    young: Spread


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Games that the system gives no answer for, by its reason."""

    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of a history under one candidate."""

    expected: FloatArray
    """float32 (n), by row of the history: White's expected score before the game; NaN
    where nothing was expected, or the system foretells nothing."""
    rating: FloatArray
    """float64 (p): everybody's last rating, NaN where none."""
    is_active: BoolArray
    """bool (p): who has a rating and plays."""
    marks: tuple[Mark, ...]
    left_out: tuple[LeftOut, ...]
    steps: int
    games: int
    """Ends of games that were rated: twice a game of two members."""


@dataclass(slots=True)
class _Walk:
    """Where a walk stands."""

    history: History
    cut: Cut
    book: DecisionBook
    days: list[int]
    state: State
    expected: FloatArray
    marks: list[Mark] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    games: int = 0


def walk(
    history: History,
    stretches: Sequence[Stretch],
    decided: Iterable[DecisionFact],
    days: Sequence[int] = (),
    tell: Told = lambda games: None,
) -> Walked:
    """Rate the history from nothing by `System.rate_step`, as the engine does.

    A game that the rules give no answer for is left out, and counted. `days` (day
    numbers, ascending) are those on which the spread of the ratings is told; `tell`
    hears of progress after every step.
    """
    first = stretches[0].system
    going = _Walk(
        history,
        cut(history, stretches),
        DecisionBook(decided, history.players),
        list(days),
        State.unknown(history.players, first.memory, fractional=first.fractional),
        np.full(len(history.lines), np.nan, np.float32),
    )
    for step in going.cut.steps:
        _mark(going, step.span.last_day)
        _take(going, step)
        tell(step.stop)
    _mark(going, history.last_day + 1)
    rating = going.state.rating.astype(np.float64)
    return Walked(
        expected=going.expected,
        rating=rating,
        is_active=_active(going.state, history.last_day),
        marks=tuple(going.marks),
        left_out=tuple(LeftOut(*each) for each in sorted(going.left_out.items())),
        steps=len(going.cut.steps),
        games=going.games,
    )


def _mark(going: _Walk, before: int) -> None:
    """Notes the days that lie before the end of the next step."""
    while going.days and going.days[0] < before:
        day = going.days.pop(0)
        rows = np.flatnonzero(_active(going.state, day))
        ratings = going.state.rating.take(rows)
        born = going.history.birth_year.take(rows)
        young = is_young(born, np.full(len(rows), _year(day)))
        going.marks.append(Mark(day, spread_of(ratings), spread_of(ratings[young])))


def _active(state: State, day: int) -> BoolArray:
    lately = state.last_played.astype(np.int64) >= day - ACTIVE_DAYS
    active: BoolArray = lately & ~np.isnan(state.rating)
    return active


def _year(day: int) -> int:
    return int(np.datetime64(day, "D").astype("datetime64[Y]").astype(int)) + 1970


def _take(going: _Walk, step: HistoryStep) -> None:
    if step.begins:
        going.state = _handed_over(going.state, step.stretch)
    lines, rows = going.cut.lines_of(step), going.cut.rows_of(step)
    decisions = going.book.of_period(step.span)
    prediction = predictions().get(step.stretch.system.name)
    if prediction is not None and len(lines):
        going.expected[rows] = prediction.expected_scores(
            lines, going.state, decisions, step.span, step.stretch.parameters
        )
    outcome = _rated(going, step, lines, decisions)
    going.games += int(outcome.games.sum(dtype=np.int64))
    going.state = outcome.next_state()


def _rated(
    going: _Walk, step: HistoryStep, lines: Lines, decisions: Decisions
) -> Outcome:
    """What the system makes of the lines, without those it gives no answer for."""
    system, parameters = step.stretch.system, step.stretch.parameters
    while True:
        try:
            return system.rate_step(
                lines, going.state, decisions, step.span, parameters
            )
        except CannotCompute as fault:
            lines = _without(lines, np.array(fault.rows))
            known = going.left_out.get(fault.reason, 0)
            going.left_out[fault.reason] = known + len(fault.rows)


def _without(lines: Lines, rows: IntArray) -> Lines:
    return lines.take(np.delete(np.arange(len(lines)), rows))


def _handed_over(state: State, stretch: Stretch) -> State:
    """The ratings as another system takes them over, which remembers nothing yet."""
    system = stretch.system
    begun = State.unknown(
        len(state.rating), system.memory, fractional=system.fractional
    )
    rating = state.rating.astype(begun.rating.dtype)
    return State(rating, state.last_played, state.adopts, begun.memory)
