"""Clubs with their members' ratings: `ratings.clubs.queries`."""

from datetime import date, timedelta
from types import SimpleNamespace

import pytest

from federation.models import Membership
from federation.permissions import NOBODY
from ratings.clubs.queries.clubs import clubs_with_ratings, members_of, memberships_of
from ratings.clubs.queries.districts import sums_of
from ratings.people.queries.names import read_people
from ratings.pools.queries.publications import publications
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    line,
    member,
)
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
DAY = timedelta(days=1)


@pytest.fixture
def club():
    return ClubFactory()


def counted(club, today=TODAY):
    found = clubs_with_ratings(chess_pool().pk, today).get(pk=club.pk)
    return found.members, found.rated, found.mean


def members(club, today=TODAY):
    memberships = memberships_of(club.pk, today)
    known = read_people(memberships, NOBODY, today)
    newest = publications(chess_pool().pk).newest
    return members_of(memberships, known, chess_pool().pk, newest)


def test_a_member_counts_from_the_first_day_to_the_last(club):
    first, last = date(2026, 6, 1), date(2026, 6, 30)
    MembershipFactory(club=club, from_date=first, to_date=last)

    days = (first - DAY, first, last, last + DAY)

    assert [counted(club, day)[0] for day in days] == [0, 1, 1, 0]
    assert [len(memberships_of(club.pk, day)) for day in days] == [0, 1, 1, 0]


def test_a_club_without_a_rated_member_has_no_mean(club):
    member(club)
    assert counted(club) == (1, 0, None)


def test_a_members_rating_counts_in_every_club_of_the_player(club):
    player, opponent = rated(1800, club=club), rated(1800)
    guest_of = ClubFactory()
    MembershipFactory(player=player, club=guest_of, is_main=False)
    accepted(line(player, opponent, 1, SPRING))
    up_to_date()

    assert (counted(club), counted(guest_of)) == ((1, 1, 1800), (1, 1, 1800))


def test_members_are_ordered_by_rating_with_unrated_ones_last(club):
    nobody = member(club, first_name="Ada", last_name="Alm")
    weak, strong = rated(1500, club=club), rated(1900, club=club)
    accepted(line(weak, strong, 1, SPRING))
    up_to_date()

    assert [each.person.pk for each in members(club)] == [strong.pk, weak.pk, nobody.pk]


def test_members_of_equal_rating_are_ordered_by_name(club):
    for name in ("Bo", "Ada", "Carl"):
        rated(1500, first_name=name, last_name="Ek", club=club)
    up_to_date()

    assert [each.name for each in members(club)] == ["Ada Ek", "Bo Ek", "Carl Ek"]


def test_a_member_has_the_rating_of_the_newest_list_and_the_live_one(club):
    adam, bertil, _report = rulebook_game()
    MembershipFactory(player=adam, club=club, is_main=False)
    accepted(line(adam, rated(1976), 1, SUMMER))
    for day in (SPRING, SUMMER):
        published(day)
    corrected(adam, bertil, 0)
    published(SPRING)  # Built last, and of earlier days.

    (found,) = members(club)

    assert (found.official, found.is_main, found.last_played) == (1976, False, SUMMER)
    assert found.live != found.official


def test_member_missing_from_the_newest_list_has_no_official_rating(club):
    rulebook_game()
    published(SPRING)
    late = member(club)
    accepted(line(late, member(), 1, SUMMER))
    up_to_date()

    (found,) = members(club)

    assert (found.official, found.live) == (None, 1300)


def test_merged_card_is_not_counted_as_a_member(club):
    remaining_card = member(club)
    merged_card = PlayerFactory(merged_into=remaining_card)
    MembershipFactory(player=merged_card, club=club)

    assert list(memberships_of(club.pk, TODAY)) == [remaining_card.pk]
    assert Membership.objects.filter(club=club).count() == 2


def test_district_mean_weights_each_club_by_its_rated_members():
    clubs = [
        SimpleNamespace(members=5, rated=3, mean=1500),
        SimpleNamespace(members=2, rated=1, mean=1900),
        SimpleNamespace(members=4, rated=0, mean=None),
    ]

    sums = sums_of(clubs)

    assert (sums.clubs, sums.members, sums.rated, sums.mean) == (3, 11, 4, 1600)
