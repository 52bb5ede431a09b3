"""The secretaries of a club: `federation.queries.secretaries`."""

from datetime import timedelta

import pytest

from federation.enums import RoleKind
from federation.queries.secretaries import secretaries_of
from tests.factories import CLOSED, NOON, ClubFactory, RoleFactory, UserFactory

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DAY = timedelta(days=1)


def test_secretaries_are_current_ones_who_can_sign_in_oldest_first():
    club, older = ClubFactory(), UserFactory()
    facts = {"kind": RoleKind.SECRETARY, "club": club}
    newer = RoleFactory(to_date=TODAY, **facts).user
    RoleFactory(user=older, from_date=TODAY, **facts)
    RoleFactory(to_date=TODAY - DAY, **facts)
    RoleFactory(from_date=TODAY + DAY, **facts)
    RoleFactory(user=UserFactory(**CLOSED), **facts)
    RoleFactory(kind=RoleKind.DEPUTY, club=club)
    RoleFactory(kind=RoleKind.SECRETARY, club=ClubFactory())
    assert secretaries_of(club.pk, TODAY) == [older, newer]
