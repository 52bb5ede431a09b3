"""Merging two cards whose memberships and suspensions have different days."""

from datetime import date, timedelta

import pytest

from federation.domain.accounts.suspensions import end_suspension
from federation.domain.authorship import ActionContext
from federation.domain.merging import merge_players, separate_players
from federation.models import Membership, Suspension
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
)

DAY = date(2026, 3, 1)
ONE_DAY = timedelta(days=1)
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
    suspensions = Suspension.objects.filter(player=player).order_by("from_date", "pk")
    return list(suspensions.values_list("from_date", "to_date"))


def test_future_suspension_is_copied_to_the_remaining_card():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    barred(merged_card, SOON, LATER)
    merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    assert days(remaining_card) == [(SOON, LATER)]


def test_own_suspension_of_the_remaining_card_is_kept_on_undo():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    barred(remaining_card, DAY, SOON)
    barred(merged_card, SOON, LATER)
    taken = merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    assert days(remaining_card) == [(DAY, SOON), (SOON + ONE_DAY, LATER)]
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    assert (days(remaining_card), days(merged_card)) == ([(DAY, SOON)], [(SOON, LATER)])


def test_suspension_that_both_cards_have_can_be_ended_after_the_merge():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    own = barred(remaining_card, DAY, LATER)
    barred(merged_card, DAY, LATER)
    taken = merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    end_suspension(
        own.pk, last_date=SOON, acting=ActionContext(own.decided_by_id, NOON)
    )
    assert (taken.suspensions, days(remaining_card)) == ((), [(DAY, SOON)])


def test_suspension_is_copied_for_the_days_that_the_remaining_card_lacks():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    barred(remaining_card, DAY - ONE_DAY, DAY + ONE_DAY)
    barred(remaining_card, SOON, SOON + ONE_DAY)
    barred(merged_card, DAY, LATER)
    merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    assert days(remaining_card) == [
        (DAY - ONE_DAY, DAY + ONE_DAY),
        (DAY + 2 * ONE_DAY, SOON - ONE_DAY),
        (SOON, SOON + ONE_DAY),
        (SOON + 2 * ONE_DAY, LATER),
    ]


def test_suspension_that_was_ended_stays_ended_on_both_cards_on_undo():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    own = barred(merged_card, DAY, LATER)
    taken = merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    end_suspension(
        taken.suspensions[0],
        last_date=SOON,
        acting=ActionContext(own.decided_by_id, NOON),
    )
    separate_players(merged_card.pk, remaining_card.pk, taken, acting=OFFICE)
    assert (days(remaining_card), days(merged_card)) == ([], [(DAY, SOON)])


def test_of_two_main_clubs_the_remaining_cards_stays_main():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    own, theirs, third = (ClubFactory() for _ in range(3))
    MembershipFactory(player=remaining_card, club=own)
    MembershipFactory(player=merged_card, club=theirs, to_date=LATER)
    MembershipFactory(player=merged_card, club=third, is_main=False, from_date=SOON)
    merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    memberships = Membership.objects.filter(player=remaining_card).order_by("pk")
    assert list(memberships.values_list("club", "from_date", "to_date", "is_main")) == [
        (own.pk, date(2000, 1, 1), None, True),
        (theirs.pk, DAY, LATER, False),
        (third.pk, SOON, None, False),
    ]


def test_future_main_club_prevents_the_copied_club_from_being_main():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    MembershipFactory(player=remaining_card, club=ClubFactory(), from_date=SOON)
    theirs = MembershipFactory(player=merged_card)
    merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    [copy] = Membership.objects.filter(player=remaining_card, club=theirs.club)
    assert (copy.from_date, copy.is_main) == (DAY, False)


def test_suspension_before_another_one_of_the_remaining_card_is_copied_whole():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    barred(merged_card, DAY, SOON)
    barred(remaining_card, LATER, LATER + ONE_DAY)
    merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    assert days(remaining_card) == [(DAY, SOON), (LATER, LATER + ONE_DAY)]


def test_days_between_two_own_suspensions_are_copied():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    barred(merged_card, DAY, SOON)
    barred(remaining_card, DAY + ONE_DAY, DAY + 2 * ONE_DAY)
    barred(remaining_card, LATER, LATER + ONE_DAY)
    merge_players(merged_card.pk, remaining_card.pk, on=DAY, acting=OFFICE)
    assert days(remaining_card) == [
        (DAY, DAY),
        (DAY + ONE_DAY, DAY + 2 * ONE_DAY),
        (DAY + 3 * ONE_DAY, SOON),
        (LATER, LATER + ONE_DAY),
    ]
