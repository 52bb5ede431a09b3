"""Replace everything in a database by a dump, in one transaction: either all of it is
restored, or nothing is changed.
"""

import os
import shutil
import subprocess
import tempfile
import threading
from contextlib import suppress
from typing import IO

from psycopg import sql

from script.backups.archive import PIECE, Archive
from script.backups.client_programs import ClientPrograms, connection_environment
from script.progress import SetUpError

_ARGUMENTS = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")


def load(archive: Archive, programs: ClientPrograms, url: str, office: str) -> None:
    """Restore the database. `office` is the role that may use the new schema ("" if one
    role does everything); `migrate` grants its rights to each table.
    """
    env = connection_environment(url, os.environ)
    unpack = programs.command("pg_restore", "--no-owner", "--no-acl", "--file=-")
    with tempfile.TemporaryFile() as errors, archive.database() as dump:
        unpacking = subprocess.Popen(
            unpack,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        loading = subprocess.Popen(
            programs.command("psql", *_ARGUMENTS),
            env=env, stdin=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
        feeding = threading.Thread(target=_feed, args=[dump, unpacking.stdin])
        feeding.start()
        try:
            done = _hand_over(unpacking, loading, _cleared_for(office))
        finally:
            # Without COMMIT psql leaves everything unchanged.
            for each in (unpacking, loading):
                each.kill()
                each.wait()
            feeding.join()
        if not done:
            errors.seek(0)
            message = errors.read().decode(errors="replace").strip()
            raise SetUpError(
                f"The database could not be restored, and is as it was before:\n{message}"
            )


def _feed(dump: IO[bytes], into: IO[bytes]) -> None:
    with suppress(BrokenPipeError):
        shutil.copyfileobj(dump, into, PIECE)
    with suppress(BrokenPipeError):
        into.close()


def _hand_over(
    unpacking: "subprocess.Popen[bytes]", loading: "subprocess.Popen[bytes]", first: str
) -> bool:
    """Copy the statements from pg_restore to psql, and write COMMIT only when all have
    arrived: the output of a program that died ends like that of one that finished.
    Return whether the transaction was committed.
    """
    statements, into = unpacking.stdout, loading.stdin
    if statements is None or into is None:
        return False
    try:
        into.write(first.encode())
        shutil.copyfileobj(statements, into, PIECE)
        if unpacking.wait() == 0:
            into.write(b"\nCOMMIT;\n")
            into.close()
            return loading.wait() == 0
    except BrokenPipeError:
        loading.wait()
    return False


def _cleared_for(office: str) -> str:
    statements = ["BEGIN", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public"]
    if office:
        role = sql.Identifier(office).as_string(None)
        statements.append(f"GRANT USAGE ON SCHEMA public TO {role}")
    return "".join(f"{each};\n" for each in statements)
