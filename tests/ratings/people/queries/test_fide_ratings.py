"""FIDE's ratings beside ours: which list is in force, and for which players."""

from datetime import date

import pytest

from ratings.people.queries import fide_ratings
from ratings.people.queries.fide_ratings import (
    FideBeside,
    FideListInForce,
    fide_list_on_day,
    find_fide_list,
    months_of,
    ratings_on,
)
from tests.factories import PlayerFactory
from tests.ratings.fide_list import OF_ONE_KIND, WOMAN, line, listed, taken, text

pytestmark = pytest.mark.django_db
SEPTEMBER, OCTOBER, NOVEMBER = (date(2026, month, 1) for month in (9, 10, 11))
TODAY = date(2026, 11, 21)


def beside(tempo, player, day):
    return fide_ratings.fide_rating_of(find_fide_list(tempo, day), player)


def ada(standard, **facts):
    return line(1700101, "Ek, Ada", standard, **facts)


@pytest.fixture
def player():
    return PlayerFactory(fide_id=1700101)


def test_list_is_in_force_from_the_first_day_of_its_month(player):
    october, november = listed(ada(2105), month=OCTOBER), listed(ada(2120))
    lists = [find_fide_list("standard", day) for day in (
        date(2026, 9, 30), OCTOBER, date(2026, 10, 31), NOVEMBER, TODAY,
    )]  # fmt: skip
    assert [each and each.pk for each in lists] == [
        None, october.pk, october.pk, november.pk, november.pk,
    ]  # fmt: skip
    assert beside("standard", player.pk, date(2026, 10, 31)) == FideBeside(
        2105, "standard", OCTOBER
    )


def test_pool_without_kind_of_play_has_no_fide_ratings(player):
    listed(ada(2105))
    assert find_fide_list("", TODAY) is None
    assert beside("", player.pk, TODAY) is None


def test_missing_rating_of_the_kind_of_play_gives_none(player):
    listed(ada(2105, rapid=0, blitz=1900))
    assert beside("rapid", player.pk, TODAY) is None
    assert beside("blitz", player.pk, TODAY) == FideBeside(1900, "blitz", NOVEMBER)


def test_newest_revision_is_in_force(player):
    listed(ada(2105))
    listed(ada(2111))
    assert beside("standard", player.pk, TODAY) == FideBeside(
        2111, "standard", NOVEMBER
    )


def test_only_players_with_number_and_rating_are_included(player):
    unrated, unknown = PlayerFactory(fide_id=1700102), PlayerFactory(fide_id=9)
    without = PlayerFactory()
    listed(ada(2105), line(1700102, "Al, Bo"))
    everybody = [each.pk for each in (player, unrated, unknown, without)]
    assert ratings_on(find_fide_list("standard", TODAY), everybody) == {player.pk: 2105}


def test_number_added_after_the_list_is_found_on_the_newest_one():
    listed(ada(2105), month=OCTOBER)
    listed(ada(2120))
    late = PlayerFactory(fide_id=1700101)
    assert beside("standard", late.pk, TODAY) == FideBeside(2120, "standard", NOVEMBER)
    assert beside("standard", late.pk, OCTOBER) is None
    assert [each.standard for each in months_of(late.pk, TODAY)] == [2120]


def test_list_of_one_kind_is_used_only_for_that_kind():
    woman = PlayerFactory(fide_id=4804929)
    listed(line(4804929, "A-ALI, Sali", 1850, rapid=1700), month=SEPTEMBER)
    one_kind = text(WOMAN, header=OF_ONE_KIND)
    taken(one_kind, "standard_rating_list.txt", month=None)
    assert beside("standard", woman.pk, TODAY) == FideBeside(1876, "standard", OCTOBER)
    assert beside("rapid", woman.pk, TODAY) == FideBeside(1700, "rapid", SEPTEMBER)


def test_months_are_listed_newest_first_with_kinds_grouped():
    woman = PlayerFactory(fide_id=4804929)
    one_kind = text(WOMAN, header=OF_ONE_KIND)
    taken(one_kind, "standard_rating_list.txt", month=None)
    taken(one_kind.replace(b"1876", b"1801"), "rapid_rating_list.txt", month=None)
    listed(line(4804929, "A-ALI, Sali", 1890, rapid=1810, flag="i"))
    assert [
        (each.month, each.standard, each.rapid, each.blitz, each.inactive)
        for each in months_of(woman.pk, TODAY)
    ] == [(NOVEMBER, 1890, 1810, None, True), (OCTOBER, 1876, 1801, None, False)]
    assert months_of(woman.pk, date(2026, 9, 30)) == []


def test_later_of_two_lists_of_a_month_is_in_force():
    woman = PlayerFactory(fide_id=4804929)
    one_kind = text(WOMAN.replace("1876", "1801"), header=OF_ONE_KIND)
    taken(one_kind, "rapid_rating_list.txt", month=None)
    listed(line(4804929, "A-ALI, Sali", 1890, rapid=1810), month=OCTOBER)
    assert [each.rapid for each in months_of(woman.pk, TODAY)] == [1810]


def test_earlier_days_list_is_found_from_todays(player, django_assert_num_queries):
    october, november = listed(ada(2105), month=OCTOBER), listed(ada(2120))
    now = FideListInForce(november.pk, NOVEMBER, "standard")
    with django_assert_num_queries(0):
        assert fide_list_on_day(now, date(2026, 11, 15)) == now
        assert fide_list_on_day(None, TODAY) is None
    assert fide_list_on_day(now, date(2026, 10, 15)) == FideListInForce(
        october.pk, OCTOBER, "standard"
    )
    assert fide_list_on_day(now, SEPTEMBER) is None
