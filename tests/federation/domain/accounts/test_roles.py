from datetime import date

import pytest
from django.apps import apps
from django.utils import translation

from federation.domain.accounts.roles import (
    RoleScope,
    end_role,
    grant_role,
    holds,
    unlink_account,
)
from federation.enums import RoleKind
from federation.models import OutboxMail, Role
from tests.factories import (
    CLOSED,
    OFFICE,
    ClubFactory,
    DistrictFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)
ADMINISTRATOR = RoleScope(RoleKind.ADMINISTRATOR)


def administrator(**facts):
    return RoleFactory(kind=RoleKind.ADMINISTRATOR, **facts)


def test_granted_role_is_held_from_its_first_day():
    user, club = UserFactory(), ClubFactory()
    office = RoleScope(RoleKind.SECRETARY, club_id=club.pk)
    grant_role(user.pk, office, from_date=TODAY, acting=OFFICE)
    assert [
        Role.objects.on(day).filter(user=user).count()
        for day in (date(2026, 6, 14), TODAY, date(2030, 1, 1))
    ] == [0, 1, 1]


def test_role_that_is_granted_twice_is_held_once():
    user = UserFactory()
    first = grant_role(user.pk, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    again = grant_role(user.pk, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    assert (again.pk, Role.objects.count()) == (first.pk, 1)


def test_role_requires_the_scope_of_its_kind():
    club, district = ClubFactory().pk, DistrictFactory().pk
    fitting = [
        RoleScope(RoleKind.SECRETARY, club_id=club),
        RoleScope(RoleKind.DISTRICT_OFFICER, district_id=district),
        ADMINISTRATOR,
    ]
    wrong = [
        RoleScope(RoleKind.SECRETARY),
        RoleScope(RoleKind.SECRETARY, district_id=district),
        RoleScope(RoleKind.SECRETARY, club_id=club, district_id=district),
        RoleScope(RoleKind.DISTRICT_OFFICER, club_id=club),
        RoleScope(RoleKind.ADMINISTRATOR, club_id=club),
    ]
    user = UserFactory().pk
    for office in fitting:
        grant_role(user, office, from_date=TODAY, acting=OFFICE)
    assert {
        refusal_code(grant_role, user, office, from_date=TODAY, acting=OFFICE)
        for office in wrong
    } == {"scope"}


def test_ended_role_is_not_held_on_the_same_day():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE)
    end_role(role.pk, acting=OFFICE)
    assert holds(role.user_id, RoleScope(RoleKind.RULES_COMMITTEE), TODAY) is False
    role.refresh_from_db()
    assert role.to_date == date(2026, 6, 14)


def test_role_that_began_today_is_deleted_and_kept_in_the_audit_log():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE, from_date=TODAY)
    by = UserFactory()
    end_role(role.pk, acting=acting(by))
    events = apps.get_model("federation", "RoleEvent").objects.filter(id=role.pk)
    assert Role.objects.count() == 0
    assert list(events.order_by("pgh_id").values_list("pgh_label", flat=True)) == [
        "insert",
        "delete",
    ]
    assert events.latest("pgh_id").pgh_context.metadata["user"] == by.pk


def test_role_cannot_be_ended_twice():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE)
    end_role(role.pk, acting=OFFICE)
    assert refusal_code(end_role, role.pk, acting=OFFICE) == "ended_already"


def test_role_can_be_granted_again_on_the_day_it_ended():
    role = administrator()
    administrator()
    end_role(role.pk, acting=OFFICE)
    grant_role(role.user_id, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    assert holds(role.user_id, ADMINISTRATOR, TODAY) is True


def test_last_administrator_role_cannot_be_ended():
    role = administrator()
    assert refusal_code(end_role, role.pk, acting=OFFICE) == "last_administrator"


def test_administrator_role_can_be_ended_if_another_administrator_remains():
    first, _second = administrator(), administrator()
    end_role(first.pk, acting=OFFICE)
    assert holds(first.user_id, ADMINISTRATOR, TODAY) is False


@pytest.mark.parametrize(
    "other",
    [
        {"to_date": date(2026, 12, 31)},
        {"from_date": date(2026, 7, 1)},
        {f"user__{name}": value for name, value in CLOSED.items()},
    ],
)
def test_inactive_or_ending_administrators_are_not_counted_as_remaining(other):
    role = administrator()
    administrator(**other)
    assert refusal_code(end_role, role.pk, acting=OFFICE) == "last_administrator"


def test_unlinked_account_keeps_its_roles():
    player = PlayerFactory()
    user = UserFactory(player=player)
    unlink_account(player.pk, acting=OFFICE)
    user.refresh_from_db()
    assert user.player_id is None
    addresses = OutboxMail.objects.values_list("to", flat=True)
    assert list(addresses) == [user.email]
    assert refusal_code(unlink_account, player.pk, acting=OFFICE) == "no_account"


def test_own_account_cannot_be_unlinked():
    user = UserFactory(player=PlayerFactory())
    mine = {"acting": acting(user)}
    assert refusal_code(unlink_account, user.player_id, **mine) == "own_account"
    user.refresh_from_db()
    assert user.player_id is not None


def test_role_that_begins_later_is_not_granted_twice():
    role = administrator(from_date=date(2026, 7, 1))
    granted = grant_role(role.user_id, ADMINISTRATOR, from_date=TODAY, acting=OFFICE)
    assert (granted, Role.objects.count()) == (role, 1)


def test_role_with_an_end_day_can_be_ended_now():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE, to_date=date(2026, 12, 31))
    end_role(role.pk, acting=OFFICE)
    role.refresh_from_db()
    assert role.to_date == date(2026, 6, 14)


def test_closed_account_gets_no_letter_when_it_is_unlinked():
    player = PlayerFactory()
    UserFactory(player=player, **CLOSED)
    unlink_account(player.pk, acting=OFFICE)
    assert not OutboxMail.objects.exists()


def test_letter_about_unlinking_is_in_the_offices_language():
    player = UserFactory(player=PlayerFactory()).player
    with translation.override("sv"):
        unlink_account(player.pk, acting=OFFICE)
    letter = OutboxMail.objects.get()
    assert letter.subject == "Your account is no longer linked to a player"


def test_role_that_would_end_today_ends_yesterday():
    role = RoleFactory(kind=RoleKind.RULES_COMMITTEE, to_date=TODAY)
    end_role(role.pk, acting=OFFICE)
    role.refresh_from_db()
    assert role.to_date == date(2026, 6, 14)


def test_secretary_of_one_club_holds_no_role_in_another():
    club, other = ClubFactory(), ClubFactory()
    role = RoleFactory(kind=RoleKind.SECRETARY, club=club)
    assert [
        holds(role.user_id, RoleScope(RoleKind.SECRETARY, club_id=each.pk), TODAY)
        for each in (club, other)
    ] == [True, False]


def test_role_that_is_granted_again_is_a_new_row():
    ended = RoleFactory(kind=RoleKind.BOARD, to_date=date(2026, 6, 14))
    office = RoleScope(RoleKind.BOARD)
    granted = grant_role(ended.user_id, office, from_date=TODAY, acting=OFFICE)
    assert (granted.from_date, Role.objects.count()) == (TODAY, 2)
    ended.refresh_from_db()
    assert ended.to_date == date(2026, 6, 14)


def test_account_of_the_given_player_is_unlinked():
    meant, other = (
        UserFactory(player=PlayerFactory()),
        UserFactory(player=PlayerFactory()),
    )
    unlink_account(meant.player_id, acting=acting(other))
    other.refresh_from_db()
    assert other.player_id is not None
    assert list(OutboxMail.objects.values_list("to", flat=True)) == [meant.email]
