"""The ladder's expected scores: the higher rated player wins nine games of ten."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.prediction import ratings_before


@dataclass(frozen=True, slots=True)
class LadderPrediction:
    system: str = "ladder"

    def expected_scores(self, lines, state, decisions, span, parameters):
        ratings = ratings_before(lines, state, decisions)
        above = ratings.white.counts_as - ratings.black.counts_as
        return 0.5 + 0.4 * np.sign(above)


PREDICTION = LadderPrediction()
