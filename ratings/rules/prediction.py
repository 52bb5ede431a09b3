"""Predict games: the score that a system expects before a game is played.

A prediction is the module `prediction` of a system's folder. A system without one is
rated as any other, but the quality of its predictions cannot be measured.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from ratings.rules.base_numbers import UNKNOWN, Numbers, find_numbers, for_everybody
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State
from ratings.rules.systems import modules_of_systems

P_contra = TypeVar("P_contra", contravariant=True)


class Prediction(Protocol[P_contra]):
    """White's expected score by a system's own table or formula."""

    @property
    def system(self) -> str:
        """The name of the system whose expectation it is."""
        ...

    def expected_scores(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: P_contra,
    ) -> FloatArray:
        """Return White's expected score of each line, float64 (n), from 0 to 1.

        Computed from what is known when the step begins, never from its results; NaN if
        either player has no number yet. Takes the arguments of `System.rate_step`.
        """
        ...


@cache
def predictions() -> Mapping[str, Prediction[Any]]:
    """Return every prediction by the name of its system."""
    found = (module.PREDICTION for module in modules_of_systems("prediction").values())
    return MappingProxyType({prediction.system: prediction for prediction in found})


def numbers_before(lines: Lines, state: State, decisions: Decisions) -> Numbers:
    """Return what is known of both sides when a step begins: the rating of the pool, a
    decided start rating, or the number on the line.

    A default start rating contains no information about a player: NaN.
    """
    return find_numbers(lines, state, decisions, for_everybody(UNKNOWN))
