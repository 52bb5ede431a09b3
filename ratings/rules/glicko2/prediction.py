"""The score that Glicko-2 expects in a game (Glicko-2, steps 2, 3 and 6).

Step 3 defines what a player whose own strength is taken as known expects of an
opponent. For a game in which neither strength is known, the formula of Glickman's paper
on the Glicko system is used: both deviations count, as the root of the sum of their
squares.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.glicko2.begin import deviations_of, players_of
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.scale import expected_scores, to_mu, to_phi, weight
from ratings.rules.prediction import Prediction, ratings_before
from ratings.rules.step import Decisions, FloatArray, Lines, Span, State


@dataclass(frozen=True, slots=True)
class GlickoPrediction:
    """E with both deviations as they have grown until the period."""

    system: str = "glicko2"

    def expected_scores(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: GlickoParameters,
    ) -> FloatArray:
        """See `Prediction.expected_scores`."""
        ratings = ratings_before(lines, state, decisions)
        initial = players_of(ratings, state, span, parameters)
        white, black = lines.sides
        spread = np.hypot(
            to_phi(deviations_of(white, ratings.white, initial, parameters)),
            to_phi(deviations_of(black, ratings.black, initial, parameters)),
        )
        expected, _rest = expected_scores(
            to_mu(ratings.white.counts_as.astype(np.float64)),
            to_mu(ratings.black.counts_as.astype(np.float64)),
            weight(spread),
        )
        # If either player is unknown (NaN), so is the expected score.
        return expected


PREDICTION: Final[Prediction[GlickoParameters]] = GlickoPrediction()
