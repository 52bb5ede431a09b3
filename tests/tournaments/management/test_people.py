"""The people of the demo: `tournaments.management.demo.people`."""

from datetime import date
from random import Random

import pytest

from federation.enums import PlayerStatus
from federation.models import Suspension
from tests.factories import ClubFactory, PlayerFactory, UserFactory
from tournaments.management.demo.people import (
    HOME,
    DemoPeople,
    DemoPlayer,
    link_player,
    make_people,
)

pytestmark = pytest.mark.django_db

TODAY, ORIGIN = date(2026, 11, 21), date(2025, 1, 1)


def test_account_of_the_demo_is_linked_to_a_player_who_may_play():
    club = ClubFactory()
    gone, suspended, fitting = (
        DemoPlayer(PlayerFactory(), club, 1600, 0, date(2012, 3, 1)) for _ in range(3)
    )
    gone.left = date(2026, 9, 12)
    suspended.is_suspended = True
    user = UserFactory()
    cast = DemoPeople(
        users={"spelare": user},
        clubs={HOME: club},
        people=[gone, suspended, fitting],
    )

    link_player(cast)

    user.refresh_from_db()
    assert (user.player, user.name) == (fitting.player, fitting.player.full_name)


def test_people_know_who_has_died_and_who_is_suspended():
    # With this seed the first fitting player of the home club has died.
    cast = make_people(Random(2094), ORIGIN, TODAY)  # noqa: S311 - the same each time

    linked = cast.users["spelare"].player
    linked.refresh_from_db()
    assert linked.status == PlayerStatus.ACTIVE
    suspended = [each.player.pk for each in cast.people if each.is_suspended]
    assert suspended == list(Suspension.objects.values_list("player", flat=True))
