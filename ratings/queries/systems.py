"""Which system rates a pool, for pages that show it as its system does."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from ratings.models import Edition
from ratings.rules.protocol import System
from ratings.rules.systems import system

Parts = tuple[int, str]
LevelParts = Callable[[int], Parts]


def systems_on(pools: Iterable[int], day: date) -> dict[int, System[Any]]:
    """The system of each pool on a day; the oldest where none holds yet."""
    found: dict[int, System[Any]] = {}
    editions = Edition.objects.filter(pool__in=list(pools)).order_by("from_date")
    for edition in editions.only("pool_id", "system", "from_date"):
        if edition.pool_id not in found or edition.from_date <= day:
            found[edition.pool_id] = system(edition.system)
    return found


def pools_where(knows: type[Any]) -> frozenset[int]:
    """The pools in which some edition's system knows what a protocol asks for."""
    editions = Edition.objects.values_list("pool_id", "system").distinct()
    return frozenset(pool for pool, name in editions if isinstance(system(name), knows))


def rates_by_tournament(found: System[Any] | None) -> bool:
    """Is each event of the pool a step of its own."""
    return found is not None and found.unit == "tournament"


def level_parts_of(found: System[Any] | None) -> LevelParts | None:
    """How the system's numbers read as levels; None where they are numbers."""
    return getattr(found, "level_parts", None)
