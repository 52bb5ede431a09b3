import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from script.embedded.postgres_binaries import postgres_binaries
from script.embedded.valkey import valkey_server
from script.progress import SetUpError
from tests.script.offices import SmallOffice


@pytest.fixture(scope="session")
def servers_at_hand() -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("reads /proc")
    try:
        valkey_server(Path("/"))
    except SetUpError as missing:
        pytest.skip(str(missing))
    if not postgres_binaries():
        pytest.skip("no PostgreSQL: requirements-embedded.txt is not installed")


@pytest.fixture
def small_office() -> Iterator[Callable[[Path], SmallOffice]]:
    made = []

    def make(var: Path) -> SmallOffice:
        made.append(SmallOffice(var))
        return made[-1]

    yield make
    for office in made:
        office.clear_away()


@pytest.fixture(scope="module")
def place(servers_at_hand: None) -> Iterator[Path]:
    """A directory that every account can reach, with unusual characters in its name."""
    outer = Path(tempfile.mkdtemp(prefix="väg med å "))
    outer.chmod(0o755)
    yield outer
    shutil.rmtree(outer)


@pytest.fixture(scope="module")
def office(place: Path) -> Iterator[SmallOffice]:
    """One var/ for all tests of a module."""
    (place / "var").mkdir()
    office = SmallOffice(place / "var")
    yield office
    office.clear_away()


@pytest.fixture
def open_office(office: SmallOffice) -> SmallOffice:
    """A running office, whatever the previous test did to it."""
    return office if office.is_open() else office.open()


@pytest.fixture
def closed_office(office: SmallOffice) -> SmallOffice:
    if office.is_open():
        office.stop()
    return office
