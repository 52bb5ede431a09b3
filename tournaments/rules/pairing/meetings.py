"""The pairs that may meet in a round, and whether a number of players can all be
paired.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

import rustworkx

from tournaments.rules.pairing.field import Field
from tournaments.rules.pairing.paired import PassedOver, WhyNot

Pair: TypeAlias = tuple[int, int]


class ForbiddenPairs:
    """The pairs of a field that are not allowed: those who have met, and forbidden
    ones.

    Avoided pairs are not included: see `Field.strictly_kept_apart`.
    """

    def __init__(self, field: Field) -> None:
        self._met = {player.id: player.met for player in field.players}
        self._forbidden: dict[int, set[int]] = {one: set() for one in self._met}
        for pair in field.forbidden:
            if pair <= self._forbidden.keys():
                one, other = pair
                self._forbidden[one].add(other)
                self._forbidden[other].add(one)
        self._most_excluded = max(
            (len(self._met[one]) + len(self._forbidden[one]) for one in self._met),
            default=0,
        )

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether the pair has not met and is not forbidden."""
        return other not in self._met[one] and other not in self._forbidden[one]

    def keeps_apart(self, players: Iterable[int]) -> bool:
        """Return whether any of them is kept apart from another player of the field."""
        return any(self._forbidden[one] for one in players)

    def why_not(self, one: int, other: int) -> PassedOver:
        """Return why `one` does not get `other`, who is earlier in the order."""
        if other in self._met[one]:
            return PassedOver(other, WhyNot.MET, self._met[one][other])
        if other in self._forbidden[one]:
            return PassedOver(other, WhyNot.KEPT_APART)
        return PassedOver(other, WhyNot.REST_CANNOT_BE_PAIRED)

    def can_be_paired(self, players: Collection[int]) -> bool:
        """Return whether all of the players can be paired with each other at the same
        time.

        If each may meet at least half of the others a pairing exists (Dirac's theorem),
        which makes the search necessary only for the last pairs of a round.
        """
        size = len(players)
        if size % 2:
            return False
        if 2 * (size - 1 - self._most_excluded) >= size:
            return True
        numbered = sorted(players)
        edges = [
            (row, column)
            for row, one in enumerate(numbered)
            for column in range(row + 1, size)
            if self.may_meet(one, numbered[column])
        ]
        return _is_perfect(size, edges)

    def can_be_paired_across(self, upper: Sequence[int], lower: Sequence[int]) -> bool:
        """Return whether each player of one half can meet one of the other, all at
        once.

        If each may meet at least half of the other half a pairing exists, by Hall's
        theorem.
        """
        half = len(upper)
        if 2 * (half - self._most_excluded) >= half:
            return True
        edges = [
            (row, half + column)
            for row, one in enumerate(upper)
            for column, other in enumerate(lower)
            if self.may_meet(one, other)
        ]
        return _is_perfect(2 * half, edges)


def _is_perfect(size: int, edges: Iterable[Pair]) -> bool:
    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.add_edges_from_no_data(list(edges))
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True)
    return 2 * len(matching) == size
