from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.journeys.installation import Installation, broker_url, wait_until
from tests.journeys.visitors import Visitor
from tests.logs import Logs, expected_by

DESKTOP = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def processes(
    chromium: Browser,
    django_db_setup: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Installation]:
    with django_db_blocker.unblock():
        office = Installation(tmp_path_factory.mktemp("var"))
    with office.opened():
        yield office


@pytest.fixture
def installation(
    request: pytest.FixtureRequest,
    processes: Installation,
    plain_settings: None,
    transactional_db: None,
    settings: Any,
) -> Iterator[Installation]:
    """The running office, with an empty database. It is idle at the end: truncating a
    table waits for everyone who reads it.
    """
    # The office checks pass phrases as in production.
    settings.PASSWORD_HASHERS = ["tests.journeys.visitors.HashedOnce"]
    # What a test writes moves the shared pages of this office.
    settings.REDIS_URL = broker_url()
    logs = Logs(processes.logs)
    yield processes
    wait_until(processes.is_idle, "the office is at rest")
    processes.broker.flushdb()
    assert logs.unexpected(expected_by(request)) == []


@pytest.fixture
def visit(chromium: Browser, installation: Installation) -> Iterator[Callable]:
    """Return a function that opens a window of a Swedish reader; no page may have an
    error.
    """
    visitors: list[Visitor] = []

    def open_window(*, script: bool = True, **facts: Any) -> Visitor:
        context = chromium.new_context(
            base_url=installation.url,
            locale="sv-SE",
            java_script_enabled=script,
            **{"viewport": DESKTOP, **facts},
        )
        visitors.append(Visitor(context, script=script))
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        visitor.page.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
