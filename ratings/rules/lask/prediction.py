"""The score expected by the LASK rating system of 1970 (Rankingregel 1, table 3)."""

from typing import Final

from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.prediction import Prediction, TablePrediction

PREDICTION: Final[Prediction[LaskParameters]] = TablePrediction("lask_1970")
