"""An unknown address is answered like a known one: with the same words, and after the
same work.
"""

import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.domain.accounts.invitations import (
    InvitationOffer,
    invite,
    withdraw_invitation,
)
from federation.domain.accounts.roles import RoleScope
from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import CLOSED, UserFactory
from tests.federation.sign_in.browsers import LOGIN, RESET, browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]
KNOWN, UNKNOWN, GONE = "eva@example.org", "nil@example.org", "bob@example.org"


class Counted(MD5PasswordHasher):
    hashed: list[str] = []

    def encode(self, password, salt):
        self.hashed.append(password)
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def people(settings):
    settings.PASSWORD_HASHERS = [f"{__name__}.Counted"]
    UserFactory(email=KNOWN, name="")
    UserFactory(email=GONE, name="", **CLOSED)
    Counted.hashed = []


def work(path, sent):
    """Return what the page says, and the work of the database and the hasher."""
    client = browser()
    Counted.hashed.clear()
    with CaptureQueriesContext(connection) as queries:
        page = client.post(path, sent, follow=True)
    return (
        re.sub(r"csrf[^>]*|[a-z]{3}@example.org", "", page.content.decode()),
        [re.sub(r"'[^']*'|\d+|\bNULL\b", "?", each["sql"]) for each in queries],
        len(Counted.hashed),
    )


def test_signing_in_does_the_same_work_for_an_unknown_address():
    known, unknown, closed = (
        work(LOGIN, {"login": email, "password": "wrong"})
        for email in (KNOWN, UNKNOWN, GONE)
    )
    assert shape(known) == shape(unknown) == shape(closed)
    assert known[2] == 1


def test_password_reset_does_the_same_work_for_an_unknown_address():
    known, unknown, closed = (
        work(RESET, {"email": email}) for email in (KNOWN, UNKNOWN, GONE)
    )
    assert shape(known) == shape(unknown) == shape(closed)
    assert [letter.to for letter in OutboxMail.objects.all()] == [KNOWN]


def test_password_reset_refuses_an_address_longer_than_any_account_has():
    page = browser().post(RESET, {"email": f"{'a' * 250}@example.org"})
    assert "Ensure this value has at most 254 characters" in page.content.decode()


def shape(done):
    """The letter is kept in one case and rolled back in the other."""
    page, queries, hashed = done
    return (
        page,
        [re.sub(r"(RELEASE|ROLLBACK TO) SAVEPOINT", "END", query) for query in queries],
        hashed,
    )


def test_nonexistent_invitation_is_answered_like_a_closed_one(withdrawn):
    pages = [
        browser().get(reverse("federation:invitation", args=[secret]))
        for secret in (withdrawn, "never-written")
    ]
    assert [page.status_code for page in pages] == [404, 404]
    assert same(pages[0], withdrawn) == same(pages[1], "never-written")


def same(page, secret):
    return page.content.decode().replace(secret, "")


@pytest.fixture
def withdrawn(now):
    """Return the secret of an invitation that was withdrawn."""
    secrets = []
    inviter = UserFactory()
    invitation = invite(
        InvitationOffer(email=UNKNOWN, office=RoleScope(RoleKind.BOARD)),
        acting=ActionContext(inviter.pk, now),
        url_of=lambda secret: secrets.append(secret) or "",
    )
    withdraw_invitation(invitation.pk, acting=ActionContext(inviter.pk, now))
    return secrets[0]
