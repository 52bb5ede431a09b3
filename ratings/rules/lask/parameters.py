"""What an edition may choose within the LASK rating system of 1970."""

from dataclasses import dataclass
from typing import TypeAlias

from ratings.rules.calendar import Starts, read_starts
from ratings.rules.lask.tables import LaskTables, lask_table_names, lask_tables
from ratings.rules.parameters import ParametersBase, parameter, whole
from ratings.rules.rating_table import Rows
from ratings.rules.ssf.parameters import read_table

DayOfYear: TypeAlias = tuple[int, int]

BASE_DATES: Starts = ((1, 1), (3, 1), (6, 1), (9, 1), (11, 1))
"""1 January, March, June, September and November (Rankingregel 2)."""


def read_day(value: object) -> DayOfYear:
    """Return a day of the year as an edition stores it: [month, day].

    ValueError with the code not_dates, also for 29 February.
    """
    return read_starts([value])[0]


def read_lask_table(value: object) -> str:
    """Return the name of a set of LASK tables; ValueError with the code
    unknown_table.
    """
    if not isinstance(value, str) or value not in lask_table_names():
        raise ValueError("unknown_table")
    return value


@dataclass(frozen=True, slots=True)
class LaskParameters(ParametersBase):
    """The numbers of the LASK system; the defaults are those of the text."""

    period_starts: Starts = parameter(BASE_DATES, read_starts)  # noqa: RUF009 - a field
    """(month, day) of every day whose ratings are base ratings (Rankingregel 2)."""
    table: str | Rows = parameter("ssf_2008", read_table)  # noqa: RUF009 - a field
    """Name of the rating table, or its rows (tables 3 and 5, the same numbers as
    SSF's).
    """
    deduction_table: str = parameter("lask_1970", read_lask_table)
    """Name of the set of tables that contains the deductions (table 4), the percentages
    (table 2) and the classes (table 1 and text, point 13)."""
    minutes: int = whole(180, 0, 1440)
    """Least thinking time per player for 60 moves, in minutes: three a move (4)."""
    season_starts: DayOfYear = parameter((9, 1), read_day)  # noqa: RUF009 - a field
    """(month, day) from which the clubs keep the ledger (2), and on which the
    summer's bonus is booked (11a)."""
    summer_starts: DayOfYear = parameter((6, 1), read_day)  # noqa: RUF009 - a field
    """(month, day) of the deductions (6), from which the committee keeps the ledger
    (3) and the clubs send their return (7)."""
    return_days: int = whole(15, 1, 90)
    """Number of days, from that day on, in which the return is due (7)."""
    summer_bonus: int = whole(16, 0, 100)
    """Points for playing in a large summer tournament (11a)."""
    supplement_season: int = whole(1970, 0, 9999)
    """The year in which the system's first season begins, the only one whose clubs get
    the supplement; 0: no season (11b)."""
    supplement_factor: int = whole(10, 0, 100)
    """The factor of the mean gain of a game in the supplement (11b)."""

    @property
    def tables(self) -> LaskTables:
        """The named set of tables."""
        return lask_tables(self.deduction_table)

    def contradictions(self) -> dict[str, str]:
        """Return the codes of contradictions: season and summer begin on base dates
        (not_a_base_date) and on different days (same_day), and no other base date is
        within the summer, at whose end its bonus is booked for the whole of it
        (base_date_in_summer).
        """
        errors = {
            name: "not_a_base_date"
            for name in ("season_starts", "summer_starts")
            if getattr(self, name) not in self.period_starts
        }
        if not errors and self.season_starts == self.summer_starts:
            return {"summer_starts": "same_day"}
        if not errors and self._next_base(self.summer_starts) != self.season_starts:
            return {"period_starts": "base_date_in_summer"}
        return errors

    def _next_base(self, day: DayOfYear) -> DayOfYear:
        """Return the base date that follows `day` in the year, or else the first
        one.
        """
        place = self.period_starts.index(day) + 1
        return self.period_starts[place % len(self.period_starts)]
