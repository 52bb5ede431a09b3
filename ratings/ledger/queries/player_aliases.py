"""Which cards of the register were the same person's in a pool, as of a posting number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.models import Merge, MergeSpan

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlayerAliases:
    """Which card's games count for which other card: each of `gone` (ids, ascending)
    leads to the card at the same place of `stays`, which leads to no other.
    """

    gone: Ids
    stays: Ids

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> "PlayerAliases":
        """Return the aliases of merges that hold at the same time; where merges form a
        chain, each card leads to the last of it.
        """
        leads = dict(pairs)
        gone = sorted(leads)
        last = [_last(each, leads) for each in gone]
        return cls(np.array(gone, np.int64), np.array(last, np.int64))

    def __bool__(self) -> bool:
        return len(self.gone) > 0

    def resolved(self, ids: NDArray[Any]) -> NDArray[Any]:
        """Return the ids, with those of merged cards replaced by the cards to which
        they lead.
        """
        if not self:
            return ids
        place = np.searchsorted(self.gone, ids)
        place[place == len(self.gone)] = 0
        return np.where(self.gone[place] == ids, self.stays[place], ids).astype(
            ids.dtype
        )

    @property
    def columns(self) -> dict[str, list[int]]:
        """The aliases as parameters `gone` and `stays` of a statement."""
        return {"gone": self.gone.tolist(), "stays": self.stays.tolist()}

    @property
    def leads(self) -> dict[int, int]:
        """The aliases as a dict of ids."""
        return dict(zip(self.gone.tolist(), self.stays.tolist(), strict=True))

    def person(self, player_id: int) -> int:
        """Return the card for which the player's games count."""
        return self.leads.get(player_id, player_id)

    def persons(self, players: Iterable[int]) -> dict[int, int]:
        """Return for each player the card for which the games count."""
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
    """Return the aliases of a pool as of a posting number, in one query."""
    return PlayerAliases.of(
        MergeSpan.objects.filter(pool_id=pool_id)
        .as_of(number)
        .values_list("merge__gone", "merge__stays")
    )


def aliases_now() -> PlayerAliases:
    """Return the aliases by the merges that hold now, in every pool."""
    return PlayerAliases.of(Merge.objects.in_force().values_list("gone", "stays"))


def _last(player: int, leads: dict[int, int]) -> int:
    while player in leads:
        player = leads[player]
    return player
