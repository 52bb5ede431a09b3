"""Pools with their editions, and the effects of a change of edition."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import Any

import numpy as np
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ratings.models import (
    CurrentRating,
    Edition,
    EditionProposal,
    LivePlace,
    Period,
    PolicyProposal,
    Pool,
    RatingList,
)
from ratings.rules import systems
from ratings.rules.calendar import period_of
from ratings.rules.conversion import Conversion
from ratings.rules.protocol import SystemParameters

DAY = timedelta(days=1)
PERIODS_SHOWN = 4
MOVERS_SHOWN = 10
CHUNK = 2000


def pools_in_office(today: date) -> QuerySet[Pool]:
    """Return every pool with the system of today, the first day, how many players are
    listed, and how many proposals wait.
    """
    editions = Edition.objects.filter(pool=OuterRef("pk"))
    places = LivePlace.objects.of_pool(OuterRef("pk")).order_by("-position")
    return Pool.objects.order_by("pk").annotate(
        system=Subquery(editions.in_force(today).values("system")[:1]),
        first_day=Subquery(editions.order_by("from_date").values("from_date")[:1]),
        listed=Subquery(places.values("position")[:1]),
        waiting=_counted(EditionProposal.objects.waiting())
        + _counted(PolicyProposal.objects.waiting()),
    )


def _counted(proposals: QuerySet[Any]) -> Coalesce:
    """Return how many of the proposals belong to the outer query's pool."""
    of_pool = proposals.filter(pool=OuterRef("pk")).order_by().values("pool")
    return Coalesce(Subquery(of_pool.annotate(n=Count("pk")).values("n")), 0)


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A parameter of an edition, before and after; None where a side has none."""

    name: str
    before: object
    after: object
    is_new: bool


@dataclass(frozen=True, slots=True)
class EditionShown:
    """An edition of a pool with the last day on which it holds, None if it still does.
    `numbers` are the parameters that differ from those of the system's regulations.
    """

    edition: Edition
    until: date | None
    numbers: tuple[NumberChange, ...]
    made_lists: bool
    is_first: bool


def editions_of(pool_id: int) -> list[EditionShown]:
    """Return the editions of a pool, the newest first."""
    editions = list(Edition.objects.filter(pool_id=pool_id).order_by("from_date"))
    newest = (
        RatingList.objects.filter(pool_id=pool_id)
        .order_by("-period__end_date")
        .values_list("period__end_date", flat=True)
        .first()
    )
    ends: list[date | None] = [each.from_date - DAY for each in editions[1:]]
    held = [
        EditionShown(
            edition=edition,
            until=until,
            numbers=tuple(differing_parameters(edition.system, edition.parameters)),
            made_lists=newest is not None and newest >= edition.from_date,
            is_first=edition == editions[0],
        )
        for edition, until in zip(editions, [*ends, None], strict=True)
    ]
    return held[::-1]


def all_numbers(system: str, parameters: dict[str, Any]) -> dict[str, object]:
    """Return every parameter of an edition, including those left at the default."""
    numbers: dict[str, object] = (
        systems.system(system).Parameters.from_json(parameters).to_json()
    )
    return numbers


def differing_parameters(
    system: str, parameters: dict[str, Any]
) -> Iterator[NumberChange]:
    """Yield the parameters that differ from those of the system's regulations."""
    return _changes(all_numbers(system, {}), all_numbers(system, parameters))


def _changes(
    before: dict[str, object], after: dict[str, object]
) -> Iterator[NumberChange]:
    for name, value in after.items():
        if name not in before or before[name] != value:
            yield NumberChange(name, before.get(name), value, name not in before)


@dataclass(frozen=True, slots=True)
class EditionPreview:
    """What an edition would change. `before` is the edition that holds until then, None
    if there is none.

    `changes` are the parameters that differ: from those of `before` in the same system,
    otherwise from those of the new system's regulations. `spans` are its first periods,
    with whether each is cut short. `again_from`: games of existing periods from this
    day on are rated again.
    """

    before: Edition | None
    same_system: bool
    changes: tuple[NumberChange, ...]
    spans: tuple[tuple[date, date, bool], ...]
    again_from: date | None
    after: Edition | None


def preview_edition(
    pool_id: int, from_date: date, system: str, parameters: dict[str, Any]
) -> EditionPreview:
    """Return what the edition would change, compared with the edition that holds on its
    first day.
    """
    editions = Edition.objects.filter(pool_id=pool_id)
    before = editions.in_force(from_date).first()
    same = before is not None and before.system == system
    old = before.parameters if before is not None and same else {}
    numbers = all_numbers(system, parameters)
    begun = Period.objects.filter(pool_id=pool_id, end_date__gte=from_date)
    return EditionPreview(
        before=before,
        same_system=same,
        changes=tuple(_changes(all_numbers(system, old), numbers)),
        spans=_spans(
            systems.system(system).Parameters.from_json(parameters), from_date
        ),
        again_from=begun.order_by("start_date")
        .values_list("start_date", flat=True)
        .first(),
        after=editions.after(from_date).first(),
    )


def _spans(
    parameters: SystemParameters, day: date
) -> tuple[tuple[date, date, bool], ...]:
    spans = []
    for _period in range(PERIODS_SHOWN):
        whole = period_of(day, parameters.period_starts)
        spans.append((day, whole.last_date, day != whole.first_date))
        day = whole.last_date + DAY
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class ConvertedPlayer:
    """A player whose rating a conversion changes much."""

    player_id: int
    before: float
    after: float

    @property
    def change(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class ConversionPreview:
    """What a conversion does to the ratings of today. Means are None without players."""

    players: int
    raised: int
    lowered: int
    mean_before: float | None
    mean_after: float | None
    lowest: tuple[float, float] | None
    """The rating of the lowest player now, before and after."""
    highest: tuple[float, float] | None
    movers: tuple[ConvertedPlayer, ...]
    undefined: tuple[float, ...]
    """Ratings for which the conversion is undefined; if there are any, the rest is left
    empty.
    """
    turns_around: bool
    is_total: bool

    @property
    def unmoved(self) -> int:
        return self.players - self.raised - self.lowered


def preview_conversion(pool_id: int, conversion: Conversion) -> ConversionPreview:
    """Return what the conversion does to today's ratings. Each different rating is
    converted once, as the result depends on nothing else.
    """
    counted = list(
        CurrentRating.objects.filter(pool_id=pool_id)
        .values_list("rating")
        .annotate(players=Count("player_id"))
        .order_by("rating")
    )
    before = np.array([row[0] for row in counted], float)
    count = np.array([row[1] for row in counted], np.int64)
    missing = before[conversion.undefined(before)]
    if missing.size or not before.size:
        return _nothing(int(count.sum()), missing.tolist(), conversion)
    after = conversion.convert(before)
    order = np.argsort(-abs(after - before), kind="stable")[:MOVERS_SHOWN]
    moved = {float(before[row]): float(after[row]) for row in order.tolist()}
    return ConversionPreview(
        players=int(count.sum()),
        raised=int(count[after > before].sum()),
        lowered=int(count[after < before].sum()),
        mean_before=float(np.average(before, weights=count)),
        mean_after=float(np.average(after, weights=count)),
        lowest=(float(before[0]), float(after[0])),
        highest=(float(before[-1]), float(after[-1])),
        movers=_movers(pool_id, moved),
        undefined=(),
        turns_around=conversion.turns_around(before),
        is_total=conversion.is_total,
    )


def _nothing(
    players: int, undefined: list[float], conversion: Conversion
) -> ConversionPreview:
    return ConversionPreview(
        players=players,
        raised=0,
        lowered=0,
        mean_before=None,
        mean_after=None,
        lowest=None,
        highest=None,
        movers=(),
        undefined=tuple(undefined),
        turns_around=False,
        is_total=conversion.is_total,
    )


def _movers(pool_id: int, moved: dict[float, float]) -> tuple[ConvertedPlayer, ...]:
    rows = CurrentRating.objects.filter(pool_id=pool_id, rating__in=list(moved))
    movers = [
        ConvertedPlayer(player_id, rating, moved[rating])
        for player_id, rating in rows.order_by("player_id").values_list(
            "player_id", "rating"
        )
        if moved[rating] != rating
    ]
    movers.sort(key=lambda mover: (-abs(mover.change), mover.player_id))
    return tuple(movers[:MOVERS_SHOWN])


def converted_ratings(
    pool_id: int, conversion: Conversion
) -> Iterator[list[ConvertedPlayer]]:
    """Yield everyone's rating and its conversion, the highest first, in chunks; NaN
    where the conversion is undefined.
    """
    rows = CurrentRating.objects.filter(pool_id=pool_id).order_by(
        "-rating", "player_id"
    )
    found = rows.values_list("player_id", "rating").iterator(chunk_size=CHUNK)
    while chunk := list(islice(found, CHUNK)):
        before = np.array([row[1] for row in chunk], float)
        known = np.where(conversion.undefined(before), np.nan, before)
        after = conversion.convert(known).tolist()
        yield [
            ConvertedPlayer(player_id, rating, new)
            for (player_id, rating), new in zip(chunk, after, strict=True)
        ]
