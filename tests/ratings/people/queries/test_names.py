"""People as one reader may see them on a day: `ratings.people.queries.names`."""

from datetime import date, timedelta

import pytest

from federation.domain.merging import merge_players
from federation.enums import Visibility
from federation.models import Player
from federation.permissions import NOBODY, actor_of
from ratings.people.queries.fide_ratings import held_on
from ratings.people.queries.names import people, person, searchable, with_register
from tests.factories import (
    OFFICE,
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    member,
    secretary_of,
)
from tests.ratings.fide_list import line, listed

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)
BEFORE, AFTER = DAY - timedelta(days=1), DAY + timedelta(days=1)


def seen(player, actor=NOBODY, day=DAY, **facts):
    return people([player.pk], actor, day, **facts)[player.pk]


@pytest.fixture
def moved():
    """Somebody who moves from one club to another on the day, and belongs to a third."""
    player = PlayerFactory()
    left, now, beside = (ClubFactory(name=name) for name in ("Left", "Now", "Beside"))
    MembershipFactory(player=player, club=beside, is_main=False)
    MembershipFactory(player=player, club=left, to_date=BEFORE)
    MembershipFactory(player=player, club=now, from_date=DAY)
    return player


@pytest.mark.parametrize(("day", "club"), [(BEFORE, "Left"), (DAY, "Now")])
def test_the_club_is_the_main_one_of_the_day(moved, day, club):
    found = seen(moved, day=day)
    assert found.club == club
    assert found.district_id == moved.memberships.get(club__name=club).club.district_id


def test_who_has_no_club_on_the_day_has_none():
    player = PlayerFactory()
    MembershipFactory(player=player, to_date=BEFORE)
    MembershipFactory(player=player, is_main=False)
    assert (seen(player).club, seen(player).district_id) == ("", None)


def test_the_class_is_the_newest_that_has_begun():
    player = PlayerFactory()
    for name, begins in (("III", BEFORE), ("II", DAY), ("I", AFTER)):
        ClassMembershipFactory(player=player, player_class=name, from_date=begins)
    ClassMembershipFactory(player=PlayerFactory(), player_class="M", from_date=DAY)
    held = [seen(player, day=day).player_class for day in (BEFORE, DAY, AFTER)]
    assert held == ["III", "II", "I"]


def test_of_two_classes_of_one_day_the_later_line_holds():
    player = PlayerFactory()
    for name in ("II", "III"):
        ClassMembershipFactory(player=player, player_class=name, from_date=DAY)
    assert seen(player).player_class == "III"


def test_the_secretary_of_the_club_sees_a_hidden_member_and_that_of_a_former_one_not():
    club, former = ClubFactory(), ClubFactory()
    player = member(club, last_name="Ek", first_name="Ada")
    Player.objects.filter(pk=player.pk).update(visibility=Visibility.HIDDEN)
    MembershipFactory(player=player, club=former, is_main=False, to_date=BEFORE)
    ours, theirs = (
        seen(player, actor_of(secretary_of(each), DAY)) for each in (club, former)
    )
    assert (ours.name, ours.is_full, ours.pk) == ("Ada Ek", True, player.pk)
    assert (theirs.is_full, theirs.is_open, theirs.pk) == (False, False, 0)


def test_of_a_hidden_card_not_even_whom_it_leads_to_is_told():
    stays = PlayerFactory(visibility=Visibility.INITIALS)
    gone = PlayerFactory(merged_into=stays, title="GM")
    found = seen(gone)
    assert (found.leads_to, found.title, found.birth_year, found.national_id) == (
        None,
        "",
        None,
        "",
    )
    Player.objects.filter(pk=stays.pk).update(visibility=Visibility.PUBLIC)
    assert seen(gone).leads_to == stays.pk


def test_a_page_is_there_for_whoever_is_shown():
    shown, hidden = PlayerFactory(), PlayerFactory(visibility=Visibility.HIDDEN)
    assert person(shown.pk, NOBODY, DAY).pk == shown.pk
    assert person(hidden.pk, NOBODY, DAY) is None
    assert person(10**9, NOBODY, DAY) is None


def test_nobody_is_found_by_a_name_that_is_not_shown():
    shown = PlayerFactory(last_name="Ekberg")
    hidden = PlayerFactory(last_name="Ekberg", visibility=Visibility.INITIALS)
    assert list(searchable("ekberg", NOBODY, DAY)) == [shown]
    assert list(searchable(hidden.national_id, NOBODY, DAY)) == []
    assert set(searchable("ekbergg", NOBODY, DAY, mistyped=True)) == {shown}


def test_the_rating_of_fide_is_that_of_the_list_that_is_asked_for():
    player = PlayerFactory(fide_id=1700101)
    listed(line(1700101, "Ek, Ada", 2105, rapid=1990), month=date(2026, 4, 1))
    listed(line(1700101, "Ek, Ada", 2120, rapid=2001), month=date(2026, 6, 1))
    april, june = date(2026, 4, 30), date(2026, 6, 1)
    found = [
        seen(player, fide=held_on(tempo, day)).fide
        for tempo, day in (("standard", april), ("standard", june), ("rapid", june))
    ]
    assert found == [2105, 2120, 2001]
    assert seen(player).fide is None


def test_the_register_of_the_day_stands_beside_each_player(moved):
    ClassMembershipFactory(player=moved, player_class="I", from_date=AFTER)
    (row,) = with_register(Player.objects.filter(pk=moved.pk), BEFORE).values_list(
        "club_name", "class_held"
    )
    assert row == ("Left", None)


def namesakes(**facts):
    names = {"first_name": "Stig", "last_name": "Ek", **facts}
    lund, wasa = ClubFactory(name="Lund"), ClubFactory(name="Wasa")
    return member(lund, birth_year=1961, **names), member(wasa, **names)


def apart(*players, actor=NOBODY):
    found = people([each.pk for each in players], actor, DAY)
    return [found[each.pk].distinct_name for each in players]


def test_two_of_one_name_show_year_and_club():
    one, other = namesakes()
    third = member(first_name="Bo", last_name="Ek")
    year = other.birth_year
    assert apart(one, other, third) == [
        "Stig Ek (1961, Lund)",
        f"Stig Ek ({year}, Wasa)",
        "Bo Ek",
    ]


def test_somebody_read_without_the_namesake_shows_neither():
    one, _other = namesakes()
    assert apart(one) == ["Stig Ek"]


def test_two_of_the_same_initials_show_the_club_and_no_year():
    both = namesakes(visibility=Visibility.INITIALS)
    assert apart(*both) == ["S. E. (Lund)", "S. E. (Wasa)"]


def test_whoever_shows_no_name_is_nobodys_namesake():
    both = namesakes(visibility=Visibility.HIDDEN)
    assert apart(*both) == ["Hidden player", "Hidden player"]


def test_a_hidden_namesake_marks_nobody():
    shown, hidden = namesakes()
    Player.objects.filter(pk=hidden.pk).update(visibility=Visibility.INITIALS)
    assert apart(shown, hidden) == ["Stig Ek", "S. E."]


def test_two_cards_of_one_player_are_no_namesakes():
    one, other = namesakes()
    merge_players(other.pk, one.pk, on=DAY, acting=OFFICE)
    assert apart(one, other) == ["Stig Ek", "Stig Ek"]
