"""Fill a database from a back-up: the part of `script/restore` that needs the installed
packages.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from script.backups.archive import Archive
from script.backups.client_programs import programs_for
from script.backups.contents import contents_of, is_empty, rows_of
from script.backups.loading import load
from script.backups.manifest import Manifest
from script.backups.places import setting, var_directory
from script.backups.releases import known_migrations
from script.backups.sentences import run_beside_database
from script.checkout import ROOT, for_owner_only, make_var, secret_in
from script.database_roles import account_of, make_roles
from script.progress import SetUpError, say

RESTORED_BUT = 3
"""Exit status if the database was restored, but a later step failed."""
NOT_EMPTY = """\
This office is not empty: it holds {contents}.
Nothing was changed. To lose all that and have the back-up in its place, add
    --replace-everything-there
and think of a back-up of what is there now: script/backup."""
RUNS = """\
Somebody is connected to this database ({who}): stop the office first. Nothing was
changed."""
OTHER_KEY = """\
SECRET_KEY is not the one of the office that was backed up: second factors cannot be
read with it, and officers will sign in with none of their codes. Put the key of then
into SECRET_KEY (or var/secret.key), or beside the new one into SECRET_KEY_FALLBACKS:
docs/operations.md, Another key."""
LETTERS = """\
{n} letters had not left when the back-up was made. They leave when the office starts;
what had left since then leaves a second time."""


def main() -> int:
    options = _options()
    archive = Archive(options.file)
    manifest = archive.manifest
    say(
        f"Back-up of {manifest.made_at:%Y-%m-%d %H:%M:%S %Z}, release {manifest.release}"
    )
    archive.check()
    say("  The file is whole: every checksum is right")
    _prepare_settings()
    known_migrations().refuse_incompatible(manifest.migrations, manifest.release)
    url = setting("DATABASE_OWNER_URL", os.environ) or setting(
        "DATABASE_URL", os.environ
    )
    _make_roles()
    with psycopg.connect(url, autocommit=True) as connection:
        _refuse(connection, manifest, replace=options.replace_everything_there)
        programs = programs_for(connection.info.server_version // 10_000)
    load(archive, programs, url, _office(url))
    say("  The database is restored")
    return _finish(url, archive)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("script.backups.restoring")
    parser.add_argument("file", type=Path)
    parser.add_argument("--replace-everything-there", action="store_true")
    return parser.parse_args()


def _prepare_settings() -> None:
    var = make_var(var_directory(os.environ))
    os.environ["DJANGO_SETTINGS_MODULE"] = "federation.settings"
    if not setting("SECRET_KEY", os.environ):
        os.environ["SECRET_KEY"] = secret_in(var / "secret.key")


def _make_roles() -> None:
    """Create the roles if a superuser is known, as on a server of our own without them."""
    admin = setting("DATABASE_ADMIN_URL", os.environ)
    owner = setting("DATABASE_OWNER_URL", os.environ)
    if admin and owner:
        office = setting("DATABASE_URL", os.environ)
        make_roles(admin, account_of(owner), account_of(office))


def _office(url: str) -> str:
    """Return the role of the running office; "" if that is the owner's too."""
    name = account_of(setting("DATABASE_URL", os.environ)).name
    return "" if name == account_of(url).name else name


def _refuse(
    connection: Connection[TupleRow], manifest: Manifest, *, replace: bool
) -> None:
    server = connection.info.server_version // 10_000
    if server < manifest.server_major:
        raise SetUpError(
            f"This back-up comes from PostgreSQL {manifest.server_major}, and this"
            f" server is PostgreSQL {server}: it needs the same version or a later one."
            " Nothing was changed."
        )
    others = connection.execute(
        "SELECT DISTINCT usename::text FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND COALESCE(backend_type, 'client backend') = 'client backend'"
    ).fetchall()
    if others:
        raise SetUpError(RUNS.format(who=", ".join(sorted(name for (name,) in others))))
    if not replace and not is_empty(connection):
        try:
            there = str(contents_of(connection))
        except psycopg.errors.UndefinedTable:
            there = "tables of another program"
        raise SetUpError(NOT_EMPTY.format(contents=there))


def _finish(url: str, archive: Archive) -> int:
    """Finish the restore. The database is already the back-up's: any error from here on
    is reported, and the step can be repeated.
    """
    manifest = archive.manifest
    with psycopg.connect(url, autocommit=True) as connection:
        found = rows_of(connection)
        connection.execute("ANALYZE")
    differing = _differences(manifest, found)
    if differing:
        say(f"  NOT AS IT WAS: {differing}")
    migrated = _migrate()
    restored = _restore_letters(archive)
    with psycopg.connect(url, autocommit=True) as connection:
        contents = contents_of(connection)
    say(f"Restored: {contents}")
    if restored:
        say(f"  Letters in files: {restored}")
    if contents.letters_waiting:
        say(LETTERS.format(n=contents.letters_waiting))
    if manifest.key and not manifest.key.is_of(setting("SECRET_KEY", os.environ)):
        say(OTHER_KEY)
    return RESTORED_BUT if differing or not migrated else 0


def _differences(manifest: Manifest, found: dict[str, int]) -> str:
    tables = sorted(manifest.rows.keys() | found.keys())
    return ", ".join(
        f"{table} has {found.get(table)} rows, not {manifest.rows.get(table)}"
        for table in tables
        if found.get(table) != manifest.rows.get(table)
    )


def _migrate() -> bool:
    """Bring the tables up to date, and grant the office's rights to them again."""
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity=0"],
        cwd=ROOT, check=False,
    )  # fmt: skip
    if done.returncode:
        say(
            "The tables could not be brought up to date with this release. What was"
            " restored is there as it was; the next start tries again."
        )
        return False
    say("  The tables are those of this release, and so are the rights of the office")
    return True


def _restore_letters(archive: Archive) -> int:
    """Restore the letters stored in files; existing ones are left unchanged."""
    folder = var_directory(os.environ) / "mail"
    restored = 0
    for name, text in archive.letters():
        if not (folder / name).exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(folder / name, "xb", opener=for_owner_only) as letter:
                letter.write(text)
            restored += 1
    return restored


if __name__ == "__main__":
    run_beside_database(main)
