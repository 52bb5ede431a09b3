"""The score expected by the SSF rating system of 2008 (SSF rating, point 3)."""

from typing import Final

from ratings.rules.prediction import Prediction, TablePrediction
from ratings.rules.ssf.parameters import SsfParameters

PREDICTION: Final[Prediction[SsfParameters]] = TablePrediction("ssf_2008")
