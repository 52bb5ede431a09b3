"""Fixtures of the tests of ratings' pages."""

import pytest
from django.test import Client

from federation.enums import RoleKind
from ratings.signals import pool_posted
from tests.factories import RoleFactory, UserFactory, officer


@pytest.fixture
def english(client: Client) -> Client:
    """Return a browser that requests English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def as_officer(client, settings):
    """Return a browser in which a rating officer is signed in."""
    settings.DEMO = True  # the second factor is tested elsewhere
    client.user = officer()
    client.force_login(client.user)
    return client


@pytest.fixture
def signed_in(settings):
    """Return a function that signs a user in, in a separate browser."""
    settings.DEMO = True

    def sign_in(user):
        browser = Client()
        browser.user = user
        browser.force_login(user)
        return browser

    return sign_in


@pytest.fixture
def strangers(signed_in):
    """Return browsers of users whose roles do not open the officer's pages."""
    return [
        signed_in(UserFactory()),
        signed_in(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user),
    ]


@pytest.fixture
def posted_pools():
    """Return the ids of the pools that `pool_posted` was sent for, in order."""
    pools = []

    def note(pool_id, **_named):
        pools.append(pool_id)

    pool_posted.connect(note)
    yield pools
    pool_posted.disconnect(note)
