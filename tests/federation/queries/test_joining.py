"""Whom a joining request means."""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.domain.joining import WantedMember, request_joining
from federation.domain.merging import merge_players
from federation.domain.refusal import RegisterRefusal
from federation.models import JoiningRequest
from federation.permissions import actor_of
from federation.queries.joining import among_own, player_meant
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    member,
    secretary_of,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def asked(club, *, by=None, address="192.0.2.1", **typed):
    return request_joining(
        WantedMember(club_id=club.pk, from_date=TODAY, **typed),
        acting=ActionContext((by or secretary_of(club)).pk, NOON),
        address=address,
    )


def test_the_number_of_a_card_that_was_merged_twice_means_the_one_that_is_left():
    first, second, third = (PlayerFactory() for _ in range(3))
    merge_players(first.pk, second.pk, on=TODAY, acting=OFFICE)
    merge_players(second.pk, third.pk, on=TODAY, acting=OFFICE)
    assert player_meant(asked(ClubFactory(), number=first.national_id)) == third


@pytest.mark.parametrize("typed", ["Åsa Ek Berg", "Ek Berg Åsa", "asa  ek berg"])
def test_a_name_is_meant_in_either_order_and_without_its_accents(typed):
    player = PlayerFactory(first_name="Åsa", last_name="Ek Berg", birth_year=1971)
    assert player_meant(asked(ClubFactory(), name=typed, birth_year=1971)) == player


def test_a_name_is_meant_of_the_year_that_was_written_only():
    facts = {"first_name": "Åsa", "last_name": "Ek"}
    older = PlayerFactory(birth_year=1941, **facts)
    younger = PlayerFactory(birth_year=1971, **facts)
    found = [
        player_meant(asked(ClubFactory(), name="Åsa Ek", birth_year=year))
        for year in (1941, 1971, 1980)
    ]
    assert found == [older, younger, None]


def test_a_club_asks_for_a_namesake_who_was_born_in_another_year():
    club = ClubFactory()
    for year in (1941, 1971):
        asked(club, name="Åsa Ek", birth_year=year)
    with pytest.raises(RegisterRefusal, match=r"^asked_already$"):
        asked(club, name="Åsa Ek", birth_year=1941)
    assert JoiningRequest.objects.count() == 2


def test_whoever_joins_as_a_guest_one_day_is_asked_for_no_more():
    club, guest = ClubFactory(), member()
    MembershipFactory(
        player=guest, club=club, is_main=False, from_date=TODAY + timedelta(days=9)
    )
    actor = actor_of(secretary_of(club), TODAY)
    asked_for = (guest, member())
    assert [
        list(among_own(actor, club, TODAY, each.national_id, "", None))
        for each in asked_for
    ] == [[guest], []]


def test_tries_are_those_of_a_person_and_not_of_the_club(settings):
    settings.TRIES_A_DAY = 1
    club = ClubFactory()
    first, second = secretary_of(club), secretary_of(club)
    asked(club, by=first, number="1")
    asked(club, by=second, number="2")
    with pytest.raises(RegisterRefusal, match=r"^too_many_tries$"):
        asked(club, by=first, number="3")


def test_tries_at_one_address_are_three_times_those_of_an_account(settings):
    settings.TRIES_A_DAY = 1
    for _ in range(3):
        asked(ClubFactory(), number="1")
    with pytest.raises(RegisterRefusal, match=r"^too_many_tries$"):
        asked(ClubFactory(), number="1")
    asked(ClubFactory(), number="1", address="192.0.2.2")


def test_tries_of_a_new_day_begin_at_none(settings):
    settings.TRIES_A_DAY = 1
    club, user = ClubFactory(), UserFactory()
    for days in (0, 1):
        request_joining(
            WantedMember(club_id=club.pk, from_date=TODAY, number=f"{days}"),
            acting=ActionContext(user.pk, NOON + timedelta(days=days)),
            address="192.0.2.1",
        )
    assert JoiningRequest.objects.count() == 2
