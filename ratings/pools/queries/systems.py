"""The rating systems of a pool, for pages that show it as its system does."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from ratings.models import Edition
from ratings.rules.protocol import HasLevels, System
from ratings.rules.systems import system

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SystemsOfPool:
    """The systems of a pool, each by name with its first day; in order of time."""

    held: tuple[tuple[date, str], ...]

    @property
    def has_levels(self) -> bool:
        """Whether the pool is rated by levels at any time."""
        return self.levels is not None

    @property
    def has_numbers(self) -> bool:
        """Whether the pool is rated by numbers at any time."""
        return any(levels_of(system(name)) is None for _day, name in self.held)

    @property
    def levels(self) -> HasLevels | None:
        """The levels of the first of its systems that has any."""
        found = (levels_of(system(name)) for _day, name in self.held)
        return next(filter(None, found), None)

    def on(self, day: date) -> System[Any] | None:
        """Return the system of a day: the oldest if none was in force yet, None if
        there is none.
        """
        names = [name for first, name in self.held if first <= day]
        oldest = [name for _day, name in self.held[:1]]
        return next((system(name) for name in (names or oldest)[-1:]), None)

    def with_edition(self, first_day: date, name: str) -> "SystemsOfPool":
        """Return the systems as they would be with another system from a day on."""
        earlier = tuple(each for each in self.held if each[0] < first_day)
        return SystemsOfPool((*earlier, (first_day, name)))

    def levels_around(self, day: date) -> tuple[HasLevels | None, HasLevels | None]:
        """Return the levels before the day, and those from it on."""
        return self.levels_on(day - ONE_DAY), self.levels_on(day)

    def levels_on(self, day: date) -> HasLevels | None:
        return levels_of(self.on(day))


def systems_of(pool_id: int) -> SystemsOfPool:
    """Return the pool's systems of all time."""
    return systems_of_pools([pool_id])[pool_id]


def systems_of_pools(pools: Iterable[int]) -> dict[int, SystemsOfPool]:
    """Return the systems of all time of each pool, in one read."""
    held: dict[int, list[tuple[date, str]]] = {pool: [] for pool in pools}
    editions = Edition.objects.filter(pool__in=list(held)).order_by("from_date")
    for pool, day, name in editions.values_list("pool_id", "from_date", "system"):
        held[pool].append((day, name))
    return {pool: SystemsOfPool(tuple(each)) for pool, each in held.items()}


def pools_where(knows: type[Any]) -> frozenset[int]:
    """Return the pools in which some edition's system implements the protocol `knows`."""
    editions = Edition.objects.values_list("pool_id", "system").distinct()
    return frozenset(pool for pool, name in editions if isinstance(system(name), knows))


def levels_on(pool_id: int, day: date) -> HasLevels | None:
    """Return the levels by which the pool is rated on a day; None where it is rated by
    numbers.
    """
    return systems_of(pool_id).levels_on(day)


def levels_of(found: System[Any] | None) -> HasLevels | None:
    """Return the system's levels; None where its ratings are numbers."""
    return found if isinstance(found, HasLevels) else None


def rates_by_tournament(found: System[Any] | None) -> bool:
    """Return whether each event of the pool is a step of its own."""
    return found is not None and found.unit == "tournament"
