"""The score expected at a renju level, as far as the rules define it (Renju 2 §2c, 2
§2e).

The rules do not predict games. But the norm by which a level is obtained requires half
a point per game against opponents of that level, and 0.15 of a point more or less for
each unit that they are below or above it, three units at most: that is the score of a
player whose strength is exactly that level.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ratings.rules.prediction import Prediction, ratings_before
from ratings.rules.renju.norms import FARTHEST
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State

EQUAL: Final = 0.5
A_UNIT: Final = 0.15


@dataclass(frozen=True, slots=True)
class RenjuPrediction:
    """The obtain-norm of White's level in a single game against Black's."""

    system: str = "renju"

    def expected_scores(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: object,
    ) -> FloatArray:
        """See `Prediction.expected_scores`."""
        ratings = ratings_before(lines, state, decisions)
        ahead = ratings.white.counts_as - ratings.black.counts_as
        expected: FloatArray = EQUAL + A_UNIT * np.clip(ahead, -FARTHEST, FARTHEST)
        return expected.astype(np.float64)


PREDICTION: Final[Prediction[Any]] = RenjuPrediction()
