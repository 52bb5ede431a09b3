"""Limits on how often a password may be tried, and from where."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import RequestFactory
from django.urls import reverse

from federation.enums import AccountEventKind
from federation.models import AccountEvent, OutboxMail
from federation.sealing import seal
from federation.sign_in.known_browsers import browser_of
from tests.factories import UserFactory
from tests.federation.sign_in.browsers import (
    LOGIN,
    PASSWORD,
    RESET,
    browser,
    signs_in,
    tries_wrong_passwords,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]
NEW = "grön häst på taket"


@pytest.fixture
def user():
    return UserFactory(email="eva@example.org")


def test_stranger_who_tries_passwords_does_not_lock_the_owner_out(user):
    tries_wrong_passwords(user.email, 12)
    assert signs_in(browser(), user.email)


def test_strangers_address_is_paused_even_for_the_right_password(user):
    tries_wrong_passwords(user.email, 5)
    assert not signs_in(browser("203.0.113.9"), user.email)


def test_guesses_from_many_addresses_are_limited_too(user):
    for network in range(1, 12):
        tries_wrong_passwords(user.email, 3, f"203.0.{network}.9")
    tried = AccountEvent.objects.filter(kind=AccountEventKind.SIGN_IN_FAILED)
    assert tried.count() == 30  # an hour
    assert not signs_in(browser("192.0.2.1"), user.email)


def test_owner_can_sign_in_from_a_known_browser_in_the_meantime(user):
    own = browser()
    assert signs_in(own, user.email)
    own.post(reverse("account_logout"))
    for network in range(1, 12):
        tries_wrong_passwords(user.email, 3, f"203.0.{network}.9")
    assert signs_in(own, user.email)


def test_owner_can_sign_in_even_if_the_stranger_is_in_the_same_network(user):
    own = browser()
    assert signs_in(own, user.email)
    own.post(reverse("account_logout"))
    tries_wrong_passwords(user.email, 12, "198.51.100.7")
    assert signs_in(own, user.email)


def test_known_browser_has_a_limit_of_its_own(user):
    own = browser()
    signs_in(own, user.email)
    own.post(reverse("account_logout"))
    for at in range(5):
        signs_in(own, user.email, f"guess {at}")
    assert not signs_in(own, user.email)


def test_browser_is_known_only_to_accounts_that_signed_in_with_it(user):
    other = UserFactory()
    own = browser()
    signs_in(own, other.email)
    own.post(reverse("account_logout"))
    tries_wrong_passwords(user.email, 5, "198.51.100.7")
    assert not signs_in(own, user.email)


def test_forged_cookie_makes_no_browser_known(user):
    tries_wrong_passwords(user.email, 5, "198.51.100.7")
    own = browser()
    own.cookies["known_browser"] = "forged:1abc:def"
    assert not signs_in(own, user.email)


def test_link_in_a_letter_signs_the_owner_in_while_strangers_try_passwords(user):
    for network in range(1, 12):
        tries_wrong_passwords(user.email, 3, f"203.0.{network}.9")
    own = browser("192.0.2.1")
    own.post(RESET, {"email": user.email})
    [letter] = OutboxMail.objects.filter(to=user.email)
    [link] = [line for line in letter.body.splitlines() if line.startswith("http")]
    page = own.get(link.removeprefix("http://testserver"), follow=True)
    own.post(
        page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW}, follow=True
    )
    assert signs_in(own, user.email, NEW)


def test_link_from_before_a_sign_in_says_why_it_is_invalid(user):
    own = browser()
    own.post(RESET, {"email": user.email})
    [letter] = OutboxMail.objects.filter(to=user.email)
    [link] = [line for line in letter.body.splitlines() if line.startswith("http")]
    assert signs_in(own, user.email)
    page = browser().get(link.removeprefix("http://testserver"))
    assert "you have signed in since it was sent" in " ".join(page.text.split())


def test_paused_sign_in_shows_the_same_advice_for_every_address(user):
    tries_wrong_passwords(user.email, 5)
    tries_wrong_passwords("nobody@example.org", 5)
    advice = [
        browser("203.0.113.9")
        .post(reverse("account_login"), {"login": email, "password": "x"})
        .context["form"]
        .non_field_errors()
        for email in (user.email, "nobody@example.org")
    ]
    assert advice[0] == advice[1]
    assert "Forgotten password" in advice[0][0]


def test_paused_codes_do_not_promise_that_a_new_password_helps(user):
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": seal("A" * 32)}
    )
    own = browser()
    own.post(LOGIN, {"login": user.email, "password": PASSWORD})
    for _guess in range(6):
        page = own.post(reverse("mfa_authenticate"), {"code": "000000"})
    [said] = page.context["form"].errors["code"]
    assert said == (
        "There were too many attempts, so sign-in is paused. Wait five minutes."
    )


def test_refused_attempts_are_noted_once_a_minute(user):
    tries_wrong_passwords(user.email, 12)
    refused = AccountEvent.objects.filter(kind=AccountEventKind.SIGN_IN_REFUSED)
    assert [event.user for event in refused] == [user]


def test_browser_remembers_the_eight_accounts_that_signed_in_last():
    own = browser()
    users = [UserFactory() for _ in range(9)]
    request, numbers = RequestFactory().get("/"), set()
    for user in (*users, users[1]):
        assert signs_in(own, user.email)
        own.post(reverse("account_logout"))
        request.COOKIES["known_browser"] = own.cookies["known_browser"].value
        numbers.add(browser_of(request, user.email))
    known = [browser_of(request, user.email) for user in users]
    assert ["", *8 * list(numbers)] == known
    assert browser_of(request, f" {users[1].email.upper()} ")
