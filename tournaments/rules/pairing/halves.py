"""A score group of the Nordic system: upper half against lower (SSF §14 B 3 f, h)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import rustworkx

from tournaments.rules.pairing.meetings import ForbiddenPairs, Pair


@dataclass(frozen=True, slots=True)
class PairedHalves:
    """The halves as they were paired: the first of `upper` meets the first of
    `partners`, and so on.

    `lower` holds the partners in the group's order. `exchanged` changed halves, those
    from the upper half first.
    """

    upper: tuple[int, ...]
    lower: tuple[int, ...]
    partners: tuple[int, ...]
    exchanged: tuple[int, ...] = ()


def pair_halves(group: Sequence[int], meetings: ForbiddenPairs) -> PairedHalves | None:
    """Pair an even group, given in its order; None if it cannot be paired.

    The least change comes first (3 h). The order inside the lower half is changed
    before the halves are (2 b, 2 c): the first of the upper half gets the nearest
    possible partner, then the second. The halves are changed (2 a) by exchanging as few
    players as possible, as near their border as possible: first the smaller sum of
    their distances from it in places, then the upper half's players nearest to it, then
    the lower half's.
    """
    if not meetings.can_be_paired(group):
        return None
    half = len(group) // 2
    upper, lower = tuple(group[:half]), tuple(group[half:])
    exchanged: tuple[int, ...] = ()
    if not meetings.can_be_paired_across(upper, lower):
        exchanged = _Exchange(upper, lower, meetings).players()
        moved = set(exchanged)
        upper, lower = (
            tuple(p for p in group if (p in own) != (p in moved))
            for own in (set(upper), set(lower))
        )
    return PairedHalves(upper, lower, _partners(upper, lower, meetings), exchanged)


def _partners(
    upper: Sequence[int], lower: Sequence[int], meetings: ForbiddenPairs
) -> tuple[int, ...]:
    """Return the first order of the lower half in which all pairs may meet."""
    free, partners = list(lower), []
    for place, one in enumerate(upper, start=1):
        for other in free:
            rest = [player for player in free if player != other]
            if meetings.may_meet(one, other) and meetings.can_be_paired_across(
                upper[place:], rest
            ):
                partners.append(other)
                free = rest
                break
    return tuple(partners)


class _Exchange:
    """The players who leave their half, found as a matching of the least cost.

    Two players of one half who are paired cost the exchange of one of them: the lower
    of two in the upper half, the higher of two in the lower half, each by the number of
    places to the border. Players are named by their places in the group, from 0.
    """

    def __init__(
        self, upper: Sequence[int], lower: Sequence[int], meetings: ForbiddenPairs
    ) -> None:
        self._half = len(upper)
        self._group = (*upper, *lower)
        # One more exchange costs more than all places to the border together.
        self._one_more = len(self._group) ** 2
        self._pairs = [
            (one, other)
            for one, other in combinations(range(len(self._group)), 2)
            if meetings.may_meet(self._group[one], self._group[other])
        ]

    def players(self) -> tuple[int, ...]:
        """Return the players of the upper half first, each half from the border
        outward.
        """
        least = self._least_cost(self._pairs)
        outward = (*reversed(range(self._half)), *range(self._half, len(self._group)))
        leaving = []
        for place in outward:
            left = [pair for pair in self._pairs if self._lets_leave(place, pair)]
            if self._least_cost(left) == least:
                leaving.append(place)
                self._pairs = left
        return tuple(self._group[place] for place in leaving)

    def _lets_leave(self, place: int, pair: Pair) -> bool:
        """Return whether the pair is still possible if the player changes halves."""
        if place not in pair:
            return True
        one, other = pair
        if place < self._half:
            return other == place
        return one == place

    def _least_cost(self, pairs: Sequence[Pair]) -> int | None:
        """Return the cost of the cheapest way to pair the whole group, None if there is
        none.
        """
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
        graph.add_nodes_from([None] * len(self._group))
        graph.add_edges_from([(*pair, -self._cost(*pair)) for pair in pairs])
        matching = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=int
        )
        if 2 * len(matching) < len(self._group):
            return None
        return sum(self._cost(min(pair), max(pair)) for pair in matching)

    def _cost(self, one: int, other: int) -> int:
        if other < self._half:
            return self._one_more + self._half - other
        return 0 if one < self._half else one - self._half + 1
