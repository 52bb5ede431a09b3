"""The LASK seasons of a pool, and a player's year in one of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ratings.engine.domain.explaining import Explanation, explain_live
from ratings.engine.domain.time_line import PoolStep, TimeLine
from ratings.models import Edition
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import Season, season_of
from ratings.rules.lask.system import SYSTEM


@dataclass(frozen=True, slots=True)
class SeasonOfPool:
    """A season, including its summer, with the pool's periods in it."""

    season: Season
    parameters: LaskParameters
    steps: tuple[PoolStep, ...]
    """In chronological order; those that LASK computes."""
    conversions: frozenset[date] = frozenset()
    """The days on which ratings of the pool are converted, of whatever season."""

    @property
    def year(self) -> int:
        """The year in which the season begins, which names it."""
        return self.season.first_date.year

    def step_ending(self, day: date) -> PoolStep | None:
        """Return the period that ends on a day, None if there is none yet."""
        return next((step for step in self.steps if step.end_date == day), None)


@dataclass(frozen=True, slots=True)
class PlayersPeriod:
    """A period of a player's year with its working."""

    step: PoolStep
    explanation: Explanation


def seasons_of(pool_id: int) -> list[SeasonOfPool]:
    """Return the pool's seasons under LASK, oldest first; none if LASK has never rated
    the pool.
    """
    found: dict[date, list[PoolStep]] = {}
    time_line = TimeLine.of(pool_id)
    for step in time_line.periods:
        if step.system.name == SYSTEM.name:
            season = season_of(step.start_date, step.parameters)
            found.setdefault(season.first_date, []).append(step)
    conversions = frozenset(day for day, _how in time_line.editions.conversions)
    return [_season(steps, conversions) for steps in found.values()]


def season_named(pool_id: int, year: int) -> SeasonOfPool | None:
    """Return the season that begins in a year, None if the pool has none."""
    return season_of_year(seasons_of(pool_id), year)


def season_of_year(seasons: Iterable[SeasonOfPool], year: int) -> SeasonOfPool | None:
    """Return the one of these seasons that begins in a year, None if there is none.

    An edition that moves the first day can give two: then the one that LASK completed,
    whose deductions are booked, or else the newer one.
    """
    of_year = [each for each in seasons if each.year == year]
    completed = [each for each in of_year if each.step_ending(each.season.last_date)]
    found = completed or of_year
    return found[-1] if found else None


def newest_year(pool_id: int) -> int | None:
    """Return the year of the newest season, None if LASK has never rated the pool."""
    lask = Edition.objects.filter(pool_id=pool_id, system=SYSTEM.name)
    seasons = seasons_of(pool_id) if lask.exists() else []
    return seasons[-1].year if seasons else None


def explain_season(
    pool_id: int, player_id: int, season: SeasonOfPool, number: int
) -> tuple[PlayersPeriod, ...]:
    """Return the working of all the season's periods for a player, as of a posting
    number.

    Raises CannotCompute as `explain_live` does.
    """
    return tuple(_explained(pool_id, player_id, season.steps, number))


def _season(steps: list[PoolStep], conversions: frozenset[date]) -> SeasonOfPool:
    first = steps[0]
    season = season_of(first.start_date, first.parameters)
    return SeasonOfPool(season, first.parameters, tuple(steps), conversions)


def _explained(
    pool_id: int, player_id: int, steps: Iterable[PoolStep], number: int
) -> Iterable[PlayersPeriod]:
    for step in steps:
        found = explain_live(pool_id, player_id, step.end_date, number)
        if found is not None:
            yield PlayersPeriod(step, found)
