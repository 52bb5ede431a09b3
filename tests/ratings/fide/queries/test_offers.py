"""What FIDE's lists offer, and the order of lists: `ratings.fide.queries`."""

from datetime import date

import pytest

from federation.models import Player
from ratings.fide.queries.differences import (
    newest_list,
    numbers_missing,
    players_unlike_fide,
)
from ratings.fide.queries.lists import imported_lists, recent_uploads
from ratings.fide.queries.offers import fide_ratings_beside, found_in_fide
from tests.factories import PlayerFactory, officer
from tests.ratings.fide_list import NOVEMBER, brought, line, listed

pytestmark = pytest.mark.django_db
OCTOBER, SEPTEMBER = date(2026, 10, 1), date(2026, 9, 1)
ADA, BO = 1700101, 1700102


@pytest.fixture
def ada():
    return PlayerFactory(first_name="Ada", last_name="Ek", fide_id=ADA)


def rating(player, day):
    found = fide_ratings_beside("standard", day, [player.pk])
    return {pk: (each.rating, each.month) for pk, each in found.items()}


def test_offered_rating_is_from_the_list_valid_on_the_day(ada):
    for month, points in ((SEPTEMBER, 2000), (OCTOBER, 2010), (NOVEMBER, 2020)):
        listed(line(ADA, "Ek, Ada", points), month=month)

    days = (date(2026, 9, 30), OCTOBER, date(2026, 10, 31), NOVEMBER)

    assert [rating(ada, day)[ada.pk] for day in days] == [
        (2000, SEPTEMBER),
        (2010, OCTOBER),
        (2010, OCTOBER),
        (2020, NOVEMBER),
    ]


def test_player_missing_from_the_list_of_the_day_is_offered_the_newest_rating():
    listed(line(ADA, "Ek, Ada", 2000), month=OCTOBER)
    late = PlayerFactory(fide_id=BO)
    listed(line(BO, "Alm, Bo", 1900), month=NOVEMBER)

    assert rating(late, OCTOBER) == {late.pk: (1900, NOVEMBER)}


def test_rating_is_offered_by_kind_of_play(ada):
    listed(line(ADA, "Ek, Ada", 2000, rapid=1900))

    kinds = {
        kind: fide_ratings_beside(kind, NOVEMBER, [ada.pk])[ada.pk].rating
        for kind in ("standard", "rapid")
    }

    assert kinds == {"standard": 2000, "rapid": 1900}
    assert fide_ratings_beside("", NOVEMBER, [ada.pk]) == {}


def test_registered_player_is_not_found_in_fides_list(ada):
    listed(line(ADA, "Ek, Ada", 2000), line(BO, "Ek, Adam", 1900))

    found = found_in_fide("ek ada", "standard")

    assert [(each.fide_id, each.rating) for each in found] == [(BO, 1900)]


def test_player_missing_from_fides_newest_list_is_not_found():
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


def test_players_found_in_fides_list_are_ordered_by_name():
    listed(line(BO, "Ek, Bo", 1900), line(ADA, "Ek, Ada", 2000))

    names = [each.name for each in found_in_fide("ek", "standard")]

    assert names == ["Ek, Ada", "Ek, Bo"]


def test_register_is_compared_only_with_the_newest_list(ada):
    Player.objects.filter(pk=ada.pk).update(birth_year=1980)
    listed(line(ADA, "Ek, Ada", 2000, born=1979), month=OCTOBER)
    assert list(players_unlike_fide(newest_list())) == [ada]

    listed(line(ADA, "Ek, Ada", 2000, born=1980), month=NOVEMBER)

    assert list(players_unlike_fide(newest_list())) == []


def test_number_is_proposed_only_for_identical_name_and_year():
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1981)
    PlayerFactory(first_name="Ada", last_name="Eklund", birth_year=1980)
    same = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1980)
    listed(line(ADA, "Ek, Ada", 2000, born=1980))

    found = numbers_missing(newest_list())

    assert [(each.pk, each.fide_number) for each in found] == [(same.pk, ADA)]


def test_lists_are_ordered_by_month_not_by_import():
    for month in (OCTOBER, NOVEMBER, SEPTEMBER):
        listed(line(ADA, "Ek, Ada", 2000 + month.month), month=month)

    assert [each.month for each in imported_lists()] == [NOVEMBER, OCTOBER, SEPTEMBER]


def test_latest_uploaded_files_are_listed_first():
    by = officer()
    first = brought(by, month=NOVEMBER)
    second = brought(by, month=OCTOBER)

    assert recent_uploads() == [second, first]


def test_no_number_is_proposed_for_a_merged_card():
    facts = {"first_name": "Ada", "last_name": "Ek", "birth_year": 1980}
    stays = PlayerFactory(**facts)
    PlayerFactory(**facts, merged_into=stays)
    listed(line(ADA, "Ek, Ada", 2000, born=1980))

    assert [each.pk for each in numbers_missing(newest_list())] == [stays.pk]


def test_lower_number_is_proposed_of_two_namesakes_in_fides_list():
    player = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1980)
    listed(
        line(BO, "Ek, Ada", 1900, born=1980, fed="NOR"),
        line(ADA, "Ek, Ada", 2000, born=1980),
    )

    (found,) = numbers_missing(newest_list())
    assert (found.pk, found.fide_number, found.fide_federation) == (
        player.pk,
        ADA,
        "SWE",
    )


def test_player_is_found_in_fides_list_by_the_full_number():
    listed(line(ADA, "Ek, Ada", 2000), line(BO, "Alm, Bo", 1900))

    assert [each.fide_id for each in found_in_fide(str(BO), "standard")] == [BO]
    assert found_in_fide(str(BO)[:-1], "standard") == []
    assert found_in_fide(str(2**31), "standard") == []


def test_at_most_six_players_of_fides_list_are_offered():
    listed(*(line(ADA + n, f"Ek, A{n}", 2000) for n in range(8)))

    names = [each.name for each in found_in_fide("ek", "standard")]
    assert names == [f"Ek, A{n}" for n in range(6)]


def test_player_without_rating_of_the_kind_of_play_is_found_without_one():
    listed(line(ADA, "Ek, Ada", 2000))

    (found,) = found_in_fide("ada ek", "blitz")
    assert (found.rating, found.federation, found.birth_year) == (None, "SWE", 1980)


def test_ratings_are_offered_only_for_requested_players(ada):
    other = PlayerFactory(fide_id=BO)
    listed(line(ADA, "Ek, Ada", 2000), line(BO, "Alm, Bo", 1900))

    found = fide_ratings_beside("standard", NOVEMBER, [other.pk])
    assert {pk: each.rating for pk, each in found.items()} == {other.pk: 1900}
    assert fide_ratings_beside("standard", NOVEMBER, []) == {}


def test_only_the_last_five_files_are_shown():
    by = officer()
    files = [brought(by, month=date(2026, month, 1)) for month in range(1, 7)]

    assert recent_uploads() == files[:0:-1]
