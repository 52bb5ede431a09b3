from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse

from federation.enums import CLUB_ROLES, DISTRICT_ROLES, RoleKind
from federation.permissions import (
    MATRIX,
    NOBODY,
    Actor,
    HeldRole,
    Permission,
    actor_of,
    allow,
    allow_for_club,
    may,
    may_invite_to,
)
from tests.factories import ClubFactory, RoleFactory, UserFactory

DAY = date(2026, 6, 15)
OURS, THEIRS = 1, 2
IN_THE_MENU = {
    Permission.SEE_MEMBERS: "federation:members",
    Permission.JUDGE_REPORTS: "ratings:inbox",
    Permission.APPROVE_LISTS: "ratings:proposals",
    Permission.DECIDE_RATINGS: "ratings:decisions",
    Permission.SEE_RUNS: "ratings:runs",
    Permission.USE_LABORATORY: "ratings:laboratory",
    Permission.MANAGE_POOLS: "ratings:pools",
    Permission.CONFIRM_MOVEMENTS: "tournaments:movements",
    Permission.DECIDE_LEVELS: "ratings:board",
    Permission.INVITE_ANYBODY: "federation:roles",
    Permission.EDIT_CLUBS: "federation:places",
    Permission.SUSPEND: "federation:suspensions",
    Permission.SEE_AUDIT: "federation:audit",
}
DISTRICT = 7


def actor(kind, **scope):
    return Actor(user_id=1, roles=(HeldRole(kind, **scope),))


def holder(kind):
    """Return a user with the role, for our club and district where it has a scope."""
    if kind in CLUB_ROLES:
        return actor(kind, club_id=OURS)
    if kind in DISTRICT_ROLES:
        return actor(kind, district_id=DISTRICT)
    return actor(kind)


@pytest.mark.parametrize("kind", RoleKind)
@pytest.mark.parametrize("act", Permission)
def test_permissions_are_exactly_those_of_the_matrix(act, kind):
    granted = may(holder(kind), act, club_id=OURS, district_id=DISTRICT)
    assert granted == (kind in MATRIX[act])


@pytest.mark.parametrize("kind", RoleKind)
def test_user_who_may_see_a_page_finds_its_link_in_the_menu(rf, kind):
    menu = render_to_string(
        "components/nav_office.html", {"actor": holder(kind)}, rf.get("/")
    )
    linked = {
        act for act, page in IN_THE_MENU.items() if f'href="{reverse(page)}"' in menu
    }
    assert linked == {act for act in IN_THE_MENU if kind in MATRIX[act]}


@pytest.mark.parametrize("act", Permission)
def test_user_without_roles_may_do_nothing(act):
    assert may(NOBODY, act, club_id=OURS, district_id=DISTRICT) is False


def test_club_role_reaches_neither_other_clubs_nor_rows_without_a_club():
    secretary = holder(RoleKind.SECRETARY)
    assert [
        may(secretary, Permission.EDIT_MEMBERS, club_id=club)
        for club in (OURS, THEIRS, None)
    ] == [True, False, False]


def test_district_role_reaches_only_its_clubs():
    officer = holder(RoleKind.DISTRICT_OFFICER)
    assert [
        may(officer, Permission.SEE_MEMBERS, club_id=THEIRS, district_id=district)
        for district in (DISTRICT, 8, None)
    ] == [True, False, False]


def test_foreign_rows_are_404_and_forbidden_acts_403():
    secretary = holder(RoleKind.SECRETARY)
    allow(secretary, Permission.EDIT_MEMBERS, club_id=OURS)
    with pytest.raises(Http404):
        allow(secretary, Permission.EDIT_MEMBERS, club_id=THEIRS)
    with pytest.raises(PermissionDenied):
        allow(secretary, Permission.JUDGE_REPORTS, club_id=OURS)


def test_two_roles_of_one_person_add_up_without_mixing_scopes():
    both = Actor(
        user_id=1,
        roles=(
            HeldRole(RoleKind.DEPUTY, club_id=OURS),
            HeldRole(RoleKind.SECRETARY, club_id=THEIRS),
        ),
    )
    assert [
        may(both, Permission.INVITE_TO_CLUB, club_id=club) for club in (OURS, THEIRS)
    ] == [
        False,
        True,
    ]
    assert both.club_ids(Permission.EDIT_MEMBERS) == (OURS, THEIRS)


@pytest.mark.django_db
def test_actor_holds_the_roles_of_the_day():
    user = UserFactory()
    RoleFactory(user=user, kind=RoleKind.RULES_COMMITTEE, to_date=date(2026, 6, 14))
    RoleFactory(user=user, kind=RoleKind.RATING_OFFICER, to_date=DAY)
    RoleFactory(user=user, kind=RoleKind.ADMINISTRATOR, from_date=date(2026, 6, 16))
    assert [role.kind for role in actor_of(user, DAY).roles] == ["officer"]


@pytest.mark.django_db
def test_club_is_reached_by_club_and_by_district_roles():
    club = ClubFactory()
    officer = actor(RoleKind.DISTRICT_OFFICER, district_id=club.district_id)
    allow_for_club(officer, Permission.SEE_MEMBERS, club)
    with pytest.raises(Http404):
        allow_for_club(officer, Permission.SEE_MEMBERS, ClubFactory())
    with pytest.raises(Http404):
        allow_for_club(officer, Permission.SEE_MEMBERS, None)


def test_federation_roles_need_a_second_factor():
    kinds = {kind.value for kind in RoleKind if holder(kind).needs_second_factor}
    assert kinds == {"officer", "committee", "board", "administrator"}


def test_scopes_of_an_act_are_club_district_and_everywhere():
    many = Actor(
        user_id=1,
        roles=(
            HeldRole(RoleKind.SECRETARY, club_id=OURS),
            HeldRole(RoleKind.DISTRICT_OFFICER, district_id=DISTRICT),
            HeldRole(RoleKind.BOARD),
        ),
    )
    see = Permission.SEE_MEMBERS
    assert (many.club_ids(see), many.district_ids(see)) == ((OURS,), (DISTRICT,))
    assert not many.everywhere(see)
    assert many.everywhere(Permission.DECIDE_LEVELS)
    assert many.district_ids(Permission.EDIT_MEMBERS) == ()
    assert holder(RoleKind.RATING_OFFICER).everywhere(see)


def test_secretary_invites_to_the_own_club_and_administrator_to_every_role():
    targets = (
        (RoleKind.DEPUTY, OURS),
        (RoleKind.SECRETARY, OURS),
        (RoleKind.DEPUTY, THEIRS),
        (RoleKind.DISTRICT_OFFICER, None),
        (RoleKind.BOARD, None),
        (RoleKind.BOARD, OURS),
    )
    permissions = {
        kind: [may_invite_to(holder(kind), *each) for each in targets]
        for kind in (RoleKind.SECRETARY, RoleKind.DEPUTY, RoleKind.ADMINISTRATOR)
    }
    assert permissions == {
        RoleKind.SECRETARY: [True, True, False, False, False, False],
        RoleKind.DEPUTY: [False] * 6,
        RoleKind.ADMINISTRATOR: [True] * 6,
    }
