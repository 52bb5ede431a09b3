"""Which cards of the register were one person's in a pool, as of a posting number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.models import Merge, MergeSpan

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlayerAliases:
    """Whose games count as whose: `gone` (ids, ascending) lead to `stays`, which lead
    to nobody else. Columns of equal length.
    """

    gone: Ids
    stays: Ids

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> "PlayerAliases":
        """From merges that hold at the same time; where one leads to another, to the
        last of them.
        """
        leads = dict(pairs)
        gone = sorted(leads)
        last = [_last(each, leads) for each in gone]
        return cls(np.array(gone, np.int64), np.array(last, np.int64))

    def __bool__(self) -> bool:
        return len(self.gone) > 0

    def resolved(self, ids: NDArray[Any]) -> NDArray[Any]:
        """Return the same ids, those of cards that lead to somebody replaced by theirs."""
        if not self:
            return ids
        place = np.searchsorted(self.gone, ids)
        place[place == len(self.gone)] = 0
        return np.where(self.gone[place] == ids, self.stays[place], ids).astype(
            ids.dtype
        )

    @property
    def columns(self) -> dict[str, list[int]]:
        """The same as parameters `gone` and `stays` of a statement."""
        return {"gone": self.gone.tolist(), "stays": self.stays.tolist()}

    @property
    def leads(self) -> dict[int, int]:
        """The same by id."""
        return dict(zip(self.gone.tolist(), self.stays.tolist(), strict=True))

    def person(self, player_id: int) -> int:
        """Return who counts for the player."""
        return self.leads.get(player_id, player_id)

    def persons(self, players: Iterable[int]) -> dict[int, int]:
        """Return who counts for each of them."""
        leads = self.leads
        return {player: leads.get(player, player) for player in players}

    def cards(self, players: Iterable[int]) -> list[int]:
        """Return these players and all cards that lead to them."""
        ids = np.array(sorted(set(players)), np.int64)
        if not self:
            return list(ids.tolist())
        return list(np.union1d(ids, self.gone[np.isin(self.stays, ids)]).tolist())


NOBODY = PlayerAliases.of(())


def aliases_as_of(pool_id: int, number: int) -> PlayerAliases:
    """Return whose cards lead to whom in a pool as of a posting number, in one query."""
    return PlayerAliases.of(
        MergeSpan.objects.filter(pool_id=pool_id)
        .as_of(number)
        .values_list("merge__gone", "merge__stays")
    )


def aliases_now() -> PlayerAliases:
    """Return whose cards lead to whom by what is posted now, in every pool."""
    return PlayerAliases.of(Merge.objects.standing().values_list("gone", "stays"))


def _last(player: int, leads: dict[int, int]) -> int:
    while player in leads:
        player = leads[player]
    return player
