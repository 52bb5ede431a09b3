"""Which club manages a player's data and who sees whom: `federation.queries.members`."""

from datetime import date, timedelta

import pytest

from federation.enums import RoleKind, Visibility
from federation.models import Player
from federation.permissions import NOBODY, actor_of
from federation.queries.members import (
    clubs_seen_by,
    managing_club,
    member_file,
    members_seen_by,
    shown_in_full,
    with_main_club,
)
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    member,
    officer,
    secretary_of,
)

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DAY = timedelta(days=1)
HIDDEN = Visibility.HIDDEN


@pytest.fixture
def clubs():
    return ClubFactory(name="Alfa"), ClubFactory(name="Beta")


def join(player, club, **facts):
    return MembershipFactory(player=player, club=club, **facts)


def seen(user):
    return set(members_seen_by(actor_of(user, TODAY), TODAY))


def seen_in_full(user):
    actor = actor_of(user, TODAY) if user else NOBODY
    return set(Player.objects.filter(shown_in_full(actor, TODAY)))


# --- which club manages the data -------------------------------------------------
def test_main_club_manages_the_data_even_if_a_further_club_is_older(clubs):
    player = PlayerFactory()
    join(player, clubs[0], is_main=False)
    join(player, clubs[1], from_date=date(2020, 1, 1))
    assert managing_club(player.pk, TODAY) == clubs[1]


def test_without_main_club_the_further_club_that_lasts_longest_then_the_older_one(
    clubs,
):
    player, third = PlayerFactory(), ClubFactory()
    join(player, third, is_main=False, to_date=TODAY + DAY)
    join(player, clubs[1], is_main=False, from_date=date(2020, 1, 1))
    join(player, clubs[0], is_main=False, from_date=date(2010, 1, 1))
    assert managing_club(player.pk, TODAY) == clubs[0]


def test_player_who_left_all_clubs_is_managed_by_the_last_one(clubs):
    player = PlayerFactory()
    join(player, clubs[1], is_main=False, to_date=date(2020, 1, 1))
    join(player, clubs[0], to_date=date(2010, 1, 1))
    assert managing_club(player.pk, TODAY) == clubs[1]


def test_main_club_manages_the_data_to_its_last_day(clubs):
    player = PlayerFactory()
    join(player, clubs[0], to_date=TODAY)
    join(player, clubs[1], is_main=False)
    days = [managing_club(player.pk, day) for day in (TODAY, TODAY + DAY)]
    assert days == list(clubs)


def test_main_club_manages_the_data_until_a_future_one_begins(clubs):
    player = PlayerFactory()
    join(player, clubs[0], to_date=TODAY)
    join(player, clubs[1], is_main=False, to_date=TODAY)
    join(player, clubs[1], from_date=TODAY + DAY)
    days = [managing_club(player.pk, day) for day in (TODAY, TODAY + DAY)]
    assert days == list(clubs)


def test_future_main_club_manages_the_data_before_a_current_further_club(clubs):
    player = PlayerFactory()
    join(player, clubs[0], is_main=False)
    join(player, clubs[1], from_date=TODAY + DAY)
    assert managing_club(player.pk, TODAY) == clubs[1]


def test_player_who_was_never_a_member_is_managed_by_no_club():
    member()
    assert managing_club(PlayerFactory().pk, TODAY) is None


# --- who sees whom ----------------------------------------------------------------
def test_club_sees_its_members_and_those_who_left_it_last(clubs):
    ours, other = clubs
    current, soon, left = member(ours), PlayerFactory(), PlayerFactory()
    join(soon, ours, from_date=TODAY + DAY)
    join(left, ours, to_date=TODAY - DAY)
    went_on, left_later, merged = member(other), PlayerFactory(), member(ours)
    join(went_on, ours, is_main=False, to_date=TODAY - DAY)
    join(left_later, ours, to_date=date(2010, 1, 1))
    join(left_later, other, from_date=date(2011, 1, 1), to_date=date(2012, 1, 1))
    Player.objects.filter(pk=merged.pk).update(merged_into=current)
    assert seen(secretary_of(ours)) == {current, soon, left}
    assert seen(secretary_of(other)) == {went_on, left_later}


def test_district_sees_the_members_of_its_clubs_and_a_player_sees_no_one(clubs):
    district = DistrictFactory()
    club = ClubFactory(district=district)
    current, left, own = member(club), PlayerFactory(), member(clubs[0])
    join(left, club, to_date=TODAY - DAY)
    of_district = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    assert seen(of_district) == {current, left}
    assert seen(UserFactory(player=own)) == set()


def test_seen_clubs_are_those_of_the_roles_by_name(clubs):
    district = DistrictFactory()
    of_district = ClubFactory(name="Zeta", district=district)
    both = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    RoleFactory(user=both, kind=RoleKind.DEPUTY, club=clubs[1])
    users = (both, secretary_of(clubs[0]), officer(), UserFactory())
    found = [list(clubs_seen_by(actor_of(user, TODAY))) for user in users]
    assert found == [
        [clubs[1], of_district],
        [clubs[0]],
        [*clubs, of_district],
        [],
    ]


def test_hidden_name_is_shown_to_the_own_club_the_player_and_the_office(clubs):
    public = member(clubs[0])
    ours, theirs = (member(club, visibility=HIDDEN) for club in clubs)
    initials = member(clubs[1], visibility=Visibility.INITIALS)
    former = PlayerFactory(visibility=HIDDEN)
    join(former, clubs[0], to_date=TODAY - DAY)
    assert seen_in_full(None) == {public}
    assert seen_in_full(secretary_of(clubs[0])) == {public, ours, former}
    assert seen_in_full(UserFactory(player=theirs)) == {public, theirs}
    assert seen_in_full(officer()) == {public, ours, theirs, initials, former}


def test_cards_that_lead_to_a_hidden_player_are_shown_with_it(clubs):
    ours = member(clubs[0], visibility=HIDDEN)
    card = PlayerFactory(visibility=HIDDEN, merged_into=ours)
    own = UserFactory(player=ours)
    assert seen_in_full(own) == seen_in_full(secretary_of(clubs[0])) == {ours, card}
    assert seen_in_full(secretary_of(clubs[1])) == set()


def test_closed_account_counts_as_account_and_only_for_its_own_player():
    with_account, closed, none = PlayerFactory(), PlayerFactory(), PlayerFactory()
    UserFactory(player=with_account)
    UserFactory(player=closed, **CLOSED)
    found = with_main_club(Player.objects.all(), TODAY)
    assert {each: each.has_account for each in found} == {
        with_account: True, closed: True, none: False,
    }  # fmt: skip


# --- the file -----------------------------------------------------------------------
def test_file_lists_current_memberships_first_and_then_the_last_former_one(clubs):
    player, third = PlayerFactory(), ClubFactory()
    old = join(player, clubs[0], to_date=date(2001, 1, 1))
    newer = join(player, third, from_date=date(2002, 1, 1), to_date=date(2003, 1, 1))
    now = join(player, clubs[1], from_date=date(2004, 1, 1))
    actor = actor_of(secretary_of(clubs[1]), TODAY)
    file = member_file(player, actor, TODAY, NOON)
    assert file.memberships == (now, newer, old)
    assert (file.is_whole, file.keeper, file.account) == (True, clubs[1], None)
