"""The parts of the office that are our own code: web, workers, beat, and the management
commands that precede them.
"""

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
APPLICATION = "federation.rsgi:application"
# The application limits request bodies and threads itself; these are the settings that
# only the server has: the time for the headers, and the number of connections it keeps,
# so that each can open a file below the usual limit of 1,024.
# Two processes: two cores serve twice as many pages as one. Threads do not change that,
# but let short requests overtake a long one.
WEB = (
    "--interface rsgi --http 1 --workers 2 --no-ws --respawn-failed-workers"
    " --http1-header-read-timeout 10000 --backpressure 400"
)
# A worker for each queue, so that none waits for the work of another.
QUEUES = ("recompute", "office", "mail", "long")
THREADS = 2
# After this time no one is waiting for the page any more.
STATEMENT_TIMEOUT = "60s"
CHECKED = "--skip-checks"
"""The checks that `migrate` has run are not repeated by the commands after it; they
would load every URL of the office.
"""
WORDS = 200
"""Maximum bytes of an answer that are shown."""
# Threads: prefork needs a writable /dev/shm, which not every container has. A single
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
    """Return the environment of all our processes: the caller's, completed, without the
    addresses and passwords that give access to the tables themselves. `address` is that
    of a demo on this machine.
    """
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
    """Additional environment of commands that change tables; no other process gets it.
    """

    def make_tables(self) -> None:
        """Create or change the tables, as their owner; at the same time compile our own
        modules and collect the static files.
        """
        tables = self._command("migrate", "--noinput")
        tables = replace(tables, env={**tables.env, **self.owner})
        self._run_to_the_end(tables, self._own_files)

    def check_tables(self) -> None:
        """Refuse tables that lack a migration of this checkout; at the same time
        compile our own modules and collect the static files.
        """
        self._run_to_the_end(self._command("migrate", "--check"), self._own_files)

    @property
    def _own_files(self) -> Part:
        return self._part("own-files", [PYTHON, "-m", "script.own_files"])

    def manage(self, name: str) -> str:
        """Run a management command to its end, on existing tables; return its output."""
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
        host_name = first_host(self.env["ALLOWED_HOSTS"])
        part = self._part("web", command, lambda: answers(at, port, host_name))
        counts = self.var / "metrics"
        # Counts of ended processes: a new start counts from zero.
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
        """Note the environment for commands beside a running office, which load it by
        `. var/environment`.
        """
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
    """Return the owner's address; empty if one role is both the owner and the office."""
    return {name: url for name, url in urls.items() if name == "DATABASE_OWNER_URL"}


def first_host(allowed_hosts: str) -> str:
    """Return a host name for which the web server accepts requests."""
    return allowed_hosts.split(",", maxsplit=1)[0].strip().lstrip("*.") or "localhost"


def answers(at: str, port: int, host: str) -> bool:
    """Return whether the web server is up and reaches its database."""
    return not web_server_fault(at, port, host)


def web_server_fault(at: str, port: int, host: str) -> str:
    """Return "" if the web server is well, otherwise what is wrong. The request is made
    as by a proxy with TLS: otherwise the answer might be a mere redirect to https.
    """
    headers = {"Host": host, "X-Forwarded-Proto": "https"}
    connection = http.client.HTTPConnection(at, port, timeout=5)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz", headers=headers)
        response = connection.getresponse()
        if response.status == http.client.OK:
            return ""
        return f"{response.status}: {response.read(WORDS).decode(errors='replace')}"
    return f"no web server answers at {at}:{port}"
