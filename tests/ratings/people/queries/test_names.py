"""People as one reader may see them on a day: `ratings.people.queries.names`."""

from datetime import date, timedelta

import pytest

from federation.domain.merging import merge_players
from federation.enums import Visibility
from federation.models import Player
from federation.permissions import NOBODY, actor_of
from ratings.people.queries.fide_ratings import find_fide_list
from ratings.people.queries.names import person, read_people, searchable, with_register
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
    return read_people([player.pk], actor, day, **facts)[player.pk]


@pytest.fixture
def moved():
    """A player who moves from one club to another on the day, and is a guest of a
    third.
    """
    player = PlayerFactory()
    left, now, beside = (ClubFactory(name=name) for name in ("Left", "Now", "Beside"))
    MembershipFactory(player=player, club=beside, is_main=False)
    MembershipFactory(player=player, club=left, to_date=BEFORE)
    MembershipFactory(player=player, club=now, from_date=DAY)
    return player


@pytest.mark.parametrize(("day", "club"), [(BEFORE, "Left"), (DAY, "Now")])
def test_club_is_the_main_club_of_the_day(moved, day, club):
    found = seen(moved, day=day)
    assert found.club == club
    assert found.district_id == moved.memberships.get(club__name=club).club.district_id


def test_player_without_club_on_the_day_has_none():
    player = PlayerFactory()
    MembershipFactory(player=player, to_date=BEFORE)
    MembershipFactory(player=player, is_main=False)
    assert (seen(player).club, seen(player).district_id) == ("", None)


def test_class_is_the_newest_that_has_begun():
    player = PlayerFactory()
    for name, begins in (("III", BEFORE), ("II", DAY), ("I", AFTER)):
        ClassMembershipFactory(player=player, player_class=name, from_date=begins)
    ClassMembershipFactory(player=PlayerFactory(), player_class="M", from_date=DAY)
    classes = [seen(player, day=day).player_class for day in (BEFORE, DAY, AFTER)]
    assert classes == ["III", "II", "I"]


def test_later_of_two_classes_of_one_day_is_used():
    player = PlayerFactory()
    for name in ("II", "III"):
        ClassMembershipFactory(player=player, player_class=name, from_date=DAY)
    assert seen(player).player_class == "III"


def test_secretary_of_current_but_not_former_club_sees_a_hidden_member():
    club, former = ClubFactory(), ClubFactory()
    player = member(club, last_name="Ek", first_name="Ada")
    Player.objects.filter(pk=player.pk).update(visibility=Visibility.HIDDEN)
    MembershipFactory(player=player, club=former, is_main=False, to_date=BEFORE)
    ours, theirs = (
        seen(player, actor_of(secretary_of(each), DAY)) for each in (club, former)
    )
    assert (ours.name, ours.is_full, ours.pk) == ("Ada Ek", True, player.pk)
    assert (theirs.is_full, theirs.is_open, theirs.pk) == (False, False, 0)


def test_merge_target_of_a_hidden_card_is_not_revealed():
    remaining_card = PlayerFactory(visibility=Visibility.INITIALS)
    merged_card = PlayerFactory(merged_into=remaining_card, title="GM")
    found = seen(merged_card)
    assert (found.leads_to, found.title, found.birth_year, found.national_id) == (
        None,
        "",
        None,
        "",
    )
    Player.objects.filter(pk=remaining_card.pk).update(visibility=Visibility.PUBLIC)
    assert seen(merged_card).leads_to == remaining_card.pk


def test_player_shown_by_name_has_a_page():
    shown, hidden = PlayerFactory(), PlayerFactory(visibility=Visibility.HIDDEN)
    assert person(shown.pk, NOBODY, DAY).pk == shown.pk
    assert person(hidden.pk, NOBODY, DAY) is None
    assert person(10**9, NOBODY, DAY) is None


def test_player_is_not_found_by_a_hidden_name():
    shown = PlayerFactory(last_name="Ekberg")
    hidden = PlayerFactory(last_name="Ekberg", visibility=Visibility.INITIALS)
    assert list(searchable("ekberg", NOBODY, DAY)) == [shown]
    assert list(searchable(hidden.national_id, NOBODY, DAY)) == []
    assert set(searchable("ekbergg", NOBODY, DAY, mistyped=True)) == {shown}


def test_fide_rating_is_of_the_requested_list():
    player = PlayerFactory(fide_id=1700101)
    listed(line(1700101, "Ek, Ada", 2105, rapid=1990), month=date(2026, 4, 1))
    listed(line(1700101, "Ek, Ada", 2120, rapid=2001), month=date(2026, 6, 1))
    april, june = date(2026, 4, 30), date(2026, 6, 1)
    found = [
        seen(player, fide=find_fide_list(tempo, day)).fide
        for tempo, day in (("standard", april), ("standard", june), ("rapid", june))
    ]
    assert found == [2105, 2120, 2001]
    assert seen(player).fide is None


def test_each_player_has_register_data_of_the_day(moved):
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
    found = read_people([each.pk for each in players], actor, DAY)
    return [found[each.pk].distinct_name for each in players]


def test_namesakes_show_year_and_club():
    one, other = namesakes()
    third = member(first_name="Bo", last_name="Ek")
    year = other.birth_year
    assert apart(one, other, third) == [
        "Stig Ek (1961, Lund)",
        f"Stig Ek ({year}, Wasa)",
        "Bo Ek",
    ]


def test_player_without_a_namesake_shows_neither_year_nor_club():
    one, _other = namesakes()
    assert apart(one) == ["Stig Ek"]


def test_players_with_equal_initials_show_the_club_but_no_year():
    both = namesakes(visibility=Visibility.INITIALS)
    assert apart(*both) == ["S. E. (Lund)", "S. E. (Wasa)"]


def test_player_with_hidden_name_has_no_namesakes():
    both = namesakes(visibility=Visibility.HIDDEN)
    assert apart(*both) == ["Hidden player", "Hidden player"]


def test_hidden_namesake_does_not_mark_others():
    shown, hidden = namesakes()
    Player.objects.filter(pk=hidden.pk).update(visibility=Visibility.INITIALS)
    assert apart(shown, hidden) == ["Stig Ek", "S. E."]


def test_two_cards_of_one_player_are_no_namesakes():
    one, other = namesakes()
    merge_players(other.pk, one.pk, on=DAY, acting=OFFICE)
    assert apart(one, other) == ["Stig Ek", "Stig Ek"]
