"""The records of a pool: the highest ratings ever, and the extremes of a list.

The highest ratings ever are read from the ends of the lists alone, by the index on
positions. What a single list says takes a look at all of its lines; since a list never
changes, the answer is kept; a worker gives it first, when it has built the list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, IntegerField, Max, Sum
from django.db.models.functions import Cast, Floor
from django.db.models.query import QuerySet

from ratings.enums import StartFrom
from ratings.models import ListEntry
from ratings.pools.queries.publications import Publication, PublishedLists

PLACES = 10
KEPT = 30 * 24 * 3600
"""Seconds. A list never changes; what nobody asks for may go."""
SHAPE = 2
"""Another shape of `PoolListFacts` needs another number."""
MOST_BINS = 25
WIDTHS = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
"""How wide a bin of the distribution may be, in rating points."""


@dataclass(frozen=True, slots=True)
class Peak:
    """A player's highest rating on any list, and the first list that has it."""

    player_id: int
    rating: float
    list_id: int


@dataclass(frozen=True, slots=True)
class Bin:
    """So many players from `low` up to `high` (not included)."""

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
        """Players in the fullest bin."""
        return max((each.players for each in self.bins), default=0)


def highest_ever(published: PublishedLists) -> list[Peak]:
    """Return the players with the highest ratings of all published lists, each once.

    Above a player's best line stand, on that list, only players with peaks as high:
    so whoever is among the first so many of all time was so on a list.
    """
    if published.newest is None:
        return []
    lines = ListEntry.objects.filter(
        pool_id=published.newest.pool_id,
        list_id__in=[each.pk for each in published.lists],
        position__lte=PLACES,
    ).values_list("player_id", "rating", "list_id")
    first_valid = {each.pk: each.valid_from for each in published.lists}
    best: dict[int, Peak] = {}
    for peak in sorted(
        (
            Peak(player, rating, list_id)
            for player, rating, list_id in lines
            if rating is not None
        ),
        key=lambda each: (-each.rating, first_valid[each.list_id], each.list_id),
    ):
        best.setdefault(peak.player_id, peak)
    return list(best.values())[:PLACES]


def kept_facts(publication: Publication) -> PoolListFacts:
    """Return the facts about a published list from the cache, and compute them where
    they are not in it.
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
    """Find the ends and the middle by their positions; one look at all lines gives the
    rest.
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
    """Of those who had a rating before."""
    rows = lines.filter(change__gt=0, games__gt=0, start_from=StartFrom.RATING)
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
    """Everybody whom the page names."""
    lines: tuple[RatingGain | Busy | Peak, ...] = (*facts.gains, *facts.busiest, *peaks)
    return {each.player_id for each in lines}
