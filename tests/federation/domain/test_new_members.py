"""Many members who are added at once: all of them, or nobody."""

from datetime import date

import pytest

from federation.domain.new_members import LinesRefused, ListedMember, add_members
from federation.domain.players import DuplicateCheck, MatchesFound, PlayerDraft
from federation.domain.refusal import RegisterRefusal
from federation.enums import PlayerStatus
from federation.models import Membership, Player
from tests.factories import (
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    member,
)
from tests.races import second_waits

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


def listed(line, player, *others):
    return ListedMember(line, DAY, player, DuplicateCheck(others))


def new(first="Anna", last="Berg", year=1990):
    return PlayerDraft(first_name=first, last_name=last, birth_year=year)


def test_new_and_known_players_become_members_from_the_day():
    club, known = ClubFactory(), PlayerFactory()
    done = add_members(club.pk, [listed(1, new()), listed(2, known.pk)], acting=OFFICE)
    held = Membership.objects.of_club(club.pk)
    assert (done.added, done.already) == (2, 0)
    assert set(held.values_list("from_date", flat=True)) == {DAY}


def test_lines_that_cannot_be_entered_are_named_and_nobody_is_added():
    club, dead = ClubFactory(), PlayerFactory(status=PlayerStatus.DECEASED)
    PlayerFactory(first_name="Bo", last_name="Ek", birth_year=1961)
    lines = [listed(1, new()), listed(2, dead.pk), listed(3, new("Bo", "Ek", 1961))]
    with pytest.raises(LinesRefused) as refused:
        add_members(club.pk, lines, acting=OFFICE)
    reasons = refused.value.reasons
    assert list(reasons) == [2, 3]
    assert isinstance(reasons[3], MatchesFound)
    assert (Membership.objects.count(), Player.objects.count()) == (0, 2)


def test_same_list_again_adds_nobody():
    club = ClubFactory()
    was = member(club)
    lines = [listed(1, new()), listed(2, was.pk)]
    assert add_members(club.pk, lines, acting=OFFICE).added == 1
    again = add_members(club.pk, lines, acting=OFFICE)
    assert (again.added, again.already, Player.objects.count()) == (0, 2, 2)


def test_namesake_of_one_year_whom_the_user_looked_at_is_added():
    club = ClubFactory()
    other = member(club, first_name="Anna", last_name="Berg", birth_year=1990)
    done = add_members(club.pk, [listed(1, new(), other.pk)], acting=OFFICE)
    assert (done.added, Player.objects.count()) == (1, 2)


def test_two_similar_new_players_of_one_list_are_both_added():
    club = ClubFactory()
    twins = [
        listed(1, new("Elsa", "Lindqvist", 2014)),
        listed(2, new("Elias", "Lindqvist", 2014)),
    ]
    done = add_members(club.pk, twins, acting=OFFICE)
    assert (done.added, done.already, Player.objects.count()) == (2, 0, 2)
    again = add_members(club.pk, twins, acting=OFFICE)
    assert (again.added, again.already, Player.objects.count()) == (0, 2, 2)


def test_new_player_who_is_in_the_list_twice_is_added_once():
    club = ClubFactory()
    done = add_members(club.pk, [listed(1, new()), listed(2, new())], acting=OFFICE)
    assert (done.added, done.already, Player.objects.count()) == (1, 1, 1)


def test_player_who_left_after_the_day_is_no_member_already():
    club = ClubFactory()
    left = member(club)
    Membership.objects.update(to_date=date(2026, 4, 1))
    with pytest.raises(LinesRefused) as refused:
        add_members(club.pk, [listed(1, left.pk)], acting=OFFICE)
    (reason,) = refused.value.reasons.values()
    assert (type(reason), reason.code) == (RegisterRefusal, "already_member")


def test_member_until_a_day_to_come_gets_no_second_membership():
    club = ClubFactory()
    until = date(2026, 12, 31)
    guest = MembershipFactory(club=club, to_date=until).player
    later = ListedMember(1, date(2027, 1, 1), guest.pk, DuplicateCheck())
    done = add_members(club.pk, [later], acting=OFFICE)
    assert (done.added, done.already) == (0, 1)
    assert Membership.objects.get().to_date == until


@pytest.mark.django_db(transaction=True)
def test_cards_of_a_list_are_locked_in_the_order_of_their_keys():
    club, (first, second) = ClubFactory(), (PlayerFactory(), PlayerFactory())

    def lock(player):
        Player.objects.select_for_update().get(pk=player.pk)

    lines = [listed(1, second.pk), listed(2, first.pk)]
    done = second_waits(
        lambda: lock(first),
        lambda: add_members(club.pk, lines, acting=OFFICE),
        then=lambda: lock(second),
    )
    assert done.added == 2
