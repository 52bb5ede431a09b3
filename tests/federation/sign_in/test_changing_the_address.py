"""A new address replaces the former one when the link in its letter was opened."""

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.urls import reverse

from federation.models import OutboxMail, User
from tests.factories import UserFactory
from tests.federation.sign_in.browsers import (
    PASSWORD,
    browser,
    signs_in,
    tries_wrong_passwords,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]
EMAIL = reverse("account_email")
OLD, NEW = "eva@example.org", "eva.ek@example.org"


@pytest.fixture
def own():
    UserFactory(email=OLD, name="Eva Ek")
    client = browser()
    signs_in(client, OLD)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def request_change(client, email=NEW):
    return client.post(EMAIL, {"email": email, "action_add": ""}, follow=True)


def link(to=NEW):
    body = OutboxMail.objects.filter(to=to).latest("pk").body
    [found] = [line for line in body.splitlines() if line.startswith("http")]
    return found.removeprefix("http://testserver")


def primary():
    return User.objects.get(name="Eva Ek").email


def test_former_address_is_used_until_the_link_is_opened(own):
    page = request_change(own).content.decode()
    assert (primary(), NEW in page) == (OLD, True)
    assert signs_in(browser(), OLD)
    assert not signs_in(browser(), NEW)


def test_new_address_replaces_the_former_and_both_are_notified(own):
    request_change(own)
    own.post(link())
    assert primary() == NEW
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        (NEW, True, True)
    ]
    assert (signs_in(browser(), NEW), signs_in(browser(), OLD)) == (True, False)
    letters = {letter.to: letter for letter in OutboxMail.objects.order_by("pk")}
    assert [letters[to].subject for to in (OLD, NEW)] == [
        "Rankbok: your email address was changed"
    ] * 2
    assert [OLD in letters[OLD].body, NEW in letters[OLD].body] == [True, True]


def test_address_longer_than_an_account_may_have_is_refused(own):
    page = request_change(own, f"{'a' * 250}@example.org").content.decode()
    assert "Ensure this value has at most 254 characters" in page


def test_browser_is_known_for_the_new_address_too(own):
    request_change(own)
    own.post(link())
    own.post(reverse("account_logout"))
    for network in range(1, 12):
        tries_wrong_passwords(NEW, 3, f"203.0.{network}.9")
    assert (signs_in(own, NEW), signs_in(browser("192.0.2.1"), NEW)) == (True, False)


def test_viewing_the_link_changes_nothing(own):
    request_change(own)
    own.get(link())
    assert primary() == OLD


def test_change_of_address_can_be_cancelled(own):
    request_change(own)
    own.post(EMAIL, {"email": NEW, "action_remove": ""})
    assert (primary(), own.post(link()).status_code) == (OLD, 404)
    assert primary() == OLD


@pytest.mark.parametrize("act", ["action_primary", "action_remove"])
def test_crafted_form_cannot_set_an_unconfirmed_address(own, act):
    request_change(own)
    for email in (NEW, OLD):
        own.post(EMAIL, {"email": email, act: ""})
    assert primary() == OLD


def test_unattended_window_is_not_enough_to_change_the_address(own):
    other = browser()
    signs_in(other, OLD)
    answer = other.post(EMAIL, {"email": NEW, "action_add": ""})
    assert answer.url.startswith(reverse("account_reauthenticate"))
    assert not EmailAddress.objects.filter(email=NEW).exists()


def test_address_of_another_account_cannot_be_taken_and_is_not_revealed(own):
    UserFactory(email=NEW)
    strange = request_change(own).content.decode()
    assert "Waiting for confirmation" in strange
    own.post(link(), follow=True)
    assert primary() == OLD


def test_database_refuses_an_unconfirmed_primary_address(own):
    with (
        pytest.raises(IntegrityError, match="confirmed_before_primary"),
        transaction.atomic(),
    ):
        EmailAddress.objects.filter(email=OLD).update(verified=False)
