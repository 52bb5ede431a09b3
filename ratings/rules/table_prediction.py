"""The score that the table of 1970 and 2008 expects (SSF rating, point 3; LASK table
3).

For the stronger player, the table gives 16 - k for a win and takes 16 + k for a loss:
neither player gains when the stronger one scores (16 + k) / 32 of a point.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from ratings.rules.prediction import numbers_before
from ratings.rules.rating_table import (
    RESULTS,
    WIN,
    RatingTable,
    Rows,
    rating_table,
)
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State

_DOUBLED_RANGE: Final = 4 * WIN
"""Twice the difference in points between a win and a loss."""


class NamesTable(Protocol):
    """Parameters of a system that rates by such a table."""

    @property
    def table(self) -> str | Rows:
        """The table's name, or its rows."""
        ...


@dataclass(frozen=True, slots=True)
class TablePrediction:
    """The expectation of a system that rates by such a table."""

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
        numbers = numbers_before(lines, state, decisions)
        ahead = numbers.white.counts_as - numbers.black.counts_as
        return expected_by_table(ahead, rating_table(parameters.table))


def expected_by_table(ahead: FloatArray, table: RatingTable) -> FloatArray:
    """Return the score that leaves a rating unchanged, float64 (n).

    `ahead` (n) is own minus opponent's rating; NaN stays NaN.
    """
    win = np.full(len(ahead), RESULTS - 1, np.int8)
    gained = table.doubled_changes(np.nan_to_num(ahead), win)
    return np.where(np.isnan(ahead), np.nan, 1 - gained / _DOUBLED_RANGE)
