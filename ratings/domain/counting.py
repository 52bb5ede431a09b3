"""Which reports count in which steps, as of a posting number."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from ratings.domain.step_lines import Ids, StepOfPool
from ratings.models import Counting


@dataclass(frozen=True, slots=True)
class CountingReports:
    """The reports that count in a pool, with the first and last day on which
    their games are booked (days since the year 1). Columns of equal length.
    """

    pool_id: int
    ids: Ids
    first: Ids
    last: Ids

    def step(self, first: date, last: date) -> StepOfPool:
        """What to read of the ledger for a step of these days: only the reports
        that reach into it, so that a step costs what it holds.
        """
        reach = (self.first <= last.toordinal()) & (self.last >= first.toordinal())
        return StepOfPool(self.pool_id, first, last, self.ids[reach].tolist())


def reports_as_of(pool_id: int, number: int) -> CountingReports:
    """The reports that count in a pool as of a posting number."""
    rows = (
        Counting.objects.filter(pool_id=pool_id)
        .as_of(number)
        .values_list(
            "report_id", "report__first_booked_date", "report__last_booked_date"
        )
    )
    columns = np.array(
        [(report, first.toordinal(), last.toordinal()) for report, first, last in rows],
        np.int64,
    ).reshape(-1, 3)
    return CountingReports(pool_id, columns[:, 0], columns[:, 1], columns[:, 2])
