"""The steps of a replay, one after another, on a state that is held in memory."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.engine.domain.derived_rows import StepKey
from ratings.engine.domain.late_adjustments import late_adjustments_of
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.report_faults import (
    OrderNeeded,
    rate_or_blame_report,
    rate_players,
)
from ratings.engine.domain.step_decisions import (
    DecisionLine,
    decisions_of_step,
    for_events_by_player,
)
from ratings.engine.domain.step_lines import (
    Ids,
    StepLines,
    read_lines,
    read_reports,
    read_whole_lines,
)
from ratings.engine.domain.step_state import (
    state_for_tournament,
    state_of_players,
    with_rows_of,
    without_memory,
    without_players,
)
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.domain.editions import SystemDays
from ratings.rules.calendar import day_number
from ratings.rules.outcomes import next_state, write_outcome
from ratings.rules.rating_memory import RatingMemory
from ratings.rules.step import FloatArray, IntArray, Lines, State, StepOutcome

Rows = NDArray[np.intp]

GAMES_AT_ONCE = 100_000
"""The lines of tournaments are read about this many games at a time."""


@dataclass(frozen=True, slots=True)
class ReplayContext:
    """The data of a replay: players (ids, ascending), each one's row by id (`lookup`),
    and the key in front of which the stored rows remain (`before`).
    """

    snapshot: LedgerSnapshot
    ids: Ids
    lookup: NDArray[Any]
    before: StepKey

    @property
    def pool_id(self) -> int:
        """The pool that is replayed."""
        return self.snapshot.pool_id

    def rows_of(self, players: Ids) -> Rows:
        """Return the rows of those of these players (ids, ascending) who have one."""
        known = players[players < len(self.lookup)]
        rows = self.lookup[known].astype(np.intp)
        return rows[rows >= 0]

    def row_of(self, player: int) -> int | None:
        """Return the player's row, None for players without one."""
        row = int(self.lookup[player]) if player < len(self.lookup) else -1
        return row if row >= 0 else None


@dataclass(frozen=True, slots=True)
class StepDone:
    """A computed step; the players of its outcome are those in `rows`."""

    step: PoolStep
    outcome: StepOutcome
    rows: Rows


class Replaying:
    """The steps of a replay as they are computed; `state` is the state after them."""

    def __init__(self, run: ReplayContext, state: State, steps: list[PoolStep]) -> None:
        """Start with nothing computed."""
        self.run, self.state, self.steps = run, state, steps
        self.games = 0
        self.system_days: SystemDays = steps[0].system_days
        self.earlier = RatingMemory([day_number(step.start_date) for step in steps])
        self.resting: dict[SystemDays, State] = {}
        self.decided: dict[int, Mapping[int, list[DecisionLine]]] = {}
        self.everybody = np.arange(len(run.ids))

    def __iter__(self) -> Iterator[StepDone]:
        """Compute the steps one after the other. Raises ReportAtFault."""
        lines = self._tournaments()
        for place, step in enumerate(self.steps):
            if step.system_days != self.system_days:
                self._hand_over(step)
            origin = next(lines) if step.report_id else None
            done = self._tournament(step, origin) if origin else self._period(step)
            yield done
            self.earlier.forget(place)
            self._overtake(done)

    def _tournaments(self) -> Iterator[StepLines]:
        """Yield the lines of all tournaments in order, reading many at once."""
        steps = [step for step in self.steps if step.report_id]
        reports = [step.report_id for step in steps]
        read = read_reports(self.run.pool_id, reports, GAMES_AT_ONCE)
        for step, lines in zip(steps, read, strict=True):
            yield lines.counted(self.run.snapshot.reports(step.end_date).aliases)

    def _decided(self, step: PoolStep) -> Mapping[int, list[DecisionLine]]:
        """Return the decisions that may affect a tournament, by player."""
        number = self.run.snapshot.number(step.end_date)
        if number not in self.decided:
            current = self.run.snapshot.decisions_at(number)
            self.decided[number] = for_events_by_player(current)
        return self.decided[number]

    def _period(self, step: PoolStep) -> StepDone:
        aliased_cards = self.run.rows_of(self.run.snapshot.aliased_cards(step))
        state = without_players(self.state, aliased_cards)
        count, outcome = _computed(step, self.run, state)
        self.games += count
        if step.by_tournament:
            self._note(step, self.everybody[outcome.touched], self.state.rating)
        self.state = with_rows_of(next_state(outcome, state), self.state, aliased_cards)
        return StepDone(step, outcome, self.everybody)

    def _tournament(self, step: PoolStep, origin: StepLines) -> StepDone:
        rows = self.run.lookup[origin.players()].astype(np.intp)
        players = self.run.ids[rows]
        own_state = _of(self.state, rows)
        state = state_for_tournament(
            own_state, step, lambda day: self._ratings(step, day, rows)
        )
        decisions_of = self._decided(step)
        decided = [
            line for each in players.tolist() for line in decisions_of.get(each, ())
        ]
        outcome = rate_players(step, origin, players, state, decided)
        self.games += len(origin.lines)
        self._note(step, rows, self.state.rating)
        self.state = write_outcome(self.state, rows, outcome)
        return StepDone(step, outcome, rows)

    def _ratings(self, step: PoolStep, day: date, rows: Rows) -> FloatArray:
        """Return the ratings after all steps that ended before the day, counting only
        steps that come before this one.
        """
        if day <= self.run.before.ended_on:
            players = self.run.ids[rows]
            before = StepKey(day, date.min)
            return state_of_players(self.run.pool_id, players, step, before).rating
        return self.earlier.on(day_number(day), rows, self.state.rating)

    def _hand_over(self, step: PoolStep) -> None:
        """Switch to the system of the step. A tournament that began under one system
        may be booked between steps of the next, so each system's memory is set aside
        until the replay returns to it.
        """
        rested = self.resting.pop(step.system_days, None)
        self.resting[self.system_days] = self.state
        self.state = without_memory(self.state, step)
        self.system_days = step.system_days
        if rested is not None:
            self.state = replace(self.state, memory=rested.memory, tails=rested.tails)

    def _overtake(self, done: StepDone) -> None:
        """Forget each system's memory of players whom another system's step touched."""
        touched = done.rows[done.outcome.touched]
        for system_days, state in self.resting.items():
            if state.memory is not None:
                state.memory[touched] = np.nan
            gone = set(touched.tolist()) if state.tails else set()
            tails = {row: tail for row, tail in state.tails.items() if row not in gone}
            self.resting[system_days] = replace(state, tails=tails)

    def _note(self, step: PoolStep, rows: Rows, rating: FloatArray) -> None:
        self.earlier.note(day_number(step.end_date), rows, rating)


def _of(state: State, rows: Rows) -> State:
    """Return the state of the players in these rows."""
    return State(
        rating=state.rating[rows],
        last_played=state.last_played[rows],
        adopts=state.adopts[rows],
        memory=None if state.memory is None else state.memory[rows],
    )


def _computed(
    step: PoolStep, run: ReplayContext, state: State
) -> tuple[int, StepOutcome]:
    snapshot = run.snapshot
    decided = decisions_of_step(
        snapshot.decisions(step.end_date),
        step,
        run.row_of,
        len(run.ids),
        late_adjustments_of(snapshot, step).booked,
    )
    games = step.games(snapshot.reports(step.end_date))
    read = read_whole_lines if step.system.in_order else read_lines
    origin = read(games)
    lines = _placed(origin, run.lookup)
    if not origin.whole and _starts_differ(lines, state):
        origin = read_whole_lines(games)
        lines = _placed(origin, run.lookup)
    try:
        return len(lines), rate_or_blame_report(step, origin, lines, state, decided)
    except OrderNeeded:
        origin = read_whole_lines(games)
        lines = _placed(origin, run.lookup)
        return len(lines), rate_or_blame_report(step, origin, lines, state, decided)


def _placed(origin: StepLines, lookup: NDArray[Any]) -> Lines:
    return origin.placed(
        lookup.take(origin.lines.white), lookup.take(origin.lines.black)
    )


def _starts_differ(lines: Lines, state: State) -> bool:
    """Return whether a newcomer's lines have different years of birth. The first line
    determines a newcomer's start, so that the order of the lines then matters.
    """
    rows: IntArray = np.concatenate((lines.white, lines.black))
    years = np.concatenate((lines.white_birth_year, lines.black_birth_year))
    new = np.isnan(state.rating.take(rows))
    order = np.argsort(rows[new], kind="stable")
    rows, years = rows[new][order], years[new][order]
    return bool(np.any((rows[1:] == rows[:-1]) & (years[1:] != years[:-1])))
