"""What an edition may choose within the Scrabble rating system."""

from dataclasses import dataclass

from ratings.rules.calendar import MONTHS, Starts, read_starts
from ratings.rules.parameters import ParametersBase, parameter, whole

HIGHEST = 10_000
"""No rating is above this."""


@dataclass(frozen=True, slots=True)
class ScrabbleParameters(ParametersBase):
    """The numbers of the Scrabble rating system; the defaults are those of the text."""

    period_starts: Starts = parameter(MONTHS, read_starts)  # noqa: RUF009 - a field
    """(month, day) of every day from which a list is valid; no rating depends on it."""
    start: int = whole(1000, 0, HIGHEST)
    """Rating with which a new player enters (Hur ratingen fungerar)."""
    spread: int = whole(100, 1, 1000)
    """Rating points in one unit of the normal distribution (Hur ratingen fungerar)."""
    factor: int = whole(10, 1, 100)
    """Rating points for each win more than expected (Hur ratingen fungerar)."""
