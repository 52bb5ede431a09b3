"""Who may keep a LASK ledger and when: the club from 1 September to 31 May, the
committee in the summer (LASK 2, 3).
"""

from datetime import date

import pytest

from federation.enums import RoleKind
from federation.models import Club
from federation.permissions import NOBODY, Actor, HeldRole
from ratings.returns.queries.ledger_keepers import may_write_today
from ratings.rules.lask.parameters import LaskParameters

OURS = Club(pk=1)
SEASON = (date(2025, 9, 1), date(2026, 1, 1), date(2026, 5, 31))
SUMMER = (date(2026, 6, 1), date(2026, 7, 15), date(2026, 8, 31))


def holding(kind, **scope):
    return Actor(user_id=1, roles=(HeldRole(kind, **scope),))


SECRETARY = holding(RoleKind.SECRETARY, club_id=1)
DEPUTY = holding(RoleKind.DEPUTY, club_id=1)
OFFICER = holding(RoleKind.RATING_OFFICER)
STRANGERS = (
    NOBODY,
    holding(RoleKind.SECRETARY, club_id=2),
    holding(RoleKind.DISTRICT_OFFICER, district_id=1),
    holding(RoleKind.RULES_COMMITTEE),
    holding(RoleKind.ADMINISTRATOR),
)


def keeps(actor, day, **parameters):
    return may_write_today(actor, OURS, day, LaskParameters(**parameters))


@pytest.mark.parametrize("day", SEASON)
def test_club_officials_keep_the_ledger_in_the_season(day):
    assert [keeps(each, day) for each in (SECRETARY, DEPUTY, OFFICER)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("day", SUMMER)
def test_office_keeps_the_ledger_in_the_summer(day):
    assert [keeps(each, day) for each in (SECRETARY, DEPUTY, OFFICER)] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("day", [*SEASON, *SUMMER])
@pytest.mark.parametrize("stranger", STRANGERS)
def test_no_other_user_may_keep_the_ledger(stranger, day):
    assert not keeps(stranger, day)


def test_season_dates_are_those_of_the_edition():
    early = {"summer_starts": (3, 1)}
    assert keeps(SECRETARY, date(2026, 3, 1), **early) is False
    assert keeps(OFFICER, date(2026, 3, 1), **early) is True
