"""The LASK seasons of a pool: from 1 September, the summer included."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.seasons import (
    explain_season,
    newest_year,
    season_named,
    seasons_of,
)
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import Edition, Pool
from tests.factories import NOON, chess_pool, posted, second_pool
from tests.ratings.lask_pool import AUTUMN, SPRING, kept_by_lask, long
from tests.ratings.rating_lists import rated, up_to_date

pytestmark = pytest.mark.django_db


def two_seasons():
    """A game in the autumn of 2025 and one in the autumn of 2026."""
    kept_by_lask()
    player = rated(1600)
    posted(long(player, rated(1600), 2, AUTUMN))
    posted(long(player, rated(1616), 1, SPRING))
    posted(long(player, rated(1616), 1, date(2026, 9, 20)))
    return player


def spans(season):
    return [(step.start_date, step.end_date) for step in season.steps]


def test_a_season_has_the_periods_of_its_year_and_is_named_by_its_first_day():
    two_seasons()

    first, second = seasons_of(chess_pool().pk)

    assert (first.year, second.year) == (2025, 2026)
    assert (first.season.first_date, first.season.summer_last) == (
        date(2025, 9, 1),
        date(2026, 8, 31),
    )
    assert spans(first)[0][0] == date(2025, 9, 1)
    assert spans(first)[-1][1] == date(2026, 8, 31)
    assert spans(second)[0][0] == date(2026, 9, 1)


def test_a_season_is_found_by_its_year_and_a_period_by_its_last_day():
    two_seasons()
    pool = chess_pool().pk

    found = season_named(pool, 2025)

    assert found == seasons_of(pool)[0]
    assert found.step_ending(date(2025, 10, 31)) == found.steps[0]
    assert found.step_ending(date(2025, 10, 30)) is None
    assert season_named(pool, 2024) is None
    assert newest_year(pool) == 2026


def test_a_pool_of_other_systems_has_no_seasons():
    two_seasons()
    other = second_pool()
    posted(long(rated(1600), rated(1600), 2, AUTUMN), pool_id=other.pk)

    assert seasons_of(other.pk) == []
    assert newest_year(other.pk) is None


def test_periods_rated_by_another_system_belong_to_no_season():
    two_seasons()
    Edition.objects.create(
        pool=chess_pool(), system="ssf_2008", parameters={}, from_date=date(2026, 9, 1)
    )

    assert [each.year for each in seasons_of(chess_pool().pk)] == [2025]


def test_each_period_of_a_players_year_is_explained_in_order():
    player = two_seasons()
    open_period_of_today(
        chess_pool(), today=date(2026, 11, 2), acting=ActionContext(None, NOON)
    )
    up_to_date()
    pool = Pool.objects.get(pk=chess_pool().pk)
    season = season_named(pool.pk, 2025)

    found = explain_season(pool.pk, player.pk, season, pool.computation.computed)

    assert [each.step for each in found] == list(season.steps)
    played = {
        each.step.end_date: each.explanation.step.change
        for each in found
        if each.explanation.step.games
    }
    # A win between equals is 16 points, a draw nothing (LASK 1).
    assert list(played.values()) == [16, 0]
    assert list(played) == [
        next(step.end_date for step in season.steps if step.end_date >= day)
        for day in (AUTUMN, SPRING)
    ]


@pytest.mark.parametrize(
    ("changes_on", "begins"),
    [
        # The season of 1 September is given up; that of 1 December is completed.
        (date(2025, 12, 1), date(2025, 12, 1)),
        # The season of 1 September is completed. The new calendar would have begun it
        # on 1 December, and has only its summer.
        (date(2026, 9, 1), date(2025, 9, 1)),
    ],
)
def test_of_two_seasons_that_begin_in_one_year_it_names_the_completed_one(
    changes_on, begins
):
    thirds = [[3, 1], [6, 1], [9, 1], [12, 1]]
    kept_by_lask(period_starts=thirds)
    parameters = {
        "period_starts": thirds, "season_starts": [12, 1], "summer_starts": [9, 1],
    }  # fmt: skip
    Edition.objects.create(
        pool=chess_pool(),
        system="lask_1970",
        parameters=parameters,
        from_date=changes_on,
    )
    player = rated(1600)
    for day in (AUTUMN, SPRING, date(2026, 10, 1)):
        posted(long(player, rated(1600), 2, day))
    pool = chess_pool().pk

    assert [each.year for each in seasons_of(pool)][:2] == [2025, 2025]
    assert season_named(pool, 2025).season.first_date == begins
