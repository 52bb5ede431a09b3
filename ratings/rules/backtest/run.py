"""Rate a history in memory from its first step to its last, under one system after
another: the expected score of every game, and every player's last rating.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import numpy as np

from ratings.rules.backtest.decision_book import DecisionBook, DecisionFact
from ratings.rules.backtest.history import (
    History,
    HistoryStep,
    SystemSpan,
    cut_into_steps,
)
from ratings.rules.backtest.junior_lag import is_young
from ratings.rules.backtest.populations import Spread, spread_of
from ratings.rules.outcomes import next_state, write_outcome
from ratings.rules.prediction import predictions
from ratings.rules.protocol import TournamentSystem
from ratings.rules.rating_memory import RatingMemory
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    State,
    StepOutcome,
)

OnProgress = Callable[[int], None]
"""Called with the number of lines read so far, including those left out."""

ACTIVE_DAYS: Final = 730
"""Players who have played within this number of days count as active."""


@dataclass(frozen=True, slots=True)
class SpreadOnDay:
    """The spread of active players' ratings on a day, after the steps that ended by
    then.
    """

    day: int
    everybody: Spread
    young: Spread


@dataclass(frozen=True, slots=True)
class UnratedGames:
    """How many games the system could not rate, for one reason."""

    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class BacktestResult:
    """The result of rating a history under one candidate."""

    expected: FloatArray
    """float32 (n), by row of the history: White's expected score before the game; NaN
    if there was no expectation, or the system makes no predictions."""
    rating: FloatArray
    """float64 (p): the last rating of each player, NaN if there is none."""
    is_active: BoolArray
    """bool (p): the players who have a rating and have played recently
    (`ACTIVE_DAYS`)."""
    marks: tuple[SpreadOnDay, ...]
    left_out: tuple[UnratedGames, ...]
    games: int
    """Rated sides of games: two for a game between two members."""


class _Backtest:
    """A backtest in progress: `state` is the players' state after the steps so far."""

    def __init__(
        self,
        history: History,
        stretches: Sequence[SystemSpan],
        decided: Iterable[DecisionFact],
        days: Sequence[int],
    ) -> None:
        first = stretches[0].system
        self.history = history
        self.cut = cut_into_steps(history, stretches)
        self.memory = RatingMemory([step.span.first_day for step in self.cut.steps])
        self.book = DecisionBook(decided, history.players)
        self.days = list(days)
        self.system_number = 0
        self.resting: dict[int, State] = {}
        # A player may have an unrounded rating when a system of whole numbers begins.
        self.exact = any(stretch.system.fractional for stretch in stretches)
        self.state = State.unknown(history.players, first.memory, fractional=self.exact)
        self.expected = np.full(len(history.lines), np.nan, np.float32)
        self.everybody = np.arange(history.players)
        self.marks: list[SpreadOnDay] = []
        self.left_out: dict[str, int] = {}
        self.games = 0
        self.lines = 0


def run_backtest(
    history: History,
    stretches: Sequence[SystemSpan],
    decided: Iterable[DecisionFact],
    days: Sequence[int] = (),
    on_progress: OnProgress = lambda games: None,
) -> BacktestResult:
    """Rate the history from scratch by `System.rate_step`, as the engine does.

    A game for which the rules give no answer is left out, and counted. `days` (day
    numbers, ascending) are those on which the spread of the ratings is measured;
    `on_progress` is called after every step.
    """
    run = _Backtest(history, stretches, decided, days)
    for place, step in enumerate(run.cut.steps):
        _mark(run, step.span.last_day)
        _take(run, step)
        run.memory.forget(place)
        on_progress(run.lines)
    _mark(run, history.last_day + 1)
    return BacktestResult(
        expected=run.expected,
        rating=run.state.rating.astype(np.float64),
        is_active=_active(run.state, history.last_day),
        marks=tuple(run.marks),
        left_out=tuple(UnratedGames(*each) for each in sorted(run.left_out.items())),
        games=run.games,
    )


def _mark(run: _Backtest, before: int) -> None:
    """Measure the spread on the days that lie before the end of the next step."""
    while run.days and run.days[0] < before:
        day = run.days.pop(0)
        rows = np.flatnonzero(_active(run.state, day))
        ratings = run.state.rating.take(rows)
        born = run.history.birth_year.take(rows)
        young = is_young(born, np.full(len(rows), _year(day)))
        run.marks.append(
            SpreadOnDay(day, spread_of(ratings), spread_of(ratings[young]))
        )


def _active(state: State, day: int) -> BoolArray:
    lately = state.last_played.astype(np.int64) >= day - ACTIVE_DAYS
    active: BoolArray = lately & ~np.isnan(state.rating)
    return active


def _year(day: int) -> int:
    return int(np.datetime64(day, "D").astype("datetime64[Y]").astype(int)) + 1970


def _take(run: _Backtest, step: HistoryStep) -> None:
    if step.system_number != run.system_number:
        _hand_over(run, step)
    touched = _period(run, step) if step.event is None else _event(run, step)
    for system_number, state in run.resting.items():
        run.resting[system_number] = _forgotten(state, touched)
    run.lines += step.stop - step.start


def _period(run: _Backtest, step: HistoryStep) -> IntArray:
    """Rate a period of the calendar; return the rows of the players it touched."""
    outcome = _rated(run, step, run.state, run.book.of_period(step.span))
    touched: IntArray = run.everybody[outcome.touched]
    if step.stretch.system.unit == "tournament":
        run.memory.note(step.span.last_day, touched, run.state.rating)
    run.state = next_state(outcome, run.state)
    return touched


def _event(run: _Backtest, step: HistoryStep) -> IntArray:
    """Rate a tournament on the ratings of its first day, for its own players only;
    return the rows of those it touched.
    """
    lines = run.cut.lines_of(step)
    rows: IntArray = np.unique(np.concatenate((lines.white, lines.black)))
    state = _of_event(run, step, rows)
    outcome = _rated(run, step, state, run.book.of_event(step.span, rows), rows)
    run.memory.note(step.span.last_day, rows, run.state.rating)
    run.state = write_outcome(run.state, rows, outcome)
    return rows[outcome.touched]


def _of_event(run: _Backtest, step: HistoryStep, rows: IntArray) -> State:
    before = run.state
    system = cast("TournamentSystem[Any]", step.stretch.system)
    days = [step.span.first_day, *system.watched_days(step.span)]
    first, *watched = [run.memory.on(day, rows, before.rating) for day in days]
    return State(
        rating=first,
        last_played=before.last_played[rows],
        adopts=before.adopts[rows],
        memory=None if before.memory is None else before.memory[rows],
        standing=before.rating[rows],
        watched=np.column_stack(watched) if watched else None,
    )


def _rated(
    run: _Backtest,
    step: HistoryStep,
    state: State,
    decisions: Decisions,
    rows: IntArray | None = None,
) -> StepOutcome:
    """Rate the step's lines, leaving out those that the system cannot rate, and store
    the expected scores. `rows` are the history rows of the players in `state`; None
    for all players.
    """
    lines = run.cut.lines_of(step)
    if rows is not None:
        white, black = (
            np.searchsorted(rows, side) for side in (lines.white, lines.black)
        )
        lines = replace(lines, white=white, black=black)
    _expect(run, step, lines, state, decisions)
    system, parameters = step.stretch.system, step.stretch.parameters
    while True:
        try:
            outcome = system.rate_step(lines, state, decisions, step.span, parameters)
        except CannotCompute as fault:
            lines = _without(lines, np.array(fault.rows))
            known = run.left_out.get(fault.reason, 0)
            run.left_out[fault.reason] = known + len(fault.rows)
        else:
            run.games += int(outcome.games.sum(dtype=np.int64))
            return outcome


def _expect(
    run: _Backtest, step: HistoryStep, lines: Lines, state: State, decisions: Decisions
) -> None:
    prediction = predictions().get(step.stretch.system.name)
    if prediction is not None and len(lines):
        run.expected[run.cut.rows_of(step)] = prediction.expected_scores(
            lines, state, decisions, step.span, step.stretch.parameters
        )


def _without(lines: Lines, rows: IntArray) -> Lines:
    return lines.take(np.delete(np.arange(len(lines)), rows))


def _hand_over(run: _Backtest, step: HistoryStep) -> None:
    """Switch to the system of the step. A tournament that began under one system may
    be booked between the steps of the next, so each system's memory is set aside
    until the run returns to it.
    """
    rested = run.resting.pop(step.system_number, None)
    run.resting[run.system_number] = run.state
    system = step.stretch.system
    initial = State.unknown(run.history.players, system.memory, fractional=run.exact)
    run.state = replace(
        run.state,
        memory=initial.memory if rested is None else rested.memory,
        tails={} if rested is None else rested.tails,
    )
    run.system_number = step.system_number


def _forgotten(state: State, touched: IntArray) -> State:
    """Forget the system's memory of players whom a step of another system touched."""
    if state.memory is not None:
        state.memory[touched] = np.nan
    touched_rows = set(touched.tolist()) if state.tails else set()
    tails = {row: tail for row, tail in state.tails.items() if row not in touched_rows}
    return replace(state, tails=tails)
