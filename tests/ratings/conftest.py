"""What tests of ratings' pages may ask for."""

import pytest
from django.test import Client

from federation.enums import RoleKind
from ratings.signals import pool_posted
from tests.factories import RoleFactory, UserFactory, officer


@pytest.fixture
def english(client: Client) -> Client:
    """A browser that asks for English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def as_officer(client, settings):
    """A browser in which a rating officer has signed in."""
    settings.DEMO = True  # a second factor is another test's matter
    client.user = officer()
    client.force_login(client.user)
    return client


@pytest.fixture
def signed_in(settings):
    """Signs somebody in, in a browser of their own."""
    settings.DEMO = True

    def sign_in(user):
        browser = Client()
        browser.user = user
        browser.force_login(user)
        return browser

    return sign_in


@pytest.fixture
def strangers(signed_in):
    """People whose roles do not reach the officer's pages."""
    return [
        signed_in(UserFactory()),
        signed_in(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user),
    ]


@pytest.fixture
def posted_pools():
    """The pools of which `pool_posted` told, in order."""
    pools = []

    def note(pool_id, **_named):
        pools.append(pool_id)

    pool_posted.connect(note)
    yield pools
    pool_posted.disconnect(note)
