"""Choose, prepare and start the servers that the environment does not name."""

from collections.abc import Callable, Mapping
from pathlib import Path

from script.checkout import ROOT, VENV
from script.database_account import database_home
from script.embedded.postgres import postgres_server
from script.embedded.valkey import valkey_server
from script.ports import LOWEST, free_port
from script.progress import step
from script.supervisor import Part, PartEndedError, Supervisor, ended

ATTEMPTS = 20
SECONDS_TO_START = 300.0  # recovery after a crash takes its time
DATABASE_URLS = ("DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_ADMIN_URL")


def start_servers(
    supervisor: Supervisor, var: Path, environ: Mapping[str, str], *, durable: bool
) -> dict[str, str]:
    """Return the addresses of the database and REDIS_URL: those that are set, or those
    of servers that this starts and the supervisor keeps running on the same ports.
    """
    if environ.get("DATABASE_URL"):
        urls = {name: environ[name] for name in DATABASE_URLS if environ.get(name)}
    else:
        urls = start_postgres(supervisor, var, durable=durable)
    redis = environ.get("REDIS_URL") or _start_valkey(supervisor, var)
    return urls | {"REDIS_URL": redis}


def start_postgres(
    supervisor: Supervisor, var: Path, *, durable: bool
) -> dict[str, str]:
    with step("PostgreSQL") as progress:
        server = postgres_server(database_home(var), var, durable=durable)
        server.make_data()
        port = _start(supervisor, server.part, var / "postgres.port", LOWEST)
        urls = server.urls(port)
        _make_roles(supervisor, var, urls)
        progress.note = f"{server.binaries.version}, 127.0.0.1:{port}"
    return urls


def _make_roles(supervisor: Supervisor, var: Path, urls: Mapping[str, str]) -> None:
    """Create the roles at each start: data of an earlier version has the superuser
    only.
    """
    _run_as_superuser(supervisor, var, urls, "database_roles")


def empty_database(supervisor: Supervisor, var: Path, urls: Mapping[str, str]) -> None:
    """Empty the database of a server that this has started: everything in it is lost."""
    _run_as_superuser(supervisor, var, urls, "new_database")


def _run_as_superuser(
    supervisor: Supervisor, var: Path, urls: Mapping[str, str], module: str
) -> None:
    command = [str(VENV / "bin" / "python"), "-m", f"script.{module}"]
    name = module.replace("_", " ")
    log = var / "log" / f"{module.replace('_', '-')}.log"
    part = Part(name, command, log, urls, cwd=ROOT)
    if status := supervisor.run(part):
        raise ended(part, status)


def _start_valkey(supervisor: Supervisor, var: Path) -> str:
    server = valkey_server(var)
    with step(server.flavour) as progress:
        server.make_data()
        server.stop_leftover()

        def part_on_port(port: int) -> Part:
            server.configure(port)
            return server.part(port)

        port = _start(supervisor, part_on_port, var / "valkey.port", LOWEST + 1000)
        progress.note = f"{server.major}, 127.0.0.1:{port}"
    return server.url(port)


def _start(
    supervisor: Supervisor, part_on: Callable[[int], Part], noted: Path, lowest: int
) -> int:
    """Start on the port of the last run, or the next free one. A failed start is
    repeated: another program may have taken the port, and the shared memory of a killed
    PostgreSQL remains in use for a moment.
    """
    wanted = int(noted.read_text()) if noted.exists() else lowest
    for attempt in range(1, ATTEMPTS + 1):
        port = free_port(wanted)
        try:
            supervisor.start(part_on(port), SECONDS_TO_START)
        except PartEndedError:
            if attempt == ATTEMPTS:
                raise
            supervisor.attend(0.25)
        else:
            break
    noted.write_text(str(port))
    return port
