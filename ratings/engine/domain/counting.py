"""Which reports count in which steps, as of a posting number."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ratings.engine.domain.step_lines import Ids, StepOfPool
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Counting


@dataclass(frozen=True, slots=True)
class CountingReports:
    """The reports that count in a pool, with their first day, and the first and last
    on which their games are booked (days since the year 1). Columns of equal length.
    `aliases`: whose games in them count as whose.
    """

    pool_id: int
    ids: Ids
    start: Ids
    first: Ids
    last: Ids
    final: NDArray[np.bool_]
    """Is the event finished."""
    whole: NDArray[np.bool_]
    """Is it a step of its own: its first day is one of a system that rates by
    tournament."""
    aliases: PlayerAliases

    def step(self, first: date, last: date) -> StepOfPool:
        """Return what to read of the ledger for a period of these days: only the
        reports that reach into it, so that the cost of a step depends on its size.
        """
        reach = (self.first <= last.toordinal()) & (self.last >= first.toordinal())
        reach &= ~self.whole
        return StepOfPool(
            self.pool_id, first, last, self.ids[reach].tolist(), self.aliases
        )

    def tournament(self, report_id: int) -> StepOfPool:
        """Return what to read for a report that is a step of its own: all of it."""
        return StepOfPool(self.pool_id, date.min, date.max, [report_id], self.aliases)


def reports_as_of(
    pool_id: int, number: int, editions: EditionsOfPool, aliases: PlayerAliases
) -> CountingReports:
    """Return the reports that count in a pool as of a posting number, with the cards
    that are merged.
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
    for from_date, by_tournament in editions.units():
        whole[columns[:, 1] >= from_date.toordinal()] = by_tournament
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
