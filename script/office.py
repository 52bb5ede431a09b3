"""The parts of the office that are our own code: web, workers, beat, and the
management commands that come before them."""

import http.client
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from script.checkout import ROOT, VENV, secret_in, write_private
from script.embedded.postgres_binaries import postgres_binaries
from script.supervisor import Part, Supervisor, always, ended

KEPT_FROM_THE_OFFICE = ("DATABASE_OWNER_URL", "DATABASE_ADMIN_URL")
PYTHON = str(VENV / "bin" / "python")
OWN_HOSTS = "localhost,127.0.0.1,[::1]"
NOTED = (
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "RANKBOK_VAR",
    "RANKBOK_DEMO",
)
# The application takes in bodies and holds its threads itself; here is what the server
# alone can do: how long the headers may take, and how many connections it keeps, so
# that each has room for a file below the usual limit of 1,024.
APPLICATION = "federation.rsgi:application"
# A process for each core doubles the pages served on two; threads change nothing
# about that, but let short requests pass a long one.
WEB = (
    "--interface rsgi --http 1 --workers 2 --no-ws --respawn-failed-workers"
    " --http1-header-read-timeout 10000 --backpressure 400"
)
# A worker for each, so that none of them waits for what another one does.
QUEUES = ("recompute", "office", "mail", "long")
THREADS = 2
# What a page has not got from the database by then, nobody waits for any more.
STATEMENT_TIMEOUT = "60s"
CHECKED = "--skip-checks"
"""What `migrate` has checked is not checked again by the commands after it, which would
read every address of the office for it."""
WORDS = 200
"""Bytes of an answer that is told."""
# Threads: prefork needs a writable /dev/shm, which not every container has. One
# worker of each kind needs no gossip with others.
WORKER = "--pool threads --without-gossip --without-mingle --without-heartbeat"


def office_environment(
    var: Path,
    urls: Mapping[str, str],
    environ: Mapping[str, str],
    *,
    demo: bool,
    address: str = "",
) -> dict[str, str]:
    """What every process of ours gets: the caller's environment, completed. The
    keys to the tables themselves are not in it. `address`: of a demo, here."""
    env = {**environ, **urls}
    for name in KEPT_FROM_THE_OFFICE:
        env.pop(name, None)
    env["ALLOWED_HOSTS"] = env.get("ALLOWED_HOSTS") or OWN_HOSTS
    if not env.get("SECRET_KEY"):
        env["SECRET_KEY"] = secret_in(var / "secret.key")
    if demo:
        env["RANKBOK_DEMO"] = "1"
        if address and not env.get("OFFICE_ADDRESS"):
            env["OFFICE_ADDRESS"] = address
    return env | {
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "RANKBOK_VAR": str(var),
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
    }


@dataclass(frozen=True)
class Office:
    supervisor: Supervisor
    var: Path
    env: Mapping[str, str]
    owner: Mapping[str, str] = field(default_factory=dict)
    """What a command gets besides that changes tables; no other process knows it."""

    def make_tables(self) -> None:
        """Create or change the tables, as their owner; beside that, compile our own
        modules and collect the static files.
        """
        tables = self._command("migrate", "--noinput")
        tables = replace(tables, env={**tables.env, **self.owner})
        self._run_to_the_end(tables, self._own_files)

    def check_tables(self) -> None:
        """Refuse tables that lack a migration of this checkout; beside that, compile our
        own modules and collect the static files.
        """
        self._run_to_the_end(self._command("migrate", "--check"), self._own_files)

    @property
    def _own_files(self) -> Part:
        return self._part("own-files", [PYTHON, "-m", "script.own_files"])

    def manage(self, name: str) -> str:
        """Run a management command to its end, on tables that are there; what it
        printed.
        """
        log = self.var / "log" / f"{name}.log"
        before = log.stat().st_size if log.exists() else 0
        self._run_to_the_end(self._command(name, CHECKED))
        return log.read_bytes()[before:].decode(errors="replace").strip()

    def _run_to_the_end(self, *parts: Part) -> None:
        for part, status in self.supervisor.run_together(parts):
            if status:
                raise ended(part, status)

    def _command(self, name: str, *options: str) -> Part:
        return self._part(name, [PYTHON, "manage.py", name, *options])

    def open_web(self, host: str, port: int) -> None:
        options = WEB.split()
        where = ["--host", host, "--port", str(port), APPLICATION]
        command = [PYTHON, "-m", "granian", *options, *where]
        at = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        asked_for = first_host(self.env["ALLOWED_HOSTS"])
        part = self._part("web", command, lambda: answers(at, port, asked_for))
        counts = self.var / "metrics"
        # Of processes that are gone: a new start counts from nothing.
        shutil.rmtree(counts, ignore_errors=True)
        own = {
            "STATEMENT_TIMEOUT": STATEMENT_TIMEOUT,
            "PROMETHEUS_MULTIPROC_DIR": str(counts),
        }
        self.supervisor.start(replace(part, env={**own, **part.env}))

    def open_workers(self) -> None:
        for queue in QUEUES:
            options = f"-Q {queue} -n {queue}@%h --concurrency {THREADS} {WORKER}"
            self._start_celery(f"worker-{queue}", ["worker", *options.split()])

    def start_clock(self) -> None:
        schedule = ["--schedule", str(self.var / "beat-schedule"), "--pidfile="]
        self._start_celery("beat", ["beat", *schedule])

    def note_environment(self) -> None:
        """For commands typed beside a running office: `. var/environment`."""
        tools = [VENV / "bin", *(found.path for found in postgres_binaries()[:1])]
        path = shlex.quote(":".join(map(str, tools)))
        noted = {**self.env, **self.owner}
        lines = [
            f"export {name}={shlex.quote(noted[name])}\n"
            for name in NOTED
            if name in noted
        ]
        lines.append(f'export PATH={path}:"$PATH"\n')
        write_private(self.var / "environment", "".join(lines))

    def _start_celery(self, name: str, arguments: Sequence[str]) -> None:
        command = [PYTHON, "-m", "celery", "-A", "federation", *arguments]
        self.supervisor.start(self._part(name, [*command, "--loglevel", "INFO"]))

    def _part(
        self, name: str, command: Sequence[str], ready: Callable[[], bool] = always
    ) -> Part:
        log = self.var / "log" / f"{name}.log"
        return Part(name, command, log, self.env, cwd=ROOT, ready=ready)


def owner_of_tables(urls: Mapping[str, str]) -> dict[str, str]:
    """Empty where one role is both the owner and the office."""
    return {name: url for name, url in urls.items() if name == "DATABASE_OWNER_URL"}


def first_host(allowed_hosts: str) -> str:
    """A name that the web server is willing to be asked for."""
    return allowed_hosts.split(",", maxsplit=1)[0].strip().lstrip("*.") or "localhost"


def answers(at: str, port: int, host: str) -> bool:
    """Whether the web server is up and reaches its database."""
    return not what_ails(at, port, host)


def what_ails(at: str, port: int, host: str) -> str:
    """Empty if the web server is well. It is asked as a proxy with TLS asks: otherwise
    it may do no more than redirect to https."""
    headers = {"Host": host, "X-Forwarded-Proto": "https"}
    connection = http.client.HTTPConnection(at, port, timeout=5)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz", headers=headers)
        said = connection.getresponse()
        if said.status == http.client.OK:
            return ""
        return f"{said.status}: {said.read(WORDS).decode(errors='replace')}"
    return f"no web server answers at {at}:{port}"
