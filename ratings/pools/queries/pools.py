"""Query the pools, those with a list first, how far each is computed and which FIDE
list is shown with it, in one read.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, Max, OuterRef, Q, Subquery
from django.db.models.functions import JSONObject
from django.utils.translation import gettext

from ratings.enums import FideKind
from ratings.models import (
    CurrentRating,
    Edition,
    FideList,
    ListEntry,
    LivePlace,
    Pool,
    RatingList,
)
from ratings.people.queries.fide_ratings import FideListInForce
from ratings.pools.queries.systems import SystemsOfPool, rates_by_tournament
from ratings.rules.protocol import System

_HELD = JSONObject(day="from_date", system="system")


@dataclass(frozen=True, slots=True)
class PoolNow:
    pk: int
    code: str
    name: str
    posted: int
    computed: int
    placed: int
    has_list: bool
    """Whether there is a published list or a live one."""
    today: date
    systems: SystemsOfPool
    fide: FideListInForce | None
    """FIDE's list that is shown with it today."""

    @property
    def rated_by(self) -> System[Any] | None:
        return self.systems.on(self.today)

    @property
    def by_tournament(self) -> bool:
        return rates_by_tournament(self.rated_by)

    @property
    def has_levels(self) -> bool:
        """Whether its ratings are levels today."""
        return self.systems.levels_on(self.today) is not None

    @property
    def is_computed(self) -> bool:
        return self.computed >= self.posted

    @property
    def is_placed(self) -> bool:
        return self.is_computed and self.placed >= self.computed


_OF_POOL = (
    "pk", "code", "name", "posted", "computation__computed", "live_list__placed",
    "has_list",
)  # fmt: skip
_OF_FIDE = ("fide_tempo", "fide_list", "fide_month")


def pools_now(today: date) -> list[PoolNow]:
    """Return every pool, those with a list first, otherwise in the order in which they
    were opened.
    """
    lists = RatingList.published.filter(pool_id=OuterRef("pk"))
    places = LivePlace.objects.of_pool(OuterRef("pk"))
    editions = Edition.objects.filter(pool=OuterRef("pk")).order_by("from_date")
    of_tempo = Q(kind=FideKind.ALL) | Q(kind=OuterRef("fide_tempo"))
    fide = FideList.objects.filter(of_tempo).in_force_on(today).newest_first()
    rows = (
        Pool.objects.annotate(
            has_list=Exists(lists) | Exists(places),
            fide_list=Subquery(fide.values("pk")[:1]),
            fide_month=Subquery(fide.values("month")[:1]),
        )
        .order_by("-has_list", "pk")
        .values_list(*_OF_POOL, ArraySubquery(editions.values(held=_HELD)), *_OF_FIDE)
    )
    return [
        PoolNow(
            pk=pk,
            code=code,
            name=gettext(name),
            posted=posted,
            computed=computed,
            placed=placed,
            has_list=has_list,
            today=today,
            systems=_systems(held),
            fide=_held(*beside),
        )
        for pk, code, name, posted, computed, placed, has_list, held, *beside in rows
    ]


def pools_with(player_id: int) -> set[int]:
    """Return the pools in which the player is rated now or is on a published list."""
    now = CurrentRating.objects.filter(player_id=player_id).values_list("pool_id")
    listed = ListEntry.objects.filter(
        player_id=player_id,
        rating__isnull=False,
        list_id__in=RatingList.published.values("pk"),
    ).values_list("pool_id")
    return {pool_id for (pool_id,) in now.union(listed)}


def _systems(held: list[dict[str, str]]) -> SystemsOfPool:
    return SystemsOfPool(
        tuple((date.fromisoformat(each["day"]), each["system"]) for each in held)
    )


def _held(tempo: str, pk: int | None, month: date | None) -> FideListInForce | None:
    if not tempo or pk is None or month is None:
        return None
    return FideListInForce(pk, month, tempo)


def marks_of_pools() -> str:
    """Return a text that changes whenever a pool gets a posting, is computed or
    numbered, or gets another list.
    """
    pools = Pool.objects.order_by("pk").values_list(
        "pk", "posted", "computation__computed", "live_list__placed"
    )
    return repr((list(pools), RatingList.published.aggregate(newest=Max("pk"))))
