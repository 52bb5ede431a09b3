from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from tests.architecture.world import World, build_world


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """Build the world once for a module; every request against it is rolled back.

    The modules that use it are marked `django_db`: without a mark pytest-django makes
    no test database, and the world would be built in the one of DATABASE_URL.
    """
    name = connection.settings_dict["NAME"]
    if not name.startswith("test_"):
        pytest.exit(f"{name} is no test database: mark the module django_db", 3)
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # the second factor has its own tests
    # Signed-in users entered their password when the world was built.
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 3600
