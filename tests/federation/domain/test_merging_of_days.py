"""What holds on later days of two cards of one person."""

from datetime import date, timedelta

import pytest

from federation.domain.merging import merge_players, part_players
from federation.models import Membership, Suspension
from tests.factories import (
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
)

DAY = date(2026, 3, 1)
SOON, LATER = DAY + timedelta(days=10), DAY + timedelta(days=40)
pytestmark = pytest.mark.django_db


def barred(player, first, last):
    return Suspension.objects.create(
        player=player,
        from_date=first,
        to_date=last,
        reason="Minutes",
        decided_by=UserFactory(),
    )


def days(player):
    held = Suspension.objects.filter(player=player).order_by("from_date", "pk")
    return list(held.values_list("from_date", "to_date"))


def test_a_suspension_that_begins_later_holds_for_whoever_stays():
    gone, stays = PlayerFactory(), PlayerFactory()
    barred(gone, SOON, LATER)
    merge_players(gone.pk, stays.pk, on=DAY, acting=OFFICE)
    assert days(stays) == [(SOON, LATER)]


def test_the_own_suspension_of_whoever_stays_is_left_when_the_cards_are_parted():
    gone, stays = PlayerFactory(), PlayerFactory()
    barred(stays, DAY, SOON)
    barred(gone, SOON, LATER)
    taken = merge_players(gone.pk, stays.pk, on=DAY, acting=OFFICE)
    assert days(stays) == [(DAY, SOON), (SOON, LATER)]
    part_players(gone.pk, stays.pk, taken, acting=OFFICE)
    assert (days(stays), days(gone)) == ([(DAY, SOON)], [(SOON, LATER)])


def test_two_main_clubs_leave_that_of_whoever_stays_and_a_third_is_a_further_one():
    gone, stays = PlayerFactory(), PlayerFactory()
    own, theirs, third = (ClubFactory() for _ in range(3))
    MembershipFactory(player=stays, club=own)
    MembershipFactory(player=gone, club=theirs, to_date=LATER)
    MembershipFactory(player=gone, club=third, is_main=False, from_date=SOON)
    merge_players(gone.pk, stays.pk, on=DAY, acting=OFFICE)
    held = Membership.objects.filter(player=stays).order_by("pk")
    assert list(held.values_list("club", "from_date", "to_date", "is_main")) == [
        (own.pk, date(2000, 1, 1), None, True),
        (theirs.pk, DAY, LATER, False),
        (third.pk, SOON, None, False),
    ]


def test_a_main_club_that_begins_later_keeps_the_other_from_being_main_too():
    gone, stays = PlayerFactory(), PlayerFactory()
    MembershipFactory(player=stays, club=ClubFactory(), from_date=SOON)
    theirs = MembershipFactory(player=gone)
    merge_players(gone.pk, stays.pk, on=DAY, acting=OFFICE)
    [copy] = Membership.objects.filter(player=stays, club=theirs.club)
    assert (copy.from_date, copy.is_main) == (DAY, False)
