"""The ratings with which a step is computed (SSF rating, points 3, 7 and 9)."""

import numpy as np

from ratings.rules import step_ratings
from ratings.rules.calendar import date_of
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import Decisions, FloatArray, IntArray, Lines, Span, State
from ratings.rules.step_ratings import StepRatings


def find_step_ratings(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: SsfParameters,
) -> StepRatings:
    """Return the ratings of `step_ratings.find_step_ratings`, with the default by the age
    that is reached in the year of the step's first day.
    """
    year = date_of(span.first_day).year
    return step_ratings.find_step_ratings(
        lines, state, decisions, lambda born: start_by_age(born, year, parameters)
    )


def start_by_age(
    birth_year: IntArray, year: int, parameters: SsfParameters
) -> FloatArray:
    """Return default start ratings of beginners in a year (point 9).

    The age is the one reached in that year; an unknown birth year (0) counts as that of
    an adult, because the age is then very high.
    """
    young = year - birth_year.astype(np.int32) < parameters.adult_age
    young_start = np.float32(parameters.young_start)
    return np.where(young, young_start, np.float32(parameters.adult_start))
