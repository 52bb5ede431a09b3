"""The live list's rows of a replay: gathered step by step, written at once."""

from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.domain.derived_rows import StepKey, days_since_2000, refresh_current
from ratings.domain.packed import DAYS_TO_2000, copy_in, packed_row, unpack
from ratings.domain.step_lines import Ids
from ratings.rules.step import NEVER, Outcome, State

_PLACES = """
SELECT array_send(array_agg(player_id)), array_send(array_agg(coalesce(position, -1))),
  array_send(array_agg(coalesce(rank, -1)))
FROM ratings_currentrating WHERE pool_id = %(pool)s
"""
NOWHERE = -1


class LiveRows:
    """Each player's newest step so far; columns with a row a player."""

    def __init__(self, ids: Ids) -> None:
        """Nobody has a step yet."""
        self.ids = ids
        self.ended = np.full(len(ids), NOWHERE, np.int32)
        self.base = np.full(len(ids), np.nan)
        self.games = np.zeros(len(ids), np.int16)

    def take(self, step: StepKey, outcome: Outcome) -> None:
        """Notes a step, the newest so far, of everybody it touched."""
        touched = outcome.touched
        self.ended[touched] = days_since_2000(step.ended_on)
        np.copyto(self.base, outcome.before, where=touched)
        np.copyto(self.games, outcome.games, where=touched, casting="unsafe")

    def write(self, pool_id: int, last: State, before: Ids) -> None:
        """Replaces the live rows of everybody who has a step now, and brings up
        to date those who had one `before` (ids) and have none left.

        Positions stand as they were: the list stays whole until it is placed.
        """
        rows = np.flatnonzero((self.ended != NOWHERE) & ~np.isnan(last.rating))
        position, rank = self._places(pool_id)
        written = self.ids[rows]
        _delete(pool_id, np.union1d(written, before))
        played = last.last_played[rows]
        copy_in(
            "ratings_currentrating",
            {
                "pool_id": np.full(len(rows), pool_id, np.int32),
                "player_id": written.astype(np.int32),
                "rating": last.rating[rows].astype(np.float64),
                "base": np.where(
                    np.isnan(self.base[rows]), last.rating[rows], self.base[rows]
                ),
                "games": self.games[rows],
                "ended_on": self.ended[rows],
                "last_played": np.ma.masked_where(
                    played == NEVER, played.astype(np.int32) - np.int32(DAYS_TO_2000)
                ),
                "position": _or_null(position[rows]),
                "rank": _or_null(rank[rows]),
            },
        )
        refresh_current(pool_id, np.setdiff1d(before, written).tolist())

    def _places(self, pool_id: int) -> tuple[NDArray[Any], NDArray[Any]]:
        players, positions, ranks = packed_row(_PLACES, {"pool": pool_id})
        where = np.searchsorted(self.ids, unpack(players, "i4"))
        columns = np.full((2, len(self.ids)), NOWHERE, np.int32)
        columns[0, where] = unpack(positions, "i4")
        columns[1, where] = unpack(ranks, "i4")
        return columns[0], columns[1]


def _or_null(column: NDArray[Any]) -> NDArray[Any]:
    return np.ma.masked_equal(column, NOWHERE)


def _delete(pool_id: int, players: Ids) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ratings_currentrating WHERE pool_id = %s"
            " AND player_id = ANY(%s)",
            [pool_id, players.tolist()],
        )
