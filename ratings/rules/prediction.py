"""Predict games: the score that a system expects before a game is played.

A prediction is the module `prediction` of a system's folder. A system without one is
rated as any other, but the quality of its predictions cannot be measured.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from ratings.rules.rating_table import RESULTS, WIN, RatingTable, Rows, rating_table
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State
from ratings.rules.step_ratings import (
    UNKNOWN,
    StepRatings,
    find_step_ratings,
    for_everybody,
)
from ratings.rules.systems import modules_of_systems

P_contra = TypeVar("P_contra", contravariant=True)
_DOUBLED_RANGE: Final = 4 * WIN
"""Twice the difference in points between a win and a loss of the rating table."""


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
        either player has no rating yet. Takes the arguments of `System.rate_step`.
        """
        ...


@cache
def predictions() -> Mapping[str, Prediction[Any]]:
    """Return every prediction by the name of its system."""
    found = (module.PREDICTION for module in modules_of_systems("prediction").values())
    return MappingProxyType({prediction.system: prediction for prediction in found})


def ratings_before(lines: Lines, state: State, decisions: Decisions) -> StepRatings:
    """Return what is known of both sides when a step begins: the rating of the pool, a
    decided start rating, or the rating on the line.

    A default start rating contains no information about a player: NaN.
    """
    return find_step_ratings(lines, state, decisions, for_everybody(UNKNOWN))


class NamesTable(Protocol):
    """Parameters of a system that rates by the rating table."""

    @property
    def table(self) -> str | Rows:
        """The table's name, or its rows."""
        ...


@dataclass(frozen=True, slots=True)
class TablePrediction:
    """The expectation of a system that rates by the table of 1970 and 2008 (SSF rating,
    point 3; LASK table 3).

    For the stronger player, the table gives 16 - k for a win and takes 16 + k for a
    loss: neither player gains when the stronger one scores (16 + k) / 32 of a point.
    """

    system: str

    def expected_scores(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: NamesTable,
    ) -> FloatArray:
        """See `Prediction.expected_scores`."""
        ratings = ratings_before(lines, state, decisions)
        ahead = ratings.white.counts_as - ratings.black.counts_as
        return expected_by_table(ahead, rating_table(parameters.table))


def expected_by_table(ahead: FloatArray, table: RatingTable) -> FloatArray:
    """Return the score that leaves a rating unchanged, float64 (n).

    `ahead` (n) is own minus opponent's rating; NaN stays NaN.
    """
    win = np.full(len(ahead), RESULTS - 1, np.int8)
    gained = table.doubled_changes(np.nan_to_num(ahead), win)
    return np.where(np.isnan(ahead), np.nan, 1 - gained / _DOUBLED_RANGE)
