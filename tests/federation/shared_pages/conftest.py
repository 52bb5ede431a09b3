"""An office with shared pages: its data is committed, not in a transaction. It is
created once for the tests of a module, and emptied after them.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import connection
from django.test import Client, TransactionTestCase, override_settings

from federation.enums import Visibility
from federation.models import Player
from federation.shared_pages import replica as replicas
from federation.shared_pages.numbers import valkey_of
from tests.factories import line
from tests.ratings.rating_lists import SUMMER, accepted, published, rated
from tests.script.conftest import servers_at_hand
from tests.standby import Standby, standby

__all__ = ["servers_at_hand"]

FIRST, LAST = "Qvintus", "Wzorkander"


@dataclass(frozen=True)
class Office:
    """A published list with two players on it."""

    player: Player
    other: Player


@pytest.fixture(scope="module")
def committed(django_db_setup, django_db_blocker) -> Iterator[None]:
    """Do what `django_db(transaction=True)` does, for all tests of a module."""
    case = TransactionTestCase(methodName="__init__")
    quickly = override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        CELERY_BROKER_URL="memory://",
    )
    with django_db_blocker.unblock(), quickly:
        case._pre_setup()  # noqa: SLF001
        yield
        case._post_teardown()  # noqa: SLF001


@pytest.fixture(scope="module")
def office_of_module(committed) -> Office:
    player = rated(1900, first_name=FIRST, last_name=LAST)
    other = rated(1800, first_name="Bertil", last_name="Berg")
    accepted(line(player, other, 2, SUMMER), name="Summer Open")
    published(SUMMER)
    return Office(player, other)


@pytest.fixture
def office(office_of_module) -> Iterator[Office]:
    yield office_of_module
    changed = Player.objects.filter(pk=office_of_module.player.pk)
    changed.exclude(first_name=FIRST, last_name=LAST, visibility="public").update(
        first_name=FIRST, last_name=LAST, visibility=Visibility.PUBLIC
    )


@pytest.fixture
def visitor() -> Client:
    """A browser that requests English and has no cookies."""
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def valkey(settings):
    return valkey_of(settings.REDIS_URL)


@pytest.fixture(scope="module")
def copy(django_db_setup, servers_at_hand) -> Iterator[Standby]:
    with TemporaryDirectory(prefix="standby ") as place:
        Path(place).chmod(0o755)
        with standby(Path(place), os.environ["DATABASE_ADMIN_URL"]) as found:
            yield found


@pytest.fixture
def followed(copy, settings, monkeypatch) -> Iterator[Standby]:
    """Configure the replica for the office, and let it be used again if it was left
    out.
    """
    if not copy.is_open():
        copy.start()
    copy.end_sessions()
    known = connection.settings_dict
    settings.DATABASE_REPLICA = {
        **{name: known[name] for name in ("HOST", "NAME", "USER", "PASSWORD")},
        "PORT": copy.port,
    }
    monkeypatch.setattr(replicas, "LEFT_OUT", 0.0)
    monkeypatch.setattr(replicas, "WAIT_FOR_REPLICA", 5.0)
    replicas._replica.cache_clear()  # noqa: SLF001
    yield copy
    if copy.is_open():
        copy.resume()
