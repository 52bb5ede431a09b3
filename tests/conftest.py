"""Fixtures for all tests."""

import gc
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, sync_playwright

from federation.formats.figures import set_rating_writer
from tests import cache_keys

os.environ.setdefault("SECRET_KEY", "only-for-tests-0123456789-abcdefghijklmnop")
os.environ.setdefault("RANKBOK_TESTING", "1")
# How long an example takes depends only on how busy the machine is.
hypothesis_settings.register_profile(
    "whole", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("whole")
# For `script/test --quick`: properties are checked on a few examples.
hypothesis_settings.register_profile("quick", max_examples=10)


def pytest_collection_finish() -> None:
    """Exclude imported and collected objects from garbage collection: searching them
    again and again took a tenth of the processor time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def plain_settings(settings, tmp_path):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CELERY_BROKER_URL = "memory://"
    settings.LANGUAGE_CODE = "en"
    settings.DEMO = False
    settings.FEDERATION_NAME = "Rankbok"
    settings.VAR_DIR = tmp_path
    settings.EMAIL_FILE_PATH = tmp_path / "mail"


@pytest.fixture(autouse=True)
def ratings_as_numbers() -> None:
    """Write ratings as numbers, also after a test whose last page wrote them as levels."""
    set_rating_writer(None)


@pytest.fixture(scope="session", autouse=True)
def cache_of_each_test() -> None:
    from django.conf import settings  # noqa: PLC0415
    from django.test.signals import clear_cache_handlers  # noqa: PLC0415

    settings.CACHES["default"]["KEY_FUNCTION"] = "tests.cache_keys.own_key"
    clear_cache_handlers(setting="CACHES")


@pytest.fixture(autouse=True)
def empty_cache(cache_of_each_test) -> None:
    from federation.shared_pages.memory import memory  # noqa: PLC0415

    cache_keys.begin()
    memory.clear()


@pytest.fixture
def _django_db_helper(shared_world, _django_db_helper) -> None:
    """The transaction of a test is nested in the shared world's."""


@pytest.fixture
def shared_world(
    request, plain_settings, empty_cache, django_db_setup, django_db_blocker
) -> None:
    from tests import worlds  # noqa: PLC0415

    with django_db_blocker.unblock():
        worlds.enter(request)


@pytest.fixture(scope="module", autouse=True)
def worlds_of_module(django_db_blocker) -> Iterator[None]:
    yield
    from tests import worlds  # noqa: PLC0415

    with django_db_blocker.unblock():
        worlds.leave()


@pytest.fixture(scope="session", autouse=True)
def place_for_static_files() -> None:
    """Create the directory: WhiteNoise warns if it is missing with each new client."""
    from django.conf import settings  # noqa: PLC0415

    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


@pytest.fixture
def now() -> datetime:
    """A time for acts of the office: noon in June 2026."""
    return datetime(2026, 6, 15, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """Let several people test on one server: each has a database with a name of its
    own.
    """
    from django.conf import settings  # noqa: PLC0415

    suffix = os.environ.get("PYTEST_DB_SUFFIX")
    if suffix:
        suffix += os.environ.get("PYTEST_XDIST_WORKER", "")
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = (
            f"test_rankbok_{suffix}"
        )


@pytest.fixture(scope="session")
def django_db_setup(
    request, django_test_environment, django_db_modify_db_settings, django_db_blocker
):
    """Create the database with its owner, and connect the tests in the running office's
    role.
    """
    from django.test.utils import setup_databases  # noqa: PLC0415

    from tests import database, template_database  # noqa: PLC0415

    with django_db_blocker.unblock():
        keep = request.getfixturevalue("django_db_keepdb")
        anew = not keep or request.getfixturevalue("django_db_createdb")
        with template_database.one_at_a_time(database.admin_url()):
            is_new = database.prepare(anew=anew)
            setup_databases(
                verbosity=request.config.option.verbose,
                interactive=False,
                keepdb=True,
                serialized_aliases={"default"},
            )
            if is_new:
                database.keep_as_template()
        database.keep_contents()
    yield
    with django_db_blocker.unblock():
        if keep:
            database.leave_as_new()
        else:
            database.remove()


QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("RANKBOK_CHROMIUM")
    if not path:
        pytest.skip("RANKBOK_CHROMIUM names no browser: script/test looks for one")
    # Playwright runs a loop in this thread, and Django then refuses to use the
    # database. Nothing here is asynchronous.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=QUIETLY, headless=True
        )
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
