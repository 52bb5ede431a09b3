import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from script.checkout import ROOT
from script.database_account import database_home
from script.ports import free_port
from script.postgres_binaries import postgres_binaries
from script.progress import SetUpError
from script.valkey_server import valkey_server

SMALL_OFFICE = Path(__file__).with_name("small_office.py")


class SmallOffice:
    """One var/ and the runs of small_office.py on it."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port(21000)
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> subprocess.Popen[str]:
        """A run on this var/, whether or not there is one."""
        return subprocess.Popen(  # noqa: S603
            [sys.executable, str(SMALL_OFFICE), str(self.var), str(self.port)],
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LANG": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def open(self) -> "SmallOffice":
        ready = self.var / "open.json"
        ready.unlink(missing_ok=True)
        process = self.process = self.start()
        self.wait_for(lambda: ready.exists() or process.poll() is not None)
        assert ready.exists(), process.communicate()[0]
        return self

    @staticmethod
    def wait_for(condition: Callable[[], object], seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not so within {seconds} s"
            time.sleep(0.05)

    def stop(self) -> str:
        assert self.process
        self.process.terminate()
        return self.process.communicate(timeout=60)[0]

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.communicate()

    def is_open(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def clear_away(self) -> None:
        if self.is_open():
            self.stop()
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @property
    def urls(self) -> dict[str, str]:
        return json.loads((self.var / "open.json").read_text())

    def sql(self, statement: str, *values: str) -> list[tuple]:
        with psycopg.connect(self.urls["DATABASE_URL"], autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def answers_sql(self) -> bool:
        with suppress(psycopg.OperationalError):
            return self.sql("SELECT 1") == [(1,)]
        return False

    def postmaster(self) -> int:
        noted = self.database.data_directories()[-1] / "postmaster.pid"
        return int(noted.read_text().split()[0])

    @property
    def database(self):
        return database_home(self.var)

    def processes(self) -> dict[int, str]:
        """Everything that works in this var/ or has its lock, by process number."""
        places = (str(self.var), str(self.database.path))
        return {
            pid: command
            for pid, command in running_processes()
            if open_directory(pid).startswith(places) or holds(pid, self.var / "lock")
        }

    def pid_of(self, word: str) -> int:
        """The first process with this word in its command, or 0."""
        found = (pid for pid, command in self.processes().items() if word in command)
        return min(found, default=0)


def running_processes() -> Iterator[tuple[int, str]]:
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if command:
                yield int(entry.name), command


def open_directory(pid: int) -> str:
    with suppress(OSError):
        return str(Path(f"/proc/{pid}/cwd").readlink())
    return ""


def holds(pid: int, file: Path) -> bool:
    with suppress(OSError):
        opened = list(Path(f"/proc/{pid}/fd").iterdir())
        return any(entry.readlink() == file for entry in opened)
    return False


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
    """A directory that every account can reach, with a difficult name."""
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
    """It runs, whatever the test before did to it."""
    return office if office.is_open() else office.open()


@pytest.fixture
def closed_office(office: SmallOffice) -> SmallOffice:
    if office.is_open():
        office.stop()
    return office
