"""Many members who are added at once: all of them, or nobody."""

from datetime import date

import pytest

from federation.domain.new_members import LinesRefused, ListedMember, add_members
from federation.domain.players import DuplicateCheck, MatchesFound, PlayerDraft
from federation.enums import PlayerStatus
from federation.models import Membership, Player
from tests.factories import OFFICE, ClubFactory, PlayerFactory, member

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
