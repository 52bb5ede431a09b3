"""The current state of every pool: `ratings.pools.queries.pools`."""

from datetime import date, timedelta

import pytest

from ratings.engine.domain.computation import compute_pool
from ratings.lists.domain.live_list import number_live_list
from ratings.models import Edition
from ratings.pools.domain.pools import create_pool
from ratings.pools.queries.pools import pools_now
from tests.factories import NOON, PlayerFactory, chess_pool, member, posted
from tests.factories import line as game
from tests.ratings.fide_list import OF_ONE_KIND, WOMAN, line, listed, taken, text
from tests.ratings.rating_lists import SPRING, accepted, published, rated

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)
DAY = timedelta(days=1)


def opened(code, **facts):
    values = {
        "name": code,
        "system": "elo",
        "parameters": {},
        "from_date": date(2020, 1, 1),
    }
    return create_pool(code=code, **(values | facts))


def now(pool, today=TODAY):
    return next(each for each in pools_now(today) if each.pk == pool.pk)


def codes():
    return [(each.code, each.has_list) for each in pools_now(TODAY)]


def test_pools_with_a_list_come_first_and_the_others_in_order_of_opening():
    zebra, apple = opened("zebra"), opened("apple", system="ssf_2008")
    standard = chess_pool().code
    assert codes() == [(standard, False), ("zebra", False), ("apple", False)]
    accepted(game(rated(1500), rated(1600), 2, SPRING))
    published(SPRING)
    assert codes() == [(standard, True), ("zebra", False), ("apple", False)]
    posted(game(member(), member(), 2, SPRING), pool_id=apple.pk)
    compute_pool(apple.pk, at=NOON, cause="test")
    number_live_list(apple.pk, today=TODAY)
    assert codes() == [(standard, True), ("apple", True), ("zebra", False)]
    assert not now(zebra).has_list


def test_posting_in_one_pool_leaves_the_others_up_to_date():
    other = opened("zebra")
    posted(game(member(), member(), 2, SPRING))
    assert (now(chess_pool()).is_computed, now(chess_pool()).is_placed) == (
        False,
        False,
    )
    assert (now(other).posted, now(other).is_computed, now(other).is_placed) == (
        0,
        True,
        True,
    )


def test_the_system_is_that_of_the_day():
    pool, first = opened("zebra"), date(2026, 5, 1)
    Edition.objects.create(pool=pool, system="renju", parameters={}, from_date=first)
    before, on = now(pool, first - DAY), now(pool, first)
    assert (before.rated_by.name, on.rated_by.name) == ("elo", "renju")
    assert (before.has_levels, on.has_levels) == (False, True)
    assert (before.by_tournament, on.by_tournament) == (False, True)


def test_fide_list_beside_a_pool_is_of_its_kind_and_the_day():
    PlayerFactory(fide_id=4804929)
    fide_row = line(4804929, "A-ALI, Sali", 1850, rapid=1700)
    september = listed(fide_row, month=date(2026, 9, 1))
    taken(text(WOMAN, header=OF_ONE_KIND), "standard_rating_list.txt", month=None)
    without = opened("without")
    rapid = opened("rapid-2", fide_tempo="rapid")
    standard = opened("standard", fide_tempo="standard")
    assert now(without).fide is None
    assert (now(rapid).fide.pk, now(rapid).fide.month) == (
        september.pk,
        date(2026, 9, 1),
    )
    assert (now(rapid).fide.tempo, now(standard).fide.tempo) == ("rapid", "standard")
    assert now(standard).fide.month == date(2026, 10, 1)
    assert now(standard, date(2026, 9, 30)).fide.pk == september.pk
    assert now(standard, date(2026, 8, 31)).fide is None
