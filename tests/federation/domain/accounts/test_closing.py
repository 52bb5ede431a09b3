import pytest
from django.utils import timezone

from federation.domain.accounts.closing import close_account, reopen_account
from federation.domain.accounts.invitations import InvitationOffer, invite
from federation.domain.accounts.roles import RoleScope
from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import Invitation, Role
from federation.queries.audit import latest_change
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    secretary_of,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


def close(user, administrator, reason="Left the club"):
    close_account(user.pk, reason=reason, acting=ActionContext(administrator.pk, NOON))
    user.refresh_from_db()
    return user


def roles(user):
    return Role.objects.on(timezone.localdate(NOON)).filter(user=user).count()


def test_closed_account_has_a_reason_and_no_roles(administrator):
    user = close(secretary_of(ClubFactory()), administrator)
    facts = (user.is_active, user.closed_at, user.closed_reason, roles(user))
    assert facts == (False, NOON, "Left the club", 0)
    assert latest_change(type(user), user.pk).by == str(administrator)


def test_roles_that_begin_later_end_when_the_account_is_closed(administrator):
    role = RoleFactory(kind=RoleKind.BOARD, from_date="2027-01-01")
    close(role.user, administrator)
    assert not Role.objects.filter(user=role.user).exists()


def test_open_invitations_of_a_closed_account_are_withdrawn(administrator):
    club = ClubFactory()
    user = secretary_of(club)
    office = RoleScope(RoleKind.DEPUTY, club_id=club.pk)
    invite(
        InvitationOffer(email="x@example.org", office=office),
        acting=ActionContext(user.pk, NOON),
        url_of=str,
    )
    close(user, administrator)
    assert not Invitation.objects.open(NOON).exists()


def test_invitations_of_players_by_a_closed_account_are_withdrawn(administrator):
    club = ClubFactory()
    user, colleague = secretary_of(club), secretary_of(club)
    for inviter, email in ((user, "x@example.org"), (colleague, "y@example.org")):
        invite(
            InvitationOffer(email=email, player_id=PlayerFactory().pk),
            acting=ActionContext(inviter.pk, NOON),
            url_of=str,
        )
    close(user, administrator)
    assert [each.invited_by for each in Invitation.objects.open(NOON)] == [colleague]


def test_reopened_account_has_no_roles(administrator):
    user = close(secretary_of(ClubFactory()), administrator)
    reopen_account(user.pk, acting=ActionContext(administrator.pk, NOON))
    user.refresh_from_db()
    facts = (user.is_active, user.closed_at, user.closed_reason, roles(user))
    assert facts == (True, None, "", 0)


def test_own_account_cannot_be_closed(administrator):
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    own = {"reason": "x", "acting": ActionContext(administrator.pk, NOON)}
    assert refusal_code(close_account, administrator.pk, **own) == "own_account"


def test_last_administrator_cannot_be_closed_and_keeps_all_roles(administrator):
    RoleFactory(kind=RoleKind.BOARD, user=administrator)
    by = {"reason": "x", "acting": ActionContext(UserFactory().pk, NOON)}
    assert refusal_code(close_account, administrator.pk, **by) == "last_administrator"
    assert roles(administrator) == 2


def test_closing_twice_and_reopening_twice_are_refused(administrator):
    user = UserFactory()
    acting = ActionContext(administrator.pk, NOON)
    assert refusal_code(reopen_account, user.pk, acting=acting) == "open_already"
    close(user, administrator)
    again = {"reason": "x", "acting": acting}
    assert refusal_code(close_account, user.pk, **again) == "closed_already"


def test_roles_that_had_ended_are_unchanged_by_closing(administrator):
    role = RoleFactory(kind=RoleKind.BOARD, to_date="2020-12-31")
    close(role.user, administrator)
    role.refresh_from_db()
    assert role.to_date.isoformat() == "2020-12-31"


def test_closing_an_account_ends_no_roles_of_others(administrator):
    club = ClubFactory()
    colleague = secretary_of(club)
    close(secretary_of(club), administrator)
    assert roles(colleague) == 1


def test_closing_reason_is_stored_on_one_line_and_the_reopening_user_is_logged(
    administrator,
):
    user = close(UserFactory(), administrator, " Left \n the  club ")
    assert user.closed_reason == "Left the club"
    other = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    reopen_account(user.pk, acting=ActionContext(other.pk, NOON))
    assert latest_change(type(user), user.pk).by == str(other)
