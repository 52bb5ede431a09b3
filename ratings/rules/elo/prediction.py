"""The score expected by FIDE's rating table 8.1.2 (B.02, 8.3.1 and 8.3.2), or by the
exact curve of an edition.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.elo.game_changes import (
    NumberArray,
    counted_differences,
    expected_scores,
)
from ratings.rules.elo.k_rules import HIGHEST_RATING
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.sides import square_roots
from ratings.rules.elo.tables import HUNDRED
from ratings.rules.prediction import Prediction, ratings_before
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State


@dataclass(frozen=True, slots=True)
class EloPrediction:
    """PD, with the differences counted as the edition counts them."""

    system: str = "elo"

    def expected_scores(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: EloParameters,
    ) -> FloatArray:
        """See `Prediction.expected_scores`.

        If, because of the cap, the expected scores of the two sides do not add up to
        one point, the mean of what each side expects for White.
        """
        ratings = ratings_before(lines, state, decisions)
        white, black = ratings.white.counts_as, ratings.black.counts_as
        known = np.flatnonzero(~np.isnan(white) & ~np.isnan(black))
        roots = square_roots(lines, known, parameters)
        one, other = (_rating(side.take(known), parameters) for side in (white, black))
        forward = _expected(one, other, parameters, roots)
        backward = _expected(other, one, parameters, roots)
        expected = np.full(len(lines), np.nan)
        expected[known] = (forward + (1 - backward)) / 2
        return expected


PREDICTION: Final[Prediction[EloParameters]] = EloPrediction()


def _rating(rating: FloatArray, parameters: EloParameters) -> NumberArray:
    within = np.clip(rating, 0, HIGHEST_RATING)
    if parameters.decimals:
        return within.astype(np.float64)
    return np.rint(within).astype(np.int16)


def _expected(
    own: NumberArray,
    opponent: NumberArray,
    parameters: EloParameters,
    roots: FloatArray | None,
) -> FloatArray:
    # The one game of a tournament with the cap is known only afterwards (8.3.1 of
    # 2022); before, every line is its own tournament.
    counted = counted_differences(own, opponent, parameters, np.arange(len(own)))
    return expected_scores(counted, parameters, roots) / HUNDRED
