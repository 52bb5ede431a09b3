"""Account events that are noted: sign-ins, failures, sign-outs, second factors."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.db import DatabaseError, ProgrammingError, transaction
from django.urls import reverse
from structlog.testing import capture_logs

from federation.enums import AccountEventKind, RoleKind
from federation.models import AccountEvent, OutboxMail
from tests import database
from tests.factories import CLOSED, RoleFactory, UserFactory
from tests.federation.sign_in.browsers import (
    FOREIGN,
    PASSWORD,
    RESET,
    browser,
    signs_in,
)
from tests.races import together

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]
NEW = "grön häst på taket"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture(autouse=True)
def fresh(settings):
    settings.DEMO = True  # an administrator without a second factor


SIGNED_IN = ["signed_in"]


@pytest.fixture
def user():
    return UserFactory(email="eva@example.org", name="Eva Ek")


@pytest.fixture
def own(user):
    """Eva's browser; she has just signed in and confirmed her password: `SIGNED_IN`."""
    client = browser()
    signs_in(client, user.email)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert [kind for kind, *_ in noted_events()] == SIGNED_IN
    return client


def noted_events():
    events = AccountEvent.objects.order_by("pk")
    return [
        (event.kind, event.user.email if event.user else "", event.network)
        for event in events
    ]


def letters(to="eva@example.org"):
    found = OutboxMail.objects.filter(to=to).order_by("pk")
    return [letter.subject for letter in found]


def code(secret):
    (now,) = auth.yield_hotp_counters_from_time()
    return auth.format_hotp_value(auth.hotp_value(secret, now))


def test_sign_in_and_sign_out_are_noted_with_the_network_only(user):
    client = browser()
    signs_in(client, user.email)
    client.post(reverse("account_logout"))
    assert noted_events() == [
        ("signed_in", "eva@example.org", "198.51.100.0/24"),
        ("signed_out", "eva@example.org", "198.51.100.0/24"),
    ]


def test_failed_sign_in_is_noted_also_for_an_unknown_address(user):
    signs_in(browser(FOREIGN), user.email, "wrong")
    signs_in(browser(FOREIGN), "nobody@example.org", "wrong")
    assert noted_events() == [
        ("sign_in_failed", "eva@example.org", "203.0.113.0/24"),
        ("sign_in_failed", "", "203.0.113.0/24"),
    ]


def test_typed_text_is_neither_stored_nor_logged(user):
    with capture_logs() as logged:
        signs_in(browser(), "secret@example.org", "hunter2 hunter2")
    [line] = [entry for entry in logged if entry["event"] == "account event"]
    words = str(logged) + str(list(AccountEvent.objects.values()))
    assert [word in words for word in ("secret", "hunter2")] == [False, False]
    assert line["kind"] == "sign_in_failed"


def test_administrators_see_events_in_the_audit_log(user):
    signs_in(browser(FOREIGN), user.email, "wrong")
    client = browser()
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    page = client.get(reverse("federation:audit"), {"kind": "accountevent"})
    lines = page.context["listing"].lines
    assert [(line.kind, line.about, line.by) for line in lines][1:] == [
        ("Sign-in and security", "Eva Ek", "")
    ]
    assert "Sign-in failed: wrong address or password" in page.content.decode()


def test_noted_event_cannot_be_changed(user):
    """The office has no right to do it; a trigger stops the owner of the table too."""
    signs_in(browser(), user.email)
    with pytest.raises(ProgrammingError, match="denied"), transaction.atomic():
        AccountEvent.objects.update(kind=AccountEventKind.SIGNED_OUT)
    with database.owner(), pytest.raises(DatabaseError, match="never change"):
        AccountEvent.objects.update(kind=AccountEventKind.SIGNED_OUT)


def test_changed_password_is_noted_and_notified(own, user):
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    own.post(reverse("account_change_password"), sent)
    assert [kind for kind, *_ in noted_events()] == [*SIGNED_IN, "password_changed"]
    assert letters() == ["Rankbok: your password was changed"]


def test_refused_change_of_the_password_asks_for_the_passwords_again(own):
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": "another"}
    page = own.post(reverse("account_change_password"), sent).content.decode()
    assert "This could not be saved yet. Type the password again." in page
    assert "What you wrote is kept" not in page


@pytest.mark.django_db(transaction=True)
def test_second_factor_changes_and_new_codes_are_noted_and_notified(own, user):
    page = own.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    own.post(reverse("mfa_activate_totp"), {"code": code(secret)})
    own.post(reverse("mfa_generate_recovery_codes"))
    own.post(reverse("mfa_deactivate_totp"))
    assert [kind for kind, *_ in noted_events()] == [
        *SIGNED_IN,
        "factor_added",
        "codes_made",
        "codes_made",
        "factor_removed",
    ]
    assert letters() == [
        "Rankbok: two-step sign-in is on",
        "Rankbok: new spare codes",
        "Rankbok: two-step sign-in is off",
    ]


def test_second_factor_that_is_turned_on_twice_shows_the_spare_codes(own):
    page = own.get(reverse("mfa_activate_totp"))
    sent = {"code": code(page.context["form"].secret)}
    answers = [own.post(reverse("mfa_activate_totp"), sent) for _ in range(2)]
    assert [each.url for each in answers] == [reverse("mfa_view_recovery_codes")] * 2


@pytest.mark.django_db(transaction=True)
def test_second_factor_that_is_turned_on_at_the_same_moment_is_one(own, user):
    page = own.get(reverse("mfa_activate_totp"))
    sent = {"code": code(page.context["form"].secret)}

    def turn_on():
        same = browser()
        same.cookies = own.cookies
        return same.post(reverse("mfa_activate_totp"), sent)

    answers = together(*[turn_on] * 3)
    assert [each.status_code for each in answers] == [302] * 3
    assert Authenticator.objects.filter(user=user, type="totp").count() == 1


def test_second_factor_that_is_turned_off_twice_is_off(own, user):
    auth.TOTP.activate(user, SECRET)
    answers = [own.post(reverse("mfa_deactivate_totp")) for _ in range(2)]
    assert [each.url for each in answers] == [reverse("mfa_index")] * 2


def test_wrong_code_is_noted(user):
    auth.TOTP.activate(user, SECRET)
    client = browser()
    signs_in(client, user.email)
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert [kind for kind, *_ in noted_events()] == ["code_failed"]
    client.post(reverse("mfa_authenticate"), {"code": code(SECRET)})
    assert [kind for kind, *_ in noted_events()] == ["code_failed", "signed_in"]


@pytest.mark.parametrize(
    ("language", "greeting", "end"),
    [
        ("sv", "Hej Eva Ek!", "Hälsningar\nRankbok"),
        ("en", "Hello Eva Ek,", "Regards,\nRankbok"),
    ],
)
def test_letter_has_greeting_event_time_advice_and_signature(
    user, language, greeting, end
):
    client = browser(language=language)
    signs_in(client, user.email)
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post(reverse("account_change_password"), sent)
    [letter] = OutboxMail.objects.filter(to=user.email)
    assert letter.body.startswith(greeting)
    assert letter.body.endswith(end)
    assert "”" in letter.body
    assert "&" not in letter.body


def test_password_reset_request_is_noted_for_the_account_it_would_open(user):
    closed = UserFactory(email="gone@example.org", **CLOSED)
    for email in (" EVA@example.org ", "nobody@example.org", closed.email):
        browser(FOREIGN).post(RESET, {"email": email})
    network = "203.0.113.0/24"
    assert noted_events() == [
        ("reset_asked", "eva@example.org", network),
        ("reset_asked", "", network),
        ("reset_asked", "", network),
    ]
    assert list(OutboxMail.objects.values_list("to", flat=True)) == ["eva@example.org"]
