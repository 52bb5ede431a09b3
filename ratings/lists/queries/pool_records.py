"""The records of a pool: the highest ratings ever, and the extremes of a list.

The highest ratings ever are read from the top of each list alone, by the index on
positions. The facts about a single list need all of its lines; since a list never
changes, they are cached; the worker that has built the list computes them first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, IntegerField, Max, Sum
from django.db.models.functions import Cast, Floor
from django.db.models.query import QuerySet

from ratings.enums import BaseOrigin
from ratings.models import ListEntry
from ratings.pools.queries.publications import Publication, PublishedLists

PLACES = 10
KEPT = 30 * 24 * 3600
"""Seconds in the cache. A list never changes; facts that are not read may expire."""
SHAPE = 2
"""Part of the cache key; to be raised when the fields of `PoolListFacts` change."""
MOST_BINS = 25
WIDTHS = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
"""The possible widths of a bin of the distribution, in rating points."""


@dataclass(frozen=True, slots=True)
class Peak:
    """A player's highest rating on any list, and the first list that has it, with the
    player's position there.
    """

    player_id: int
    rating: float
    list_id: int
    position: int


@dataclass(frozen=True, slots=True)
class Bin:
    """The number of players with a rating from `low` up to `high` (not included)."""

    low: int
    high: int
    players: int


@dataclass(frozen=True, slots=True)
class RatingGain:
    player_id: int
    base: float
    change: float
    rating: float


@dataclass(frozen=True, slots=True)
class Busy:
    player_id: int
    games: int
    score: int


@dataclass(frozen=True, slots=True)
class ListFigures:
    """Figures over all players of a list."""

    mean: float
    median: float


@dataclass(frozen=True, slots=True)
class PoolListFacts:
    """The extremes of one list, and how its ratings are distributed, lowest first.
    `numbers` are None for an empty list.
    """

    numbers: ListFigures | None
    bins: tuple[Bin, ...]
    gains: tuple[RatingGain, ...]
    busiest: tuple[Busy, ...]

    @property
    def most(self) -> int:
        """The number of players in the fullest bin."""
        return max((each.players for each in self.bins), default=0)


def highest_ever(published: PublishedLists) -> list[Peak]:
    """Return the players with the highest ratings of all published lists, each once.

    On the list of a player's peak, only players whose own peaks are at least as high are
    above them: so each of the first n of all time was among the first n of some list.
    Equal ratings are in the order of the lists that had them first.
    """
    if published.newest is None:
        return []
    lines = ListEntry.objects.filter(
        pool_id=published.newest.pool_id,
        list_id__in=[each.pk for each in published.lists],
        position__lte=PLACES,
    ).values_list("player_id", "rating", "list_id", "position")
    first_valid = {each.pk: each.valid_from for each in published.lists}
    best: dict[int, Peak] = {}
    for peak in sorted(
        (
            Peak(player, rating, list_id, position)
            for player, rating, list_id, position in lines
            if rating is not None and position is not None
        ),
        key=lambda each: (
            -each.rating,
            first_valid[each.list_id],
            each.list_id,
            each.position,
        ),
    ):
        best.setdefault(peak.player_id, peak)
    return list(best.values())[:PLACES]


def cached_facts(publication: Publication) -> PoolListFacts:
    """Return the facts about a published list from the cache, or compute them if they
    are not in it.
    """
    key = f"list-facts:{SHAPE}:{publication.pk}:{publication.input_digest}"
    kept: PoolListFacts | None = cache.get(key)
    if kept is None:
        kept = list_facts(publication)
        cache.set(key, kept, KEPT)
    return kept


def list_facts(publication: Publication) -> PoolListFacts:
    """Compute the facts about a published list."""
    lines = ListEntry.objects.filter(
        pool_id=publication.pool_id, list_id=publication.pk, position__isnull=False
    )
    last = lines.aggregate(last=Max("position"))["last"]
    numbers, bins = _spread(lines, last) if last else (None, ())
    return PoolListFacts(
        numbers=numbers, bins=bins, gains=_gains(lines), busiest=_busiest(lines)
    )


def _spread(lines: QuerySet[Any], last: int) -> tuple[ListFigures, tuple[Bin, ...]]:
    """Return figures and distribution. Highest, lowest and median are found by their
    positions; one query over all lines gives the rest.
    """
    middle = ((last + 1) // 2, last // 2 + 1)
    at = dict(
        lines.filter(position__in={1, last, *middle}).values_list("position", "rating")
    )
    width = _width(at[1] - at[last])
    counted = {
        number: (players, points)
        for number, players, points in lines.order_by()
        .annotate(bin=Cast(Floor(F("rating") / float(width)), IntegerField()))
        .values_list("bin")
        .annotate(players=Count("player_id"), points=Sum("rating"))
    }
    numbers = ListFigures(
        mean=sum(points for _players, points in counted.values()) / last,
        median=(at[middle[0]] + at[middle[1]]) / 2,
    )
    return numbers, tuple(
        Bin(each * width, (each + 1) * width, counted.get(each, (0, 0))[0])
        for each in range(min(counted), max(counted) + 1)
    )


def _width(spread: float) -> int:
    return next(
        (each for each in WIDTHS if spread < each * (MOST_BINS - 1)), WIDTHS[-1]
    )


def _gains(lines: QuerySet[Any]) -> tuple[RatingGain, ...]:
    """Return the largest gains of players who had a rating before."""
    rows = lines.filter(change__gt=0, games__gt=0, start_from=BaseOrigin.RATING)
    found = rows.order_by("-change", "position")[:PLACES]
    return tuple(
        RatingGain(*row)
        for row in found.values_list("player_id", "base", "change", "rating")
    )


def _busiest(lines: QuerySet[Any]) -> tuple[Busy, ...]:
    found = lines.filter(games__gt=0, score__isnull=False).order_by(
        "-games", "position"
    )[:PLACES]
    return tuple(Busy(*row) for row in found.values_list("player_id", "games", "score"))


def named(facts: PoolListFacts, peaks: Sequence[Peak]) -> set[int]:
    """Return the ids of all players who are named on the page."""
    lines: tuple[RatingGain | Busy | Peak, ...] = (*facts.gains, *facts.busiest, *peaks)
    return {each.player_id for each in lines}
