"""Which reports count in which steps, as of a posting number."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ratings.engine.domain.step_lines import GamesToRead, Ids
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Counting


@dataclass(frozen=True, slots=True)
class CountingReports:
    """The reports that count in a pool, with their first day, and the first and last
    days on which their games are booked (days since the year 1). Columns of equal
    length. `aliases` maps cards to the players for whom their games count.
    """

    pool_id: int
    ids: Ids
    start: Ids
    first: Ids
    last: Ids
    final: NDArray[np.bool_]
    """Whether the event is finished."""
    whole: NDArray[np.bool_]
    """Whether the report is a step of its own: a system that rates by tournament holds
    on its first day."""
    aliases: PlayerAliases

    def step(self, first: date, last: date) -> GamesToRead:
        """Return what to read of the ledger for a period of these days: only the
        reports with games booked in it, so that the cost of a step depends on its size.
        """
        reach = (self.first <= last.toordinal()) & (self.last >= first.toordinal())
        reach &= ~self.whole
        return GamesToRead(
            self.pool_id, first, last, self.ids[reach].tolist(), self.aliases
        )

    def tournament(self, report_id: int) -> GamesToRead:
        """Return what to read for a report that is a step of its own: all its games."""
        return GamesToRead(self.pool_id, date.min, date.max, [report_id], self.aliases)


def reports_as_of(
    pool_id: int, number: int, editions: EditionsOfPool, aliases: PlayerAliases
) -> CountingReports:
    """Return the reports that count in a pool as of a posting number, with the merges
    that apply.
    """
    rows = (
        Counting.objects.filter(pool_id=pool_id)
        .as_of(number)
        .values_list(
            "report_id",
            "report__start_date",
            "report__first_booked_date",
            "report__last_booked_date",
            "report__is_final",
        )
    )
    columns = np.array(
        [
            (report, start.toordinal(), first.toordinal(), last.toordinal(), final)
            for report, start, first, last, final in rows
        ],
        np.int64,
    ).reshape(-1, 5)
    whole = np.zeros(len(columns), np.bool_)
    for unit in editions.units():
        whole[columns[:, 1] >= unit.from_date.toordinal()] = unit.whole
    ids, start, first, last, final = columns.T
    return CountingReports(
        pool_id,
        ids,
        start,
        first,
        last,
        final.astype(np.bool_),
        whole,
        aliases,
    )
