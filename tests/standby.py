"""A replica of the tests' database server by streaming replication."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from script.database_account import database_home
from script.embedded.postgres_binaries import postgres_binaries
from script.ports import free_port

LONGEST_WAIT = 60.0


class Standby:
    """`admin_url`: of the server that it follows, and the account with which it does
    so.
    """

    def __init__(self, place: Path, admin_url: str) -> None:
        self.admin_url = admin_url
        self.home = database_home(place)
        self.data = self.home.path / "standby"
        self.port = free_port(17000)
        self.process: subprocess.Popen[bytes] | None = None
        [self.binaries, *_] = postgres_binaries()

    def copy(self) -> None:
        """Copy the database, and store which server to follow."""
        options = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
        self._run("pg_basebackup", "-d", self.admin_url, "-D", self.data, *options)

    def start(self) -> None:
        address = f"-p {self.port} -c listen_addresses=127.0.0.1"
        quick = "-c unix_socket_directories= -c fsync=off -c hot_standby=on"
        log = self.home.path / "standby.log"
        options = ["-l", log, "-w", "-t", str(int(LONGEST_WAIT)), "-D", self.data]
        self._run("pg_ctl", *options, "-o", f"{address} {quick}", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def is_open(self) -> bool:
        return (self.data / "postmaster.pid").exists()

    def pause(self) -> None:
        """Stop applying what is committed afterwards."""
        self.sql("SELECT pg_wal_replay_pause()")
        while self.sql("SELECT pg_get_wal_replay_pause_state()") != [("paused",)]:
            time.sleep(0.01)

    def promote(self) -> None:
        """Promote it to the primary database."""
        assert self.sql("SELECT pg_promote()") == [(True,)]

    def resume(self) -> None:
        self.sql("SELECT pg_wal_replay_resume()")

    def sql(self, statement: str) -> list[tuple]:
        return self._answer(self.port, statement)

    def ask_the_database(self, statement: str) -> list[tuple]:
        """Run a statement on the primary as its superuser."""
        return self._answer(urlsplit(self.admin_url).port, statement)

    def _answer(self, port: int | None, statement: str) -> list[tuple]:
        admin = urlsplit(self.admin_url)
        with psycopg.connect(
            host="127.0.0.1",
            port=port,
            user=admin.username,
            password=admin.password,
            dbname="postgres",
            autocommit=True,
        ) as connection:
            return connection.execute(statement).fetchall()

    def end_sessions(self) -> int:
        """End all sessions of the office on it."""
        return len(
            self.sql(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname IS NOT NULL AND pid <> pg_backend_pid()"
            )
        )

    def catch_up(self, position: str) -> None:
        """Wait until it has replayed up to this position."""
        end = time.monotonic() + LONGEST_WAIT
        behind = f"SELECT pg_last_wal_replay_lsn() >= '{position}'::pg_lsn"
        while self.sql(behind) != [(True,)]:
            assert time.monotonic() < end, "it does not follow"
            time.sleep(0.01)

    def _run(self, tool: str, *arguments: object) -> None:
        log = self.home.path / "standby-tools.log"
        with log.open("ab") as output:
            done = subprocess.run(  # noqa: S603
                [self.binaries.tool(tool), *map(str, arguments)],
                stdout=output,
                stderr=output,
                cwd="/",
                check=False,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                **self.home.for_popen(),
            )
        assert done.returncode == 0, log.read_text()


@contextmanager
def standby(place: Path, admin_url: str) -> Iterator[Standby]:
    place.mkdir(exist_ok=True)
    place.chmod(0o755)
    copy = Standby(place, admin_url)
    if copy.home.account:
        copy.home.account.take_ownership(place)
    copy.copy()
    copy.start()
    try:
        yield copy
    finally:
        if copy.is_open():
            copy.stop()
