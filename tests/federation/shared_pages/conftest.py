"""An office whose pages may be shared: nothing of it stands in a transaction."""

from dataclasses import dataclass

import pytest
from django.test import Client

from federation.models import Player
from federation.shared_pages.numbers import valkey_of
from tests.factories import line
from tests.ratings.published import SUMMER, accepted, published, rated


@dataclass(frozen=True)
class Office:
    """A published list with two players on it."""

    player: Player
    other: Player


@pytest.fixture
def office(transactional_db, settings) -> Office:
    player = rated(1900, first_name="Qvintus", last_name="Wzorkander")
    other = rated(1800, first_name="Bertil", last_name="Berg")
    accepted(line(player, other, 2, SUMMER), name="Summer Open")
    published(SUMMER)
    return Office(player, other)


@pytest.fixture
def visitor() -> Client:
    """A browser that asks for English and has been nowhere."""
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def valkey(settings):
    return valkey_of(settings.REDIS_URL)
