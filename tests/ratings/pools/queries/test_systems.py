"""Which system rates a pool on which day: `ratings.pools.queries.systems`."""

from datetime import date, timedelta

import pytest

from ratings.models import Edition
from ratings.pools.domain.pools import create_pool
from ratings.pools.queries.systems import (
    SystemsOfPool,
    levels_on,
    pools_where,
    rates_by_tournament,
    systems_of,
    systems_of_pools,
)
from ratings.rules.protocol import HasLevels
from tests.factories import chess_pool

FIRST, SECOND = date(2020, 1, 1), date(2024, 5, 1)
DAY = timedelta(days=1)
BOTH = SystemsOfPool(((FIRST, "elo"), (SECOND, "renju")))


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (FIRST - DAY, "elo"),
        (FIRST, "elo"),
        (SECOND - DAY, "elo"),
        (SECOND, "renju"),
        (SECOND + DAY, "renju"),
    ],
)
def test_system_rates_from_its_first_day_and_the_oldest_also_before(day, name):
    assert BOTH.on(day).name == name
    assert (BOTH.levels_on(day) is not None) == (name == "renju")


def test_pool_without_an_edition_has_no_system():
    assert SystemsOfPool(()).on(FIRST) is None
    assert not rates_by_tournament(None)


def test_pool_knows_whether_it_ever_had_levels_or_numbers():
    assert (BOTH.has_levels, BOTH.has_numbers) == (True, True)
    numbers = SystemsOfPool(((FIRST, "elo"), (SECOND, "glicko2")))
    assert (numbers.has_levels, numbers.has_numbers) == (False, True)
    levels = SystemsOfPool(((FIRST, "renju"),))
    assert (levels.has_levels, levels.has_numbers) == (True, False)


def test_levels_around_a_day_are_of_the_previous_day_and_of_the_day():
    assert BOTH.levels_around(SECOND) == (None, BOTH.levels)
    assert BOTH.levels_around(SECOND - DAY) == (None, None)
    assert BOTH.levels_around(SECOND + DAY) == (BOTH.levels, BOTH.levels)


def test_new_edition_replaces_those_from_its_day():
    assert BOTH.with_edition(SECOND, "scrabble").held == (
        (FIRST, "elo"),
        (SECOND, "scrabble"),
    )
    assert BOTH.with_edition(FIRST, "scrabble").held == ((FIRST, "scrabble"),)
    assert BOTH.with_edition(SECOND + DAY, "elo").held == (
        *BOTH.held,
        (SECOND + DAY, "elo"),
    )


@pytest.fixture
def renju(db):
    """A pool of levels that was rated by numbers before, beside the standard one."""
    pool = create_pool(
        code="renju", name="Renju", system="elo", parameters={}, from_date=FIRST
    )
    Edition.objects.create(pool=pool, system="renju", parameters={}, from_date=SECOND)
    return pool


def test_editions_of_a_pool_are_ordered_by_day(renju):
    Edition.objects.create(
        pool=renju, system="glicko2", parameters={}, from_date=FIRST + DAY
    )
    assert systems_of(renju.pk).held == (
        (FIRST, "elo"),
        (FIRST + DAY, "glicko2"),
        (SECOND, "renju"),
    )
    usual = chess_pool().editions.get()
    both = systems_of_pools([renju.pk, chess_pool().pk])
    assert both[chess_pool().pk].held == ((usual.from_date, usual.system),)


def test_each_pool_has_the_system_of_the_day(renju):
    usual, pools = chess_pool().editions.get().system, [renju.pk, chess_pool().pk]

    def on(day):
        found = systems_of_pools(pools)
        return [found[pool].on(day).name for pool in pools]

    assert on(FIRST - DAY) == ["elo", usual]
    assert on(SECOND - DAY) == ["elo", usual]
    assert on(SECOND) == ["renju", usual]
    assert set(systems_of_pools([renju.pk])) == {renju.pk}


def test_pool_has_levels_from_their_first_day(renju):
    assert levels_on(renju.pk, SECOND - DAY) is None
    assert levels_on(renju.pk, SECOND) is BOTH.levels


def test_pools_that_ever_had_levels_are_found(renju):
    assert renju.pk in pools_where(HasLevels)
    assert chess_pool().pk not in pools_where(HasLevels)
