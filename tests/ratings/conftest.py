"""What tests of ratings' pages may ask for."""

import pytest
from django.test import Client


@pytest.fixture
def english(client: Client) -> Client:
    """A browser that asks for English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
