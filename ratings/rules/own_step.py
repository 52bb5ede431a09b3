"""A step from one player's side, and its explanation: the same for every system in
which a player's own lines alone give the player the same result as all lines.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic

import numpy as np

from ratings.rules.explained import ExplainedStep
from ratings.rules.protocol import P
from ratings.rules.step import (
    CannotCompute,
    Decisions,
    IntArray,
    Lines,
    Span,
    State,
    StepOutcome,
)


@dataclass(frozen=True, slots=True)
class OwnStep(Generic[P]):
    """The player's own lines, and what is known when the step begins; `rows` (n) are
    the rows of these lines among all.
    """

    rows: IntArray
    lines: Lines
    state: State
    decisions: Decisions
    span: Span
    parameters: P
    player: int


class ExplainsOwnLines(ABC, Generic[P]):
    """Explains a player's step by rating only the player's own lines."""

    @abstractmethod
    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: P,
    ) -> StepOutcome:
        """See `System.rate_step`."""

    @abstractmethod
    def explain_own(self, own: OwnStep[P], outcome: StepOutcome) -> ExplainedStep:
        """Return the working behind the player's row of `outcome`, which was computed
        from the own lines.
        """

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: P,
        player: int,
    ) -> ExplainedStep:
        """See `System.explain_player`. Raises CannotCompute with the rows of `lines`."""
        rows = np.flatnonzero((lines.white == player) | (lines.black == player))
        own = lines.take(rows)
        try:
            outcome = self.rate_step(own, state, decisions, span, parameters)
        except CannotCompute as error:
            to_blame = rows[list(error.rows)].tolist()
            raise CannotCompute(error.reason, tuple(to_blame)) from None
        step = OwnStep(rows, own, state, decisions, span, parameters, player)
        return self.explain_own(step, outcome)
