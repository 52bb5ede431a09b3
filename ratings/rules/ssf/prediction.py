"""The score expected by the SSF rating system of 2008 (SSF rating, point 3)."""

from typing import Final

from ratings.rules.prediction import Prediction
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.table_prediction import TablePrediction

PREDICTION: Final[Prediction[SsfParameters]] = TablePrediction("ssf_2008")
