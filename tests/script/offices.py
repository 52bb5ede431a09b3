"""An office in a var/ of its own, and helpers with which tests manipulate it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg

from script.checkout import ROOT
from script.database_account import database_home
from script.ports import free_port

SMALL_OFFICE = Path(__file__).with_name("small_office.py")


class SmallOffice:
    """One var/ and the runs of small_office.py on it."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port(21000)
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> subprocess.Popen[str]:
        """Start a run on this var/, even if one is running."""
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
        with psycopg.connect(
            self.urls["DATABASE_OWNER_URL"], autocommit=True
        ) as connection:
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
        """Return all processes that work in this var/ or have a file of it open."""
        places = (str(self.var), str(self.database.path))
        return {
            pid: command
            for pid, command in running_processes()
            if pid != os.getpid()
            and any(path.startswith(places) for path in opened(pid))
        }

    def pid_of(self, word: str) -> int:
        """Return the first process with this word in its command, or 0."""
        found = (pid for pid, command in self.processes().items() if word in command)
        return min(found, key=started, default=0)


def running_processes() -> Iterator[tuple[int, str]]:
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if command:
                yield int(entry.name), command


def started(pid: int) -> int:
    """Return when it was started, counted from the boot of the machine: process ids are
    reused.
    """
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text()
        return int(stat.rpartition(")")[2].split()[19])
    return sys.maxsize


def opened(pid: int) -> Iterator[str]:
    """Yield the directory it works in and the files it has open."""
    process = Path(f"/proc/{pid}")
    with suppress(OSError):
        for entry in [process / "cwd", *(process / "fd").iterdir()]:
            with suppress(OSError):
                yield str(entry.readlink())
