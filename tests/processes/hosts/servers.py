"""PostgreSQL and Valkey on the first machine, as external servers."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from script.checkout import ROOT, make_var
from script.database_account import database_home
from script.embedded.postgres import postgres_server
from script.embedded.valkey import valkey_server
from script.supervisor import Part
from tests.processes.hosts.network import BOTH

POSTGRES_PORT, VALKEY_PORT = 15432, 16379
LONGEST_WAIT = 60.0


@contextmanager
def servers(
    var: Path,
    postgres_port: int = POSTGRES_PORT,
    valkey_port: int = VALKEY_PORT,
    *,
    durable: bool = False,
) -> Iterator[tuple[dict[str, str], int]]:
    """Yield the URLs of the database and Valkey, on this machine, and the process id of
    the database; another machine reaches them at this one's address. `durable`: a
    commit is answered when it is written, also by a replica that follows.
    """
    make_var(var)
    postgres = postgres_server(database_home(var), var, durable=durable)
    postgres.make_data()
    with (postgres.data / "pg_hba.conf").open("a") as access:
        access.write(f"host all all {BOTH} scram-sha-256\n")
    part = postgres.part(postgres_port)
    valkey = valkey_server(var)
    valkey.make_data()
    valkey.configure(valkey_port)
    configuration = valkey.directory / "server.conf"
    configuration.write_text(
        configuration.read_text().replace("bind 127.0.0.1", "bind 0.0.0.0")
    )
    with (
        running(
            replace(part, command=[*part.command, "--listen_addresses=*"])
        ) as server,
        running(valkey.part(valkey_port)),
    ):
        urls = postgres.urls(postgres_port)
        make_roles = [sys.executable, "-m", "script.database_roles"]
        subprocess.run(make_roles, env=os.environ | urls, cwd=ROOT, check=True)  # noqa: S603
        yield urls | {"REDIS_URL": valkey.url(valkey_port)}, server.pid


@contextmanager
def running(part: Part) -> Iterator["subprocess.Popen[bytes]"]:
    process = part.spawn()
    try:
        end = time.monotonic() + LONGEST_WAIT
        while not part.ready():
            assert process.poll() is None, part.log and part.log.read_text()
            assert time.monotonic() < end, f"{part.name} gives no answer"
            time.sleep(0.05)
        yield process
    finally:
        process.send_signal(part.stop_signal)
        process.wait(part.seconds_to_stop)
