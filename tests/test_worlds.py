import pytest

from federation.models import Club, Membership, Player
from tests.factories import ClubFactory, member
from tests.worlds import shared

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)
built: list[str] = []


@shared
def club():
    built.append("club")
    return ClubFactory(name="Wasa SK")


@shared
def player(club):
    built.append("player")
    return member(club)


@pytest.mark.parametrize("_time", [1, 2])
def test_each_test_gets_the_world_as_it_was_built(club, player, _time):
    assert (club.name, Club.objects.get().name) == ("Wasa SK", "Wasa SK")
    assert (player.status, Player.objects.get()) == ("active", player)

    Membership.objects.all().delete()
    club.name = "Elsewhere"
    club.save()


def test_world_is_built_once(club, player):
    assert built == ["club", "player"]


def test_world_of_another_test_is_absent(club):
    assert (Club.objects.get(), Player.objects.exists()) == (club, False)


@at_once
def test_committing_test_has_a_world_of_its_own(club, player):
    assert (Club.objects.get(), Player.objects.get()) == (club, player)


@at_once
def test_world_of_a_committing_test_is_removed():
    assert Club.objects.exists() is False
