"""The office as in production: web server, worker, PostgreSQL and Valkey, each a
process of its own, on the database of the tests.
"""

import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import redis
from django.conf import settings
from django.db import connection

from script.checkout import ROOT
from script.office import APPLICATION, QUEUES, WEB, WORKER, answers
from script.ports import free_port
from tests.factories import chess_pool

LONGEST_WAIT = 60.0
HOST = "localhost"


def wait_until(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + LONGEST_WAIT
    while not condition():
        assert time.monotonic() < end, f"{what}: not so within {LONGEST_WAIT:.0f} s"
        time.sleep(0.05)


def database_url() -> str:
    """Return the URL of the tests' database for other processes."""
    at = connection.settings_dict
    who = ":".join(quote(str(at[key]), safe="") for key in ("USER", "PASSWORD"))
    return f"postgresql://{who}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


def broker_url() -> str:
    """Return one of the broker's databases but the first, which a running office uses."""
    number = 1 + zlib.crc32(connection.settings_dict["NAME"].encode()) % 15
    return urlunsplit(urlsplit(settings.REDIS_URL)._replace(path=f"/{number}"))


def first_port() -> int:
    """Return the port from which to look for a free one: the web server shares its port
    with any other process, so that two test runs must not begin at the same.
    """
    return 23000 + zlib.crc32(connection.settings_dict["NAME"].encode()) % 1000


class Installation:
    """The processes, and whether they still have work to do."""

    worker: "subprocess.Popen[bytes]"

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port(first_port())
        self.broker = redis.Redis.from_url(broker_url())
        self.env: Mapping[str, str] = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "federation.settings",
            "DATABASE_URL": database_url(),
            "REDIS_URL": broker_url(),
            "SECRET_KEY": os.environ["SECRET_KEY"],
            "ALLOWED_HOSTS": HOST,
            "RANKBOK_VAR": str(var),
            "PYTHONUTF8": "1",
        }

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def logs(self) -> list[Path]:
        """Return its own logs, and the database's if it is the tests' own."""
        of_tests = Path(os.environ.get("RANKBOK_VAR", "")) / "log" / "postgresql.log"
        return [self.var / "worker.log", self.var / "web.log", of_tests]

    @contextmanager
    def opened(self) -> Iterator["Installation"]:
        self.broker.flushdb()
        manage = [sys.executable, "manage.py", "collectstatic", "--noinput"]
        subprocess.run(manage, env=self.env, cwd=ROOT, check=True, capture_output=True)  # noqa: S603
        web = ["--host", "127.0.0.1", "--port", str(self.port)]
        queues = ",".join(QUEUES)
        self.worker = self._start(
            "worker", "celery", "-A", "federation", "worker", "-Q", queues,
            *WORKER.split(), "--concurrency", "2", "--loglevel", "INFO",
        )  # fmt: skip
        parts = [
            self._start("web", "granian", *WEB.split(), *web, APPLICATION),
            self.worker,
        ]
        try:
            wait_until(lambda: self._is_ready(parts), "the office is open")
            yield self
        finally:
            for part in parts:
                part.terminate()
            for part in parts:
                end(part)

    @contextmanager
    def worker_at_a_standstill(self) -> Iterator[None]:
        """Stop the worker without ending it, to see who waits for it."""
        self.worker.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.worker.send_signal(signal.SIGCONT)

    def is_idle(self) -> bool:
        """Return whether everything posted is computed, and nothing is being worked on."""
        pool = chess_pool()
        waiting = any(self.broker.llen(queue) for queue in QUEUES)
        done = pool.computation.computed == pool.posted
        return done and not waiting and not self._somebody_works()

    @staticmethod
    def _somebody_works() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                " current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend' AND state <> 'idle'"
            )
            return bool(cursor.fetchone()[0])

    def _start(self, name: str, *module: str) -> "subprocess.Popen[bytes]":
        with (self.var / f"{name}.log").open("wb") as log:
            return subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", *module],
                env=self.env,
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )

    def _is_ready(self, parts: list["subprocess.Popen[bytes]"]) -> bool:
        ended = [part.args for part in parts if part.poll() is not None]
        assert not ended, f"ended: {ended}, see {self.var}"
        log = (self.var / "worker.log").read_text(errors="replace")
        return "ready." in log and answers("127.0.0.1", self.port, HOST)


def end(part: "subprocess.Popen[bytes]") -> None:
    with suppress(subprocess.TimeoutExpired):
        part.wait(20)
    if part.poll() is None:
        part.kill()
        part.wait()
