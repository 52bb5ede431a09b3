"""Make one back-up of a database in use: the part of `script/backup` that needs the
installed packages.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import psycopg
from psycopg import Connection, IsolationLevel
from psycopg.rows import TupleRow

from script.backups.archive import DATABASE, LETTERS, Archive, Writer
from script.backups.client_programs import (
    ClientPrograms,
    connection_environment,
    programs_for,
)
from script.backups.contents import (
    SESSIONS,
    OfficeCounts,
    contents_of,
    migrations_of,
    rows_of,
    size_of_tables,
)
from script.backups.folder import (
    finish,
    locked_folder,
    megabytes,
    name_for,
    refuse_too_full,
    remove_all_but,
    unfinished,
)
from script.backups.manifest import NOT_IN_IT, KeyPrint, Manifest
from script.backups.places import secret_key, setting, var_directory
from script.backups.releases import release
from script.backups.sentences import run_beside_database
from script.progress import SetUpError, say

WHOLE_BUT = 3
"""Exit status if the back-up is complete, but a later step failed."""
DUMP = (
    "--format=custom",
    "--no-owner",
    "--no-acl",
    "--no-comments",
    f"--exclude-table-data={SESSIONS}",
    # The office holds such locks for seconds at most.
    "--lock-wait-timeout=600s",
)


@dataclass(frozen=True)
class Snapshot:
    """The database at one moment, while the office goes on working."""

    name: str
    made_at: datetime
    contents: OfficeCounts
    rows: Mapping[str, int]
    migrations: tuple[str, ...]
    server_version: int


def main() -> int:
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    url = setting("DATABASE_OWNER_URL", os.environ) or setting(
        "DATABASE_URL", os.environ
    )
    began = time.monotonic()
    with locked_folder(options.directory):
        with psycopg.connect(url) as connection:
            snapshot, made = _make(connection, url, options.directory)
        say(f"Backed up to {made}")
        size = megabytes(made.stat().st_size)
        say(f"  {size}, checked, in {time.monotonic() - began:.1f} s")
        say(f"  In it: {snapshot.contents}")
        say("  Not in it: " + ";\n    ".join(NOT_IN_IT))
        noted = _note(url, snapshot.made_at, made)
        removed = (
            remove_all_but(options.directory, options.keep) if options.keep else ()
        )
    for path in removed:
        say(f"  Removed {path.name}")
    return 0 if noted else WHOLE_BUT


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("script.backups.making")
    parser.add_argument("--directory", type=Path, required=True)
    parser.add_argument("--keep", type=int)
    return parser.parse_args()


def _make(
    connection: Connection[TupleRow], url: str, folder: Path
) -> tuple[Snapshot, Path]:
    programs = programs_for(connection.info.server_version // 10_000)
    snapshot = _take_snapshot(connection)
    refuse_too_full(folder, size_of_tables(connection))
    name = name_for(snapshot.made_at)
    try:
        with unfinished(folder, name) as (file, path):
            with Writer(file) as writer:
                with _dump(programs, url, snapshot.name) as dump:
                    writer.add(DATABASE, dump)
                _add_letters(writer)
                writer.finish(_manifest(snapshot, programs, writer))
            file.flush()
            os.fsync(file.fileno())
            Archive(path).check()
            return snapshot, finish(path, name)
    except OSError as failed:
        raise SetUpError(
            f"No back-up was made: {failed.strerror or failed} ({folder})."
        ) from failed


def _take_snapshot(connection: Connection[TupleRow]) -> Snapshot:
    """Return the snapshot that `pg_dump` then saves: the counts are those of the saved
    data.
    """
    connection.isolation_level = IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    connection.execute("SET idle_in_transaction_session_timeout = 0")
    [(name, made_at)] = connection.execute(
        "SELECT pg_export_snapshot(), now()"
    ).fetchall()
    try:
        return Snapshot(
            name=name,
            made_at=made_at.astimezone(UTC).replace(microsecond=0),
            contents=contents_of(connection),
            rows=rows_of(connection),
            migrations=migrations_of(connection),
            server_version=connection.info.server_version,
        )
    except psycopg.errors.UndefinedTable as missing:
        raise SetUpError(
            "There is no office in this database: nothing to back up"
            f" ({missing.diag.message_primary})."
        ) from missing


@contextmanager
def _dump(programs: ClientPrograms, url: str, snapshot: str) -> Iterator[IO[bytes]]:
    """Yield the output of pg_dump; raise SetUpError if it did not end well."""
    command = programs.command("pg_dump", *DUMP, f"--snapshot={snapshot}")
    env = connection_environment(url, os.environ)
    with tempfile.TemporaryFile() as log:
        dumping = subprocess.Popen(
            command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=log,
        )  # fmt: skip
        with dumping:
            try:
                yield dumping.stdout  # type: ignore[misc]
                status = dumping.wait()
            finally:
                dumping.kill()
        if status:
            log.seek(0)
            message = log.read().decode(errors="replace").strip()
            raise SetUpError(
                f"pg_dump did not work, and no back-up was made:\n{message}"
            )


def _add_letters(writer: Writer) -> None:
    """Add the letters stored in files: without a mail server there is no other copy."""
    folder = var_directory(os.environ) / "mail"
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as letter:
                writer.add(LETTERS + path.name, letter)


def _manifest(snapshot: Snapshot, programs: ClientPrograms, writer: Writer) -> Manifest:
    key = secret_key(os.environ)
    return Manifest(
        made_at=snapshot.made_at,
        release=release(),
        server_version=snapshot.server_version,
        pg_dump=programs.version,
        migrations=snapshot.migrations,
        rows=snapshot.rows,
        key=KeyPrint.of(key) if key else None,
        files=writer.files,
    )


def _note(url: str, made_at: datetime, made: Path) -> bool:
    """Note the back-up in the database, where those who watch the office see it. Return
    False on an error; before the tables are migrated there may be no table for it,
    which is no error.
    """
    try:
        with psycopg.connect(url) as connection:
            connection.execute(
                "INSERT INTO federation_backup"
                " (made_at, finished_at, file_name, size) VALUES (%s, now(), %s, %s)",
                [made_at, made.name, made.stat().st_size],
            )
    except psycopg.errors.UndefinedTable:
        say("  Not noted in the database: its tables are those of an earlier release")
    except psycopg.Error as failed:
        say(f"  The back-up is whole, but could not be noted in the database: {failed}")
        return False
    return True


if __name__ == "__main__":
    run_beside_database(main)
