import random
import sys
from collections.abc import Iterator

import pytest

from tests.logs import Logs, expected_by
from tests.processes.whole_office import WholeOffice
from tests.script.conftest import place, servers_at_hand  # noqa: F401 - fixtures


@pytest.fixture(scope="module")
def whole_office(place) -> Iterator[WholeOffice]:  # noqa: F811
    office = WholeOffice(place / "var")
    office.open()
    yield office
    office.clear_away()


@pytest.fixture
def chance() -> random.Random:
    """Return a random generator with a new seed, which is printed for a failure's
    report.
    """
    seed = random.randrange(10**6)  # noqa: S311
    sys.stdout.write(f"seed {seed}\n")
    return random.Random(seed)  # noqa: S311


@pytest.fixture(autouse=True)
def quiet_logs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test if any part of the office logs something unexpected."""
    names = {"whole_office", "busy_office", "second_office"} & set(request.fixturenames)
    offices = [request.getfixturevalue(name) for name in names]
    logs = Logs(path for office in offices for path in office.logs)
    yield
    assert logs.unexpected(expected_by(request)) == []
