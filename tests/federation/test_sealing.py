import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection

from federation.sealing import SEAL, SealUnreadable, seal, unseal
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
PLAIN = """
INSERT INTO mfa_authenticator (user_id, type, data, created_at)
VALUES (%s, 'totp', %s, now())
"""


def code() -> str:
    (now,) = auth.yield_hotp_counters_from_time()
    return auth.format_hotp_value(auth.hotp_value(SECRET, now))


def raw() -> str:
    """Return what a reader of the table itself sees."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(data::text, ' ') FROM mfa_authenticator")
        return cursor.fetchone()[0]


def test_second_factor_is_not_readable_in_the_database():
    user = UserFactory()
    auth.TOTP.activate(user, SECRET)
    codes = RecoveryCodes.activate(user)
    seed = unseal(codes.instance.data["seed"])
    assert [word in raw() for word in (SECRET, seed)] == [False, False]
    assert raw().count(SEAL) == 2


def test_encrypted_second_factor_still_works():
    user = UserFactory()
    factor = auth.TOTP.activate(user, SECRET)
    spare = RecoveryCodes.activate(user)
    [first, *_] = spare.get_unused_codes()
    assert (factor.validate_code(code()), spare.validate_code(first)) == (True, True)


def test_database_refuses_an_unencrypted_second_factor():
    with (
        pytest.raises(IntegrityError, match="second_factor_sealed"),
        connection.cursor() as cursor,
    ):
        cursor.execute(PLAIN, [UserFactory().pk, f'{{"secret": "{SECRET}"}}'])


def test_former_key_is_accepted_until_the_data_is_encrypted_with_the_new_one(settings):
    user = UserFactory()
    factor = auth.TOTP.activate(user, SECRET).instance
    spare = RecoveryCodes.activate(user)
    [first, *_] = spare.get_unused_codes()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    call_command("seal_second_factors")
    settings.SECRET_KEY_FALLBACKS = []
    factor.refresh_from_db()
    spare.instance.refresh_from_db()
    assert auth.TOTP(factor).validate_code(code())
    assert RecoveryCodes(spare.instance).validate_code(first)


def test_migrated_recovery_codes_are_encrypted_again_too(settings):
    codes = {"migrated_codes": [seal("first"), seal("second")]}
    authenticator = Authenticator.objects.create(
        user=UserFactory(), type=Authenticator.Type.RECOVERY_CODES, data=codes
    )
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key"
    call_command("seal_second_factors")
    settings.SECRET_KEY_FALLBACKS = []
    authenticator.refresh_from_db()
    assert list(map(unseal, authenticator.data["migrated_codes"])) == [
        "first",
        "second",
    ]


def test_without_the_former_key_no_code_matches_and_no_error_occurs(settings):
    auth.TOTP.activate(UserFactory(), SECRET)
    settings.SECRET_KEY = "another key"
    assert not auth.TOTP(Authenticator.objects.get()).validate_code(code())
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("seal_second_factors")


def test_unencrypted_text_is_not_decrypted():
    with pytest.raises(SealUnreadable):
        unseal("JBSWY3DPEHPK3PXP")
    assert unseal(seal("å")) == "å"
