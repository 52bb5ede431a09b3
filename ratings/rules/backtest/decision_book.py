"""All decisions of a whole history, step by step.

Start ratings apply from their day on to players who have no rating yet; activity over
the board applies until it ends; every other decision belongs to the period of its day.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from ratings.rules.activity import Activity, spans_of_activity
from ratings.rules.step import NEVER, Decisions, FloatArray, IntArray, Span

EVERYBODY = -1
"""The row of a decision that is about no particular player."""


class DecisionEffect(IntEnum):
    """What a decision sets."""

    START = 0
    ADJUSTMENT = 1
    ASSESSED = 2
    WITHHELD_BONUS = 3
    ACTIVE = 4
    NO_LONGER_ACTIVE = 5


_TURNS = frozenset({DecisionEffect.ACTIVE, DecisionEffect.NO_LONGER_ACTIVE})


@dataclass(frozen=True, slots=True)
class DecisionFact:
    """One decision: on a day (a day number), about the player in a row."""

    day: int
    kind: DecisionEffect
    row: int
    points: float = 0.0


class DecisionBook:
    """The decisions of a history, read step by step.

    Steps ascend by their last day: a decision that has been applied is not read again.
    """

    def __init__(self, facts: Iterable[DecisionFact], players: int) -> None:
        """Store the facts about this number of players, in any order."""
        ordered = sorted(facts, key=lambda fact: fact.day)
        self._starts = [fact for fact in ordered if fact.kind == DecisionEffect.START]
        self._turns = [fact for fact in ordered if fact.kind in _TURNS]
        self._others = [
            fact for fact in ordered if fact.kind not in {DecisionEffect.START, *_TURNS}
        ]
        self._players = players
        self._start: FloatArray | None = None
        self._start_day: IntArray

    def of_period(self, span: Span) -> Decisions:
        """Return the decisions that affect a period, for all players (p)."""
        decisions = replace(self._started(span), active=self._active(span.last_day))
        new_facts = self._take_until(span)
        if not new_facts:
            return decisions
        columns = Decisions(
            start=decisions.start,
            adjustment=np.zeros(self._players),
            assessed=np.full(self._players, np.nan),
            bonus_withheld=np.zeros(self._players, np.bool_),
            start_day=decisions.start_day,
            active=decisions.active,
        )
        for fact in new_facts:
            _enter(columns, fact)
        return columns

    def of_event(self, span: Span, rows: IntArray) -> Decisions:
        """Return only the start ratings, for the players in these rows: no other
        decision applies to a tournament.
        """
        started = self._started(span)
        none = Decisions.none(len(rows))
        if started.start_day is None:
            return none
        return replace(
            none,
            start=started.start.take(rows),
            start_day=started.start_day.take(rows),
        )

    def _started(self, span: Span) -> Decisions:
        self._begin(span.last_day)
        none = Decisions.none(self._players)
        if self._start is None:
            return none
        return replace(none, start=self._start, start_day=self._start_day)

    def _active(self, last_day: int) -> dict[int, tuple[Activity, ...]]:
        turns: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        for fact in self._turns:
            if fact.day <= last_day:
                turns[fact.row].append((fact.day, fact.kind == DecisionEffect.ACTIVE))
        return {row: spans_of_activity(theirs) for row, theirs in turns.items()}

    def _begin(self, last_day: int) -> None:
        count = 0
        while count < len(self._starts) and self._starts[count].day <= last_day:
            count += 1
        if not count:
            return
        if self._start is None:
            self._start = np.full(self._players, np.nan)
            self._start_day = np.full(self._players, NEVER, np.int64)
        for fact in self._starts[:count]:
            self._start[fact.row] = fact.points
            self._start_day[fact.row] = fact.day
        self._starts = self._starts[count:]

    def _take_until(self, span: Span) -> list[DecisionFact]:
        """Remove and return the decisions up to the step's last day; those from before
        its first day belong to no step and are dropped.
        """
        until = [fact for fact in self._others if fact.day <= span.last_day]
        self._others = self._others[len(until) :]
        return [fact for fact in until if fact.day >= span.first_day]


def _enter(columns: Decisions, fact: DecisionFact) -> None:
    if fact.kind == DecisionEffect.WITHHELD_BONUS:
        rows = slice(None) if fact.row == EVERYBODY else fact.row
        columns.bonus_withheld[rows] = True
    elif fact.kind == DecisionEffect.ADJUSTMENT:
        columns.adjustment[fact.row] += fact.points
    else:
        columns.assessed[fact.row] = fact.points
