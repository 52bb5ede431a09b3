from datetime import date

import pytest

from federation.domain.memberships import change_main_club, join_club, leave_club
from federation.enums import PlayerStatus
from federation.models import Membership, Player
from tests.factories import OFFICE, ClubFactory, MembershipFactory, PlayerFactory
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
JUNE, JULY, AUGUST = date(2026, 6, 15), date(2026, 7, 1), date(2026, 8, 1)
EVER = None


@pytest.fixture
def player():
    return PlayerFactory()


@pytest.fixture
def clubs():
    """Two clubs, by the letters of their names."""
    return ClubFactory(short_name="A"), ClubFactory(short_name="B")


def joined(player, club, day, **facts):
    return join_club(player.pk, club.pk, from_date=day, acting=OFFICE, **facts)


def memberships_of(player):
    """Return club, first day, last day and whether it is the main club, in order."""
    return list(
        Membership.objects.filter(player=player)
        .order_by("from_date", "club__short_name")
        .values_list("club__short_name", "from_date", "to_date", "is_main")
    )


def test_first_club_becomes_main_club_and_the_second_does_not(player, clubs):
    joined(player, clubs[0], JUNE)
    joined(player, clubs[1], JULY)
    assert memberships_of(player) == [("A", JUNE, EVER, True), ("B", JULY, EVER, False)]


def test_second_membership_of_a_club_and_second_main_club_are_refused(player, clubs):
    joined(player, clubs[0], JUNE)
    assert refusal_code(joined, player, clubs[0], JULY) == "already_member"
    assert refusal_code(joined, player, clubs[1], JULY, is_main=True) == "has_main_club"


def test_membership_that_begins_later_is_refused_as_a_duplicate_too(player, clubs):
    joined(player, clubs[0], JULY)
    assert refusal_code(joined, player, clubs[0], JUNE) == "already_member"


def test_player_can_rejoin_after_leaving(player, clubs):
    joined(player, clubs[0], JUNE)
    leave_club(player.pk, clubs[0].pk, last_date=date(2026, 6, 30), acting=OFFICE)
    player.status = PlayerStatus.LEFT
    player.save()
    joined(player, clubs[0], JULY)
    player.refresh_from_db()
    assert memberships_of(player) == [
        ("A", JUNE, date(2026, 6, 30), True),
        ("A", JULY, EVER, True),
    ]
    assert player.status == PlayerStatus.ACTIVE


def test_deceased_player_cannot_join(player, clubs):
    player.status = PlayerStatus.DECEASED
    player.save()
    assert refusal_code(joined, player, clubs[0], JUNE) == "deceased"


def test_leaving_the_main_club_makes_the_only_other_club_main(player, clubs):
    joined(player, clubs[0], JUNE)
    joined(player, clubs[1], JUNE)
    leave_club(player.pk, clubs[0].pk, last_date=date(2026, 6, 30), acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, date(2026, 6, 30), True),
        ("B", JUNE, date(2026, 6, 30), False),
        ("B", JULY, EVER, True),
    ]


def test_with_two_other_clubs_no_main_club_is_chosen_automatically(player, clubs):
    for club in (*clubs, ClubFactory(short_name="C")):
        joined(player, club, JUNE)
    leave_club(player.pk, clubs[0].pk, last_date=date(2026, 6, 30), acting=OFFICE)
    assert Membership.objects.on(JULY).filter(player=player, is_main=True).count() == 0
    change_main_club(player.pk, clubs[1].pk, from_date=JULY, acting=OFFICE)
    assert Membership.objects.on(JULY).get(player=player, is_main=True).club == clubs[1]


def test_leaving_before_a_change_of_main_club_ends_the_later_part_too(player, clubs):
    joined(player, clubs[0], JUNE)
    joined(player, clubs[1], JUNE)
    change_main_club(player.pk, clubs[1].pk, from_date=AUGUST, acting=OFFICE)
    leave_club(player.pk, clubs[0].pk, last_date=date(2026, 6, 30), acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, date(2026, 6, 30), True),
        ("B", JUNE, date(2026, 6, 30), False),
        ("B", JULY, date(2026, 7, 31), True),
        ("B", AUGUST, EVER, True),
    ]


def test_leaving_the_future_main_club_keeps_the_current_one(player, clubs):
    joined(player, clubs[0], JUNE)
    joined(player, clubs[1], JUNE)
    change_main_club(player.pk, clubs[1].pk, from_date=AUGUST, acting=OFFICE)
    leave_club(player.pk, clubs[1].pk, last_date=date(2026, 6, 30), acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, date(2026, 7, 31), True),
        ("B", JUNE, date(2026, 6, 30), False),
        ("A", AUGUST, EVER, True),
    ]


def test_leaving_earlier_keeps_a_later_rejoining(player, clubs):
    MembershipFactory(player=player, club=clubs[0], from_date=JUNE, to_date=JULY)
    joined(player, clubs[0], AUGUST)
    leave_club(player.pk, clubs[0].pk, last_date=date(2026, 6, 30), acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, date(2026, 6, 30), True),
        ("A", AUGUST, EVER, True),
    ]


def test_leaving_before_joining_or_without_membership_is_refused(player, clubs):
    joined(player, clubs[0], JULY)
    leaving = {"last_date": JUNE, "acting": OFFICE}
    assert (
        refusal_code(leave_club, player.pk, clubs[0].pk, **leaving) == "before_joining"
    )
    assert refusal_code(leave_club, player.pk, clubs[1].pk, **leaving) == "not_member"


def test_last_day_can_be_moved_earlier(player, clubs):
    MembershipFactory(
        player=player, club=clubs[0], from_date=JUNE, to_date=date(2026, 12, 31)
    )
    leave_club(player.pk, clubs[0].pk, last_date=JULY, acting=OFFICE)
    assert memberships_of(player) == [("A", JUNE, JULY, True)]


def test_main_club_changes_from_a_day_on_and_earlier_days_are_unchanged(player, clubs):
    joined(player, clubs[0], JUNE)
    joined(player, clubs[1], JUNE)
    change_main_club(player.pk, clubs[1].pk, from_date=JULY, acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, date(2026, 6, 30), True),
        ("B", JUNE, date(2026, 6, 30), False),
        ("A", JULY, EVER, False),
        ("B", JULY, EVER, True),
    ]


def test_main_club_changes_on_the_first_day_without_a_split(player, clubs):
    joined(player, clubs[0], JUNE)
    joined(player, clubs[1], JUNE)
    change_main_club(player.pk, clubs[1].pk, from_date=JUNE, acting=OFFICE)
    assert memberships_of(player) == [("A", JUNE, EVER, False), ("B", JUNE, EVER, True)]


def test_only_a_further_club_can_become_main_club(player, clubs):
    joined(player, clubs[0], JUNE)
    changing = {"from_date": JULY, "acting": OFFICE}
    assert [
        refusal_code(change_main_club, player.pk, club.pk, **changing) for club in clubs
    ] == ["already_main", "not_member"]


def test_future_main_club_leaves_the_further_club_unchanged(player, clubs):
    third, july_last = ClubFactory(short_name="C"), date(2026, 7, 31)
    facts = {"player": player, "from_date": JUNE}
    MembershipFactory(club=clubs[0], to_date=july_last, **facts)
    MembershipFactory(club=clubs[1], is_main=False, **facts)
    MembershipFactory(player=player, club=third, from_date=AUGUST)
    june_last = date(2026, 6, 30)
    leave_club(player.pk, clubs[0].pk, last_date=june_last, acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, june_last, True),
        ("B", JUNE, EVER, False),
        ("C", AUGUST, EVER, True),
    ]


def test_leaving_ends_every_part_of_the_membership(player, clubs):
    first, second = clubs
    for club in clubs:
        joined(player, club, JUNE)
    for club, day in ((second, JULY), (first, AUGUST)):
        change_main_club(player.pk, club.pk, from_date=day, acting=OFFICE)
    june_last = date(2026, 6, 30)
    leave_club(player.pk, first.pk, last_date=june_last, acting=OFFICE)
    assert memberships_of(player) == [
        ("A", JUNE, june_last, True),
        ("B", JUNE, june_last, False),
        ("B", JULY, date(2026, 7, 31), True),
        ("B", AUGUST, EVER, True),
    ]


def test_last_day_is_still_a_membership_day_and_rejoining_is_possible_the_next_day(
    player, clubs
):
    MembershipFactory(player=player, club=clubs[0], from_date=JUNE, to_date=JULY)
    assert refusal_code(joined, player, clubs[0], JULY) == "already_member"
    joined(player, clubs[0], date(2026, 7, 2))
    assert memberships_of(player)[1] == ("A", date(2026, 7, 2), EVER, True)


def test_change_of_main_club_overrides_a_later_planned_change(player, clubs):
    third, july_last = ClubFactory(short_name="C"), date(2026, 7, 31)
    facts = {"player": player, "from_date": JUNE}
    MembershipFactory(club=clubs[0], to_date=july_last, **facts)
    MembershipFactory(club=clubs[1], is_main=False, **facts)
    MembershipFactory(player=player, club=third, from_date=AUGUST)
    change_main_club(player.pk, clubs[1].pk, from_date=JULY, acting=OFFICE)
    june_last = date(2026, 6, 30)
    assert memberships_of(player) == [
        ("A", JUNE, june_last, True),
        ("B", JUNE, june_last, False),
        ("A", JULY, july_last, False),
        ("B", JULY, EVER, True),
        ("C", AUGUST, EVER, False),
    ]


def test_further_club_may_be_joined_before_any_main_club(player, clubs):
    joined(player, clubs[0], JUNE, is_main=False)
    assert memberships_of(player) == [("A", JUNE, EVER, False)]


def test_former_main_club_does_not_prevent_a_new_one(player, clubs):
    MembershipFactory(
        player=player, club=clubs[0], from_date=JUNE, to_date=date(2026, 6, 30)
    )
    joined(player, clubs[1], JULY, is_main=True)
    assert memberships_of(player)[1] == ("B", JULY, EVER, True)
    assert player.status == PlayerStatus.ACTIVE


def test_later_membership_elsewhere_does_not_prolong_the_ended_one(player, clubs):
    for club in clubs:
        joined(player, club, JUNE)
    leave_club(player.pk, clubs[1].pk, last_date=JUNE, acting=OFFICE)
    assert memberships_of(player) == [("A", JUNE, EVER, True), ("B", JUNE, JUNE, False)]


def test_membership_of_a_card_merged_in_the_meantime_is_not_changed(player, clubs):
    joined(player, clubs[0], JUNE)
    Player.objects.filter(pk=player.pk).update(merged_into=PlayerFactory())
    before = memberships_of(player)
    acts = {
        join_club: {"from_date": JULY},
        leave_club: {"last_date": JULY},
        change_main_club: {"from_date": JULY},
    }
    for act, days in acts.items():
        facts = {**days, "acting": OFFICE}
        assert refusal_code(act, player.pk, clubs[1].pk, **facts) == "merged_card"
    assert memberships_of(player) == before
