"""The capacity in which a user may file a correction request:
`ratings.corrections.views.claiming`.
"""

from datetime import timedelta

import pytest

from federation.enums import RoleKind
from federation.permissions import NOBODY, actor_of
from ratings.corrections.views.claiming import Claimant, claimant_of, may_claim_for
from tests.factories import (
    NOON,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    RoleFactory,
    UserFactory,
    officer,
    secretary_of,
)
from tests.ratings.correction_requests import Match, account_of
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DAY = timedelta(days=1)


@shared
def match():
    return Match()


def asks(match, user, today=TODAY):
    return claimant_of(actor_of(user, today), match.report, match.game(), today)


def test_player_who_is_also_secretary_files_as_player(match):
    adam = account_of(match.adam)
    RoleFactory(kind=RoleKind.SECRETARY, club=match.club, user=adam)

    assert asks(match, adam) == Claimant(player_id=match.adam.pk)


def test_organisers_secretary_files_for_organiser_and_district_for_others(
    match,
):
    district = RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER, district=match.club.district
    ).user
    elsewhere = RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER, district=DistrictFactory()
    ).user

    assert asks(match, match.sender) == Claimant(by_organiser=True)
    assert asks(match, district) == Claimant()
    assert asks(match, elsewhere) is None


def test_club_files_for_its_members_of_that_day(match):
    club = ClubFactory()
    secretary = secretary_of(club)
    assert asks(match, secretary) is None

    MembershipFactory(player=match.bertil, club=club, is_main=False, to_date=TODAY)

    claimants = [asks(match, secretary, day) for day in (TODAY, TODAY + DAY)]
    assert claimants == [Claimant(), None]


def test_former_secretary_may_not_file(match):
    club = match.bertil.memberships.get().club
    former = RoleFactory(kind=RoleKind.SECRETARY, club=club, to_date=TODAY).user

    claimants = [asks(match, former, day) for day in (TODAY, TODAY + DAY)]

    assert claimants == [Claimant(), None]


def test_unrelated_user_may_not_file(match):
    assert asks(match, UserFactory()) is None
    assert claimant_of(NOBODY, match.report, match.game(), TODAY) is None


def test_player_club_and_office_may_file_about_a_players_games(match):
    club = match.adam.memberships.get().club
    people = {
        "player": account_of(match.adam),
        "club": secretary_of(club),
        "office": officer(),
        "opponent": account_of(match.bertil),
        "another club": secretary_of(ClubFactory()),
    }

    may = {
        name: may_claim_for(actor_of(user, TODAY), match.adam.pk, club.pk)
        for name, user in people.items()
    }

    assert may == {
        "player": True,
        "club": True,
        "office": True,
        "opponent": False,
        "another club": False,
    }
    assert may_claim_for(actor_of(people["club"], TODAY), match.adam.pk, None) is False
