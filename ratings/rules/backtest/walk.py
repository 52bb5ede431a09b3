"""A history walked from its first step to its last under one system after another,
in memory: what was expected of every game, and what became of everybody.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import numpy as np

from ratings.rules.backtest.decision_book import DecisionBook, DecisionFact
from ratings.rules.backtest.history import History, HistoryStep, Stretch, cut
from ratings.rules.backtest.junior_lag import is_young
from ratings.rules.backtest.populations import Spread, spread_of
from ratings.rules.backtest.rating_memory import RatingMemory
from ratings.rules.outcomes import put_into
from ratings.rules.prediction import predictions
from ratings.rules.protocol import TournamentSystem
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


class _Walk:
    """A walk on its way: `state` is what the steps so far have left."""

    def __init__(
        self,
        history: History,
        stretches: Sequence[Stretch],
        decided: Iterable[DecisionFact],
        days: Sequence[int],
    ) -> None:
        first = stretches[0].system
        self.history = history
        self.cut = cut(history, stretches)
        self.memory = RatingMemory(self.cut.steps)
        self.book = DecisionBook(decided, history.players)
        self.days = list(days)
        self.reign = 0
        self.resting: dict[int, State] = {}
        # Under a system of whole numbers somebody may bring an unrounded one along.
        self.exact = any(stretch.system.fractional for stretch in stretches)
        self.state = State.unknown(history.players, first.memory, fractional=self.exact)
        self.expected = np.full(len(history.lines), np.nan, np.float32)
        self.everybody = np.arange(history.players)
        self.marks: list[Mark] = []
        self.left_out: dict[str, int] = {}
        self.games = 0
        self.lines = 0


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
    going = _Walk(history, stretches, decided, days)
    for place, step in enumerate(going.cut.steps):
        _mark(going, step.span.last_day)
        _take(going, step)
        going.memory.forget(place)
        tell(going.lines)
    _mark(going, history.last_day + 1)
    return Walked(
        expected=going.expected,
        rating=going.state.rating.astype(np.float64),
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
    if step.reign != going.reign:
        _hand_over(going, step)
    touched = _period(going, step) if step.event is None else _event(going, step)
    for reign, state in going.resting.items():
        going.resting[reign] = _forgotten(state, touched)
    going.lines += step.stop - step.start


def _period(going: _Walk, step: HistoryStep) -> IntArray:
    """Rates a period of the calendar; returns the rows of those it touched."""
    outcome = _rated(going, step, going.state, going.book.of_period(step.span))
    touched: IntArray = going.everybody[outcome.touched]
    if step.stretch.system.unit == "tournament":
        going.memory.note(step.span.last_day, touched, going.state.rating)
    going.state = outcome.next_state(going.state)
    return touched


def _event(going: _Walk, step: HistoryStep) -> IntArray:
    """Rates a tournament on the ratings of its first day; its players' rows alone."""
    lines = going.cut.lines_of(step)
    rows: IntArray = np.unique(np.concatenate((lines.white, lines.black)))
    state = _of_event(going, step, rows)
    outcome = _rated(going, step, state, going.book.of_event(step.span, rows), rows)
    going.memory.note(step.span.last_day, rows, going.state.rating)
    going.state = put_into(going.state, rows, outcome)
    return rows[outcome.touched]


def _of_event(going: _Walk, step: HistoryStep, rows: IntArray) -> State:
    standing = going.state
    system = cast("TournamentSystem[Any]", step.stretch.system)
    days = [step.span.first_day, *system.watched_days(step.span)]
    first, *watched = [going.memory.on(day, rows, standing.rating) for day in days]
    return State(
        rating=first,
        last_played=standing.last_played[rows],
        adopts=standing.adopts[rows],
        memory=None if standing.memory is None else standing.memory[rows],
        standing=standing.rating[rows],
        watched=np.column_stack(watched) if watched else None,
    )


def _rated(
    going: _Walk,
    step: HistoryStep,
    state: State,
    decisions: Decisions,
    rows: IntArray | None = None,
) -> Outcome:
    """What the system makes of the step's lines, without those that it gives no answer
    for; what it expected of them is kept. `rows` are those of the players in `state`.
    """
    lines = going.cut.lines_of(step)
    if rows is not None:
        white, black = (
            np.searchsorted(rows, side) for side in (lines.white, lines.black)
        )
        lines = replace(lines, white=white, black=black)
    _expect(going, step, lines, state, decisions)
    system, parameters = step.stretch.system, step.stretch.parameters
    while True:
        try:
            outcome = system.rate_step(lines, state, decisions, step.span, parameters)
        except CannotCompute as fault:
            lines = _without(lines, np.array(fault.rows))
            known = going.left_out.get(fault.reason, 0)
            going.left_out[fault.reason] = known + len(fault.rows)
        else:
            going.games += int(outcome.games.sum(dtype=np.int64))
            return outcome


def _expect(
    going: _Walk, step: HistoryStep, lines: Lines, state: State, decisions: Decisions
) -> None:
    prediction = predictions().get(step.stretch.system.name)
    if prediction is not None and len(lines):
        going.expected[going.cut.rows_of(step)] = prediction.expected_scores(
            lines, state, decisions, step.span, step.stretch.parameters
        )


def _without(lines: Lines, rows: IntArray) -> Lines:
    return lines.take(np.delete(np.arange(len(lines)), rows))


def _hand_over(going: _Walk, step: HistoryStep) -> None:
    """To the step's system. A tournament that began under another one may still be
    booked between the steps of a later: what each remembers rests meanwhile.
    """
    rested = going.resting.pop(step.reign, None)
    going.resting[going.reign] = going.state
    system = step.stretch.system
    begun = State.unknown(going.history.players, system.memory, fractional=going.exact)
    going.state = replace(
        going.state,
        memory=begun.memory if rested is None else rested.memory,
        tails={} if rested is None else rested.tails,
    )
    going.reign = step.reign


def _forgotten(state: State, touched: IntArray) -> State:
    """Nothing is remembered of whom a step of another system has touched since."""
    if state.memory is not None:
        state.memory[touched] = np.nan
    gone = set(touched.tolist()) if state.tails else set()
    tails = {row: tail for row, tail in state.tails.items() if row not in gone}
    return replace(state, tails=tails)
