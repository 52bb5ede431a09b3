"""Carry a pool's ratings over to a new edition, as a step like any other."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.conversion import Conversion
from ratings.rules.explained import ExplainedStep
from ratings.rules.own_lines import known
from ratings.rules.step import Decisions, Lines, Span, State, StepOutcome, Unit


@dataclass(frozen=True, slots=True)
class Converting:
    """The step between the last one of an edition and the first one of the next. The
    engine treats it as a system of its own, with the memory of the next system.
    """

    unit: Unit
    memory: tuple[str, ...]
    fractional: bool
    name: str = "conversion"
    in_order: bool = False
    Parameters: type[Conversion] = Conversion

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: Conversion,
    ) -> StepOutcome:
        """Return all ratings on the new scale; there are no games.

        A rating for which the conversion is undefined is kept: there was none when the
        edition was approved, but a later correction may produce one.
        """
        before = state.rating
        defined = ~np.isnan(before) & ~parameters.undefined(before)
        after = before.copy()
        after[defined] = parameters.convert(before[defined])
        size = len(before)
        nothing = np.broadcast_to(np.float32(0), (size,))
        return StepOutcome(
            touched=defined & (after != before),
            before=before,
            start_from=np.zeros(size, np.int8),
            change=nothing,
            bonus=nothing,
            deduction=nothing,
            adjustment=np.nan_to_num(after - before),
            after=after,
            games=np.zeros(size, np.int16),
            score=np.zeros(size, np.int32),
            last_played=state.last_played,
            adopts=state.adopts,
            memory=state.memory,
            tails=state.tails,
        )

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: Conversion,
        player: int,
    ) -> ExplainedStep:
        """Return the step from one scale to the other, without the conversion's
        formula.
        """
        outcome = self.rate_step(lines, state, decisions, span, parameters)
        before, after = known(outcome.before[player]), known(outcome.after[player])
        return ExplainedStep(
            player=player,
            before=before,
            start_from=None if before is None else "rating",
            games=(),
            rated_games=0,
            score=0,
            change=0.0,
            bonus=0.0,
            deduction=0.0,
            anniversaries=(),
            adjustment=float(outcome.adjustment[player]),
            assessed=None,
            raw=after,
            rounded=after,
            floored=False,
            after=after,
            cited={},
        )
