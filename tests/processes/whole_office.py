"""script/server with servers of its own, and helpers for tests."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from script.checkout import ROOT
from script.office import answers
from tests.script.offices import SmallOffice

Kill = Callable[[], int]
MORE: Mapping[str, str] = {}


class WholeOffice(SmallOffice):
    """`settings`: further environment variables. `how`: the options with which
    script/server is called.
    """

    how = "--empty"
    inside: Sequence[str] = ()
    """The command prefix that runs a command where the office is."""
    address, name = "127.0.0.1", "localhost"

    def __init__(self, var: Path, **settings: object) -> None:
        super().__init__(var)
        self.settings = {name: str(value) for name, value in settings.items()}

    def start(self) -> "subprocess.Popen[str]":
        inherited = {
            key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ
        }
        own = {"RANKBOK_VAR": str(self.var), "PORT": str(self.port), "LANG": "C"}
        with self.terminal.open("w") as log:
            return subprocess.Popen(  # noqa: S603
                [*self.inside, ROOT / "script" / "server", self.how],
                env=inherited | own | self.settings,
                stdout=log,
                stderr=log,
                text=True,
            )

    def open(self) -> "WholeOffice":
        self.process = self.start()
        self.wait_for(self.is_whole, 400)
        return self

    def open_servers(self) -> "WholeOffice":
        """Start its database and broker, without our own processes."""
        (self.var / "environment").unlink(missing_ok=True)
        self.how = "--servers"
        self.process = self.start()
        self.how = "--empty"
        self.wait_for(self.has_servers, 120)
        return self

    def has_servers(self) -> bool:
        self.refuse_ended()
        return (self.var / "environment").exists() and self.answers_sql()

    def refuse_ended(self) -> None:
        if self.process is None or self.process.poll() is not None:
            raise AssertionError(self.terminal.read_text())

    @property
    def terminal(self) -> Path:
        """The output of script/server."""
        return self.var.with_suffix(".log")

    @property
    def url(self) -> str:
        return f"http://{self.name}:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        """The environment that the office noted for commands typed beside it."""
        lines = shlex.split((self.var / "environment").read_text())
        noted = dict(line.split("=", 1) for line in lines if "=" in line)
        return noted | {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "federation.settings",
            "PYTHONUTF8": "1",
        }

    @property
    def urls(self) -> dict[str, str]:
        return self.env

    def ask(self, module: str, *arguments: str, env: Mapping[str, str] = MORE) -> Any:
        """Run a module of these tests beside the office; return what it printed."""
        output = subprocess.run(  # noqa: S603
            [sys.executable, "-m", f"tests.processes.{module}", *arguments],
            env={**self.env, **env},
            cwd=ROOT,
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        return json.loads(output.splitlines()[-1])

    @property
    def logs(self) -> list[Path]:
        return sorted((self.var / "log").glob("*.log"))

    # --- its parts ------------------------------------------------------------------
    @property
    def parts(self) -> dict[str, Kill]:
        """The function that returns each part's process id."""
        return {
            "web server": lambda: self.pid_of("granian"),
            "web worker": lambda: child_of(self.pid_of("granian")),
            "recompute worker": lambda: self.pid_of("-Q recompute"),
            "office worker": lambda: self.pid_of("-Q office"),
            "mail worker": lambda: self.pid_of("-Q mail"),
            "long worker": lambda: self.pid_of("-Q long"),
            "beat": lambda: self.pid_of("celery -A federation beat"),
            "Valkey": lambda: self.pid_of("valkey") or self.pid_of("redis"),
            "PostgreSQL": self.postmaster,
        }

    def find_part(self, part: str) -> int:
        """Return its process id, as soon as it has been restarted after a kill."""
        found: list[int] = []

        def is_there() -> bool:
            with suppress(OSError, IndexError):
                pid = self.parts[part]()
                if pid and Path(f"/proc/{pid}").exists():
                    found.append(pid)
            return bool(found)

        self.wait_for(is_there)
        return found[0]

    def kill_part(self, part: str) -> int:
        """Kill a part; return the process id that it had."""
        pid = self.find_part(part)
        os.kill(pid, signal.SIGKILL)
        return pid

    def is_whole(self) -> bool:
        self.refuse_ended()
        if not (self.var / "environment").exists():
            return False
        with suppress(OSError, IndexError):
            pids = [find() for find in self.parts.values()]
            return all(pids) and answers(self.address, self.port, self.name)
        return False

    def is_computed(self) -> bool:
        """Return whether everything posted is computed; False while the database is
        down.
        """
        if not self.answers_sql():
            return False
        lines = self.sql(
            "SELECT posted, computed FROM ratings_pool JOIN ratings_computation"
            " ON pool_id = id"
        )
        return all(posted == computed for posted, computed in lines)

    def has_built_lists(self) -> bool:
        """Return whether all approved lists are built."""
        if not self.answers_sql():
            return False
        return not self.sql("SELECT 1 FROM ratings_approval WHERE state = 'requested'")

    def stop(self) -> str:
        assert self.process
        self.process.terminate()
        self.process.wait(60)
        return self.terminal.read_text()


def child_of(pid: int) -> int:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[-1])
