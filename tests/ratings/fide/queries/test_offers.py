"""What FIDE's lists offer, and in which order they stand: `ratings.fide.queries`."""

from datetime import date

import pytest

from federation.models import Player
from ratings.fide.queries.differences import (
    differences,
    newest_list,
    numbers_missing,
)
from ratings.fide.queries.lists import lists_taken, uploads_lately
from ratings.fide.queries.offers import found_in_fide, offers
from tests.factories import PlayerFactory, officer
from tests.ratings.fide_list import NOVEMBER, brought, line, listed

pytestmark = pytest.mark.django_db
OCTOBER, SEPTEMBER = date(2026, 10, 1), date(2026, 9, 1)
ADA, BO = 1700101, 1700102


@pytest.fixture
def ada():
    return PlayerFactory(first_name="Ada", last_name="Ek", fide_id=ADA)


def rating(player, day):
    found = offers("standard", day, [player.pk])
    return {pk: (each.rating, each.month) for pk, each in found.items()}


def test_the_rating_that_is_offered_is_that_of_the_list_that_held_on_the_day(ada):
    for month, points in ((SEPTEMBER, 2000), (OCTOBER, 2010), (NOVEMBER, 2020)):
        listed(line(ADA, "Ek, Ada", points), month=month)

    days = (date(2026, 9, 30), OCTOBER, date(2026, 10, 31), NOVEMBER)

    assert [rating(ada, day)[ada.pk] for day in days] == [
        (2000, SEPTEMBER),
        (2010, OCTOBER),
        (2010, OCTOBER),
        (2020, NOVEMBER),
    ]


def test_whoever_is_not_on_the_list_of_the_day_is_offered_the_newest():
    listed(line(ADA, "Ek, Ada", 2000), month=OCTOBER)
    late = PlayerFactory(fide_id=BO)
    listed(line(BO, "Alm, Bo", 1900), month=NOVEMBER)

    assert rating(late, OCTOBER) == {late.pk: (1900, NOVEMBER)}


def test_another_kind_of_play_is_another_rating(ada):
    listed(line(ADA, "Ek, Ada", 2000, rapid=1900))

    kinds = {
        kind: offers(kind, NOVEMBER, [ada.pk])[ada.pk].rating
        for kind in ("standard", "rapid")
    }

    assert kinds == {"standard": 2000, "rapid": 1900}
    assert offers("", NOVEMBER, [ada.pk]) == {}


def test_who_is_in_the_register_is_not_found_in_fides_list(ada):
    listed(line(ADA, "Ek, Ada", 2000), line(BO, "Ek, Adam", 1900))

    found = found_in_fide("ek ada", "standard")

    assert [(each.fide_id, each.rating) for each in found] == [(BO, 1900)]


def test_who_left_fides_newest_list_is_not_found():
    listed(line(ADA, "Ek, Ada", 2000), month=OCTOBER)
    listed(line(BO, "Alm, Bo", 1900), month=NOVEMBER)

    assert [each.fide_id for each in found_in_fide("ek ada", "standard")] == []
    (bo,) = found_in_fide("bo alm", "standard")
    assert (bo.fide_id, bo.month, bo.first_name, bo.last_name) == (
        BO,
        NOVEMBER,
        "Bo",
        "Alm",
    )


def test_those_found_in_fides_list_stand_by_name():
    listed(line(BO, "Ek, Bo", 1900), line(ADA, "Ek, Ada", 2000))

    names = [each.name for each in found_in_fide("ek", "standard")]

    assert names == ["Ek, Ada", "Ek, Bo"]


def test_the_register_is_held_against_the_newest_list_alone(ada):
    Player.objects.filter(pk=ada.pk).update(birth_year=1980)
    listed(line(ADA, "Ek, Ada", 2000, born=1979), month=OCTOBER)
    assert list(differences(newest_list())) == [ada]

    listed(line(ADA, "Ek, Ada", 2000, born=1980), month=NOVEMBER)

    assert list(differences(newest_list())) == []


def test_a_number_is_proposed_for_the_very_name_and_year_alone():
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1981)
    PlayerFactory(first_name="Ada", last_name="Eklund", birth_year=1980)
    same = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1980)
    listed(line(ADA, "Ek, Ada", 2000, born=1980))

    found = numbers_missing(newest_list())

    assert [(each.pk, each.fide_number) for each in found] == [(same.pk, ADA)]


def test_lists_stand_by_their_month_and_not_by_when_they_came():
    for month in (OCTOBER, NOVEMBER, SEPTEMBER):
        listed(line(ADA, "Ek, Ada", 2000 + month.month), month=month)

    assert [each.month for each in lists_taken()] == [NOVEMBER, OCTOBER, SEPTEMBER]


def test_the_files_that_were_brought_last_stand_first():
    by = officer()
    first = brought(by, month=NOVEMBER)
    second = brought(by, month=OCTOBER)

    assert uploads_lately() == [second, first]
