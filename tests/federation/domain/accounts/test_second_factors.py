"""An administrator turns two-step sign-in off for a person who has lost the phone."""

import pytest
from allauth.mfa.models import Authenticator

from federation.domain.accounts.second_factors import turn_off_lost_factor
from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import AccountEvent, OutboxMail
from federation.queries.audit import latest_change
from tests.factories import CLOSED, NOON, RoleFactory, UserFactory
from tests.letters import message_of
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


def with_factor(**facts):
    user = UserFactory(**facts)
    for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES):
        Authenticator.objects.create(user=user, type=kind, data={})
    return user


def turn_off(user, administrator):
    turn_off_lost_factor(user.pk, acting=ActionContext(administrator.pk, NOON))


def test_phone_and_spare_codes_are_gone_and_those_of_others_stay(administrator):
    user, other = with_factor(), with_factor()
    turn_off(user, administrator)

    assert not Authenticator.objects.filter(user=user).exists()
    assert Authenticator.objects.filter(user=other).count() == 2


def test_event_names_the_account_and_the_administrator(administrator):
    user = with_factor()
    turn_off(user, administrator)

    event = AccountEvent.objects.get()
    assert (event.kind, event.user, event.network) == ("factor_lost", user, "")
    assert latest_change(AccountEvent, event.pk).by == str(administrator)


def test_owner_gets_a_letter_unless_the_account_is_closed(administrator):
    user = with_factor()
    turn_off(user, administrator)
    letter = OutboxMail.objects.get()
    assert letter.to == user.email
    assert "the password alone is now enough to sign in" in message_of(letter)

    OutboxMail.objects.all().delete()
    turn_off(with_factor(**CLOSED), administrator)
    assert not OutboxMail.objects.exists()


def test_own_factor_and_one_that_is_not_there_are_refused(administrator):
    Authenticator.objects.create(
        user=administrator, type=Authenticator.Type.TOTP, data={}
    )
    by = {"acting": ActionContext(administrator.pk, NOON)}
    assert refusal_code(turn_off_lost_factor, administrator.pk, **by) == "own_account"
    assert (
        refusal_code(turn_off_lost_factor, UserFactory().pk, **by) == "no_second_factor"
    )
    assert Authenticator.objects.filter(user=administrator).exists()
