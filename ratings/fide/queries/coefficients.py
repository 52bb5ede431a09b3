"""The coefficients K that are published with a list of FIDE ratings (B.02, 8.3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np

from ratings.models import Change
from ratings.rules.protocol import HasCoefficients, System, SystemParameters
from ratings.rules.step import State


@dataclass(frozen=True, slots=True)
class ListedCoefficients:
    """K for the games of the period that begins with a list: by the ratings on the list
    and by the players' careers as they are known today.
    """

    pool_id: int
    system: System[Any]
    parameters: SystemParameters
    system_from: date
    """The first day of the edition: nothing is remembered of careers before it."""
    day: date
    """The day of the list."""
    is_live: bool

    def of(
        self, ratings: Mapping[int, float], birth_years: Mapping[int, int | None]
    ) -> dict[int, int]:
        """Return K by player, for the players whose next games count by one; empty if
        the system has no K, or several for a player.
        """
        if not isinstance(self.system, HasCoefficients) or not ratings:
            return {}
        born = np.array([birth_years.get(each) or 0 for each in ratings])
        state = self._state(ratings)
        listed = self.system.coefficients_listed(state, born, self.day, self.parameters)
        if listed is None:
            return {}
        by_player = zip(ratings, listed.tolist(), strict=True)
        return {player: k for player, k in by_player if k}

    def _state(self, ratings: Mapping[int, float]) -> State:
        """Return the state with which a period would begin, the players in this order."""
        width = len(self.system.memory)
        state = State.unknown(len(ratings), self.system.memory, fractional=True)
        state.rating[:] = list(ratings.values())
        remembered = self._remembered(list(ratings))
        tails = {}
        for row, player in enumerate(ratings):
            memory = remembered.get(player, ())
            if state.memory is not None and memory:
                state.memory[row] = memory[:width]
                tails[row] = memory[width:]
        return replace(state, tails=tails)

    def _remembered(self, players: list[int]) -> dict[int, tuple[float, ...]]:
        """Return each player's memory after the newest step that is on the list."""
        steps = Change.objects.of_pool(self.pool_id).filter(
            player_id__in=players,
            started_on__gte=self.system_from,
            memory__isnull=False,
        )
        if not self.is_live:
            steps = steps.filter(ended_on__lt=self.day)
        rows = steps.newest_of_each().values_list("player_id", "memory")
        return {player: tuple(memory or ()) for player, memory in rows}
