"""The live list's rows of a replay: collected step by step, written at once."""

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.engine.domain.derived_rows import StepKey, days_since_2000, refresh_current
from ratings.engine.domain.step_lines import Ids
from ratings.ledger.domain.binary_columns import DAYS_TO_2000, copy_in
from ratings.rules.step import NEVER, State, StepOutcome

NOWHERE = -1


class LiveRows:
    """Each player's newest step so far; columns with one row for each player."""

    def __init__(self, ids: Ids) -> None:
        """Start with no steps."""
        self.ids = ids
        self.ended = np.full(len(ids), NOWHERE, np.int32)
        self.base = np.full(len(ids), np.nan)
        self.games = np.zeros(len(ids), np.int16)

    def take(self, step: StepKey, outcome: StepOutcome, rows: NDArray[np.intp]) -> None:
        """Store the step as the newest so far of all players it touched; its players
        are those in `rows`.
        """
        touched = np.flatnonzero(outcome.touched)
        rows = rows[touched]
        self.ended[rows] = days_since_2000(step.ended_on)
        self.base[rows] = outcome.before[touched]
        self.games[rows] = outcome.games[touched]

    def write_all(self, pool_id: int, last: State) -> None:
        """Replace all live rows of the pool."""
        delete_all_live_rows(pool_id)
        self._copy(pool_id, last, self._listed(last))

    def write(self, pool_id: int, last: State, before: Ids) -> None:
        """Replace the live rows of all players who have a step now, and update those of
        players who had one before (ids in `before`) and have none left.
        """
        rows = self._listed(last)
        written = self.ids[rows]
        _delete(pool_id, np.union1d(written, before))
        self._copy(pool_id, last, rows)
        refresh_current(pool_id, np.setdiff1d(before, written).tolist())

    def _listed(self, last: State) -> NDArray[np.intp]:
        return np.flatnonzero((self.ended != NOWHERE) & ~np.isnan(last.rating))

    def _copy(self, pool_id: int, last: State, rows: NDArray[np.intp]) -> None:
        played = last.last_played[rows]
        copy_in(
            "ratings_currentrating",
            {
                "pool_id": np.full(len(rows), pool_id, np.int32),
                "player_id": self.ids[rows].astype(np.int32),
                "rating": last.rating[rows].astype(np.float64),
                "base": np.where(
                    np.isnan(self.base[rows]), last.rating[rows], self.base[rows]
                ),
                "games": self.games[rows],
                "ended_on": self.ended[rows],
                "last_played": np.ma.masked_where(
                    played == NEVER, played.astype(np.int32) - np.int32(DAYS_TO_2000)
                ),
            },
        )


def delete_all_live_rows(pool_id: int) -> None:
    """Delete the live rows of a pool."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ratings_currentrating WHERE pool_id = %s", [pool_id]
        )


def _delete(pool_id: int, players: Ids) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ratings_currentrating WHERE pool_id = %s"
            " AND player_id = ANY(%s)",
            [pool_id, players.tolist()],
        )
