"""What an edition may choose within the renju correspondence ranking."""

from dataclasses import dataclass

from ratings.rules.calendar import MONTHS, Starts, read_starts
from ratings.rules.parameters import ParametersBase, parameter


@dataclass(frozen=True, slots=True)
class RenjuParameters(ParametersBase):
    """The regulation leaves nothing open except when the office publishes its list."""

    period_starts: Starts = parameter(MONTHS, read_starts)  # noqa: RUF009 - a field
    """(month, day) of every day from which a list is valid; on the day before it,
    levels fall that were not confirmed in time (2 §5)."""
