"""What an edition may choose within the Glicko-2 rating system."""

import math
from dataclasses import dataclass

from ratings.rules.calendar import MONTHS, Starts, read_starts
from ratings.rules.parameters import ParametersBase, parameter, whole

MOST_RATING = 10_000
"""No rating is further than this from 0, up or down."""
MOST_RD = 1000
"""No limit of the rating deviation is above this."""
MOST_VOLATILITY = 10
"""No limit of the volatility is above this."""


def read_number(value: object, low: float, high: float) -> float:
    """Return a number from low to high, whole or not.

    ValueError with the code not_number, too_low or too_high.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("not_number")  # noqa: TRY004 - one kind of error for forms
    if isinstance(value, float) and math.isnan(value):
        raise ValueError("not_number")
    if not low <= value <= high:
        raise ValueError("too_low" if value < low else "too_high")
    return float(value)


def number(default: float, low: float, high: float) -> float:
    """Return a dataclass field that holds a number from low to high."""
    field: float = parameter(default, lambda value: read_number(value, low, high))
    return field


@dataclass(frozen=True, slots=True)
class GlickoParameters(ParametersBase):
    """The numbers of the Glicko-2 system; the defaults are those of the paper."""

    period_starts: Starts = parameter(MONTHS, read_starts)  # noqa: RUF009 - a field
    """(month, day) of every rating period's first day; by the paper the system works
    best with an average of at least 10 to 15 games per player in one."""
    start_rating: int = whole(1500, 0, MOST_RATING)
    """Rating of an unrated player (step 1a)."""
    start_rd: int = whole(350, 1, MOST_RD)
    """Rating deviation of an unrated player (step 1a)."""
    start_volatility: float = number(0.06, 0.001, 1)
    """Volatility of an unrated player (step 1a)."""
    tau: float = number(0.5, 0.1, 2)
    """How much the volatility may change; the paper suggests 0.3 to 1.2 (step 1)."""
    most_rd: int = whole(350, 1, MOST_RD)
    """No new rating deviation is above this; the paper has no such limit."""
    most_volatility: float = number(1, 0.01, MOST_VOLATILITY)
    """No new volatility is above this; the paper has no such limit."""
    outside_rd: int = whole(350, 1, MOST_RD)
    """Rating deviation of a rating from elsewhere that has none."""

    def contradictions(self) -> dict[str, str]:
        """Return the code too_high for start values above a limit."""
        above = {
            "start_rd": self.start_rd > self.most_rd,
            "outside_rd": self.outside_rd > self.most_rd,
            "start_volatility": self.start_volatility > self.most_volatility,
        }
        return {name: "too_high" for name, is_above in above.items() if is_above}
