"""The score expected by the Scrabble rating (Hur ratingen fungerar)."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.prediction import Prediction, ratings_before
from ratings.rules.scrabble.expected import DECIMALS, expected_wins
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State


@dataclass(frozen=True, slots=True)
class ScrabblePrediction:
    """Φ of the difference, to four decimals."""

    system: str = "scrabble"

    def expected_scores(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: ScrabbleParameters,
    ) -> FloatArray:
        """See `Prediction.expected_scores`."""
        ratings = ratings_before(lines, state, decisions)
        white, black = ratings.white.counts_as, ratings.black.counts_as
        known = np.flatnonzero(~np.isnan(white) & ~np.isnan(black))
        wins = expected_wins(
            np.rint(white.take(known)).astype(np.int32),
            np.rint(black.take(known)).astype(np.int32),
            parameters.spread,
        )
        expected = np.full(len(lines), np.nan)
        expected[known] = wins / DECIMALS
        return expected


PREDICTION: Final[Prediction[ScrabbleParameters]] = ScrabblePrediction()
