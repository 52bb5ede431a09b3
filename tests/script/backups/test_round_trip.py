"""script/backup and script/restore on an external server."""

import io
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from script.backups.archive import DATABASE, MANIFEST, Writer
from script.backups.contents import rows_of
from script.backups.folder import backups_in
from script.backups.manifest import Manifest
from script.checkout import ROOT
from script.database_roles import account_of, make_roles
from tests import template_database
from tests.database import admin_url

pytestmark = [pytest.mark.alone, pytest.mark.django_db]
HELD = (
    "INSERT INTO federation_district (code, name, adopts_junior_rules)"
    " VALUES ('norr', 'Norr', true)",
    'INSERT INTO federation_outboxmail ("to", subject, body, written_at,'
    " next_attempt_at, attempts, error) VALUES"
    " ('a@example.org', 'Hej', 'Text', now(), now(), 0, '')",
    "INSERT INTO django_session VALUES ('key', 'data', now())",
)


class Database:
    """A database on the tests' server, and the two commands on it."""

    def __init__(self, name: str, var: Path, source: str) -> None:
        self.var, self.name = var, name
        self.urls = {
            role: urlunsplit(urlsplit(os.environ[role])._replace(path=f"/{name}"))
            for role in ("DATABASE_URL", "DATABASE_OWNER_URL")
        }
        with psycopg.connect(admin_url(), autocommit=True) as admin:
            self._drop(admin)
            statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            admin.execute(statement.format(*map(sql.Identifier, (name, source))))
        owner, office = (account_of(self.urls[role]) for role in self.owner_first)
        make_roles(admin_url(name), owner, office)

    owner_first = ("DATABASE_OWNER_URL", "DATABASE_URL")

    def _drop(self, admin: psycopg.Connection) -> None:
        statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        admin.execute(statement.format(sql.Identifier(self.name)))

    def remove(self) -> None:
        with psycopg.connect(admin_url(), autocommit=True) as admin:
            self._drop(admin)

    def sql(self, statement: str, role: str = "DATABASE_OWNER_URL") -> list[tuple]:
        with psycopg.connect(self.urls[role], autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def rows(self) -> dict[str, int]:
        with psycopg.connect(self.urls["DATABASE_OWNER_URL"]) as connection:
            return rows_of(connection)

    def run(self, command: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        inherited = {
            name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ
        }
        own = {"RANKBOK_VAR": str(self.var), "REDIS_URL": os.environ["REDIS_URL"]}
        return subprocess.run(  # noqa: S603
            [ROOT / "script" / command, *arguments],
            env=inherited
            | own
            | self.urls
            | {"SECRET_KEY": "of the tests", "LANG": "C"},
            cwd=self.var,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def make_database(
    django_db_setup, tmp_path_factory
) -> Iterator[Callable[[str, str], Database]]:
    if "DATABASE_OWNER_URL" not in os.environ:
        pytest.skip("needs the two roles of a server")
    made: list[Database] = []

    def make(name: str, source: str = "template0") -> Database:
        made.append(Database(f"rankbok_{name}", tmp_path_factory.mktemp(name), source))
        return made[-1]

    yield make
    for database in made:
        database.remove()


@pytest.fixture(scope="module")
def saved(make_database) -> tuple[Database, Path]:
    office = make_database("saved", template_database.name_of_template())
    for statement in HELD:
        office.sql(statement)
    done = office.run("backup")
    assert done.returncode == 0, done.stdout + done.stderr
    [made] = backups_in(office.var / "backups")
    return office, made


@pytest.fixture(scope="module")
def restored(make_database, saved) -> tuple[Database, str]:
    office = make_database("restored")
    done = office.run("restore", str(saved[1]))
    assert done.returncode == 0, done.stdout + done.stderr
    return office, done.stdout


def test_everything_is_restored_except_sessions(saved, restored):
    saved_rows = saved[0].rows()
    # Noted after the file was written.
    assert saved_rows.pop("federation_backup") == 1
    restored_rows = restored[0].rows()
    assert restored_rows.pop("federation_backup") == 0
    assert restored_rows == saved_rows
    assert restored[0].sql("SELECT count(*) FROM django_session") == [(0,)]
    assert restored[0].sql("SELECT name FROM federation_district") == [("Norr",)]


def test_restore_reports_what_was_restored_and_what_to_do_next(restored):
    done = restored[1]
    assert "every checksum is right" in done
    assert "Restored: 0 players, 0 reports with 0 games, 0 published lists" in done
    assert "1 letters had not left when the back-up was made" in done
    assert "SECRET_KEY is not the one" not in done


def test_restored_office_has_exactly_the_declared_rights(restored):
    office = restored[0]
    assert office.sql("SELECT name FROM federation_district", "DATABASE_URL") == [
        ("Norr",)
    ]
    for forbidden in ("DELETE FROM federation_district", "TRUNCATE ratings_game"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            office.sql(forbidden, "DATABASE_URL")
    with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
        office.sql("DELETE FROM ratings_game")


def test_last_backup_is_noted(saved):
    office, made = saved
    assert office.sql(
        "SELECT file_name, size, finished_at >= made_at FROM federation_backup",
        "DATABASE_URL",
    ) == [(made.name, made.stat().st_size, True)]


def test_office_with_data_is_not_overwritten(saved, restored):
    done = restored[0].run("restore", str(saved[1]))
    assert done.returncode == 1
    assert "This office is not empty: it holds 0 players" in done.stderr
    assert "--replace-everything-there" in done.stderr


def test_tables_of_another_program_are_not_overwritten(make_database, saved):
    other = make_database("other")
    other.sql("CREATE TABLE invoices (id int)")
    done = other.run("restore", str(saved[1]))
    assert (done.returncode, "tables of another program" in done.stderr) == (1, True)
    assert other.sql("SELECT count(*) FROM invoices") == [(0,)]


def test_database_in_use_is_not_overwritten(saved, restored):
    office = restored[0]
    with psycopg.connect(office.urls["DATABASE_URL"]):
        done = office.run("restore", str(saved[1]), "--replace-everything-there")
    assert done.returncode == 1
    assert "Somebody is connected to this database" in done.stderr


def test_truncated_dump_changes_nothing(saved, restored, tmp_path):
    """Every checksum is right; only PostgreSQL detects it."""
    broken = with_dump(saved[1], tmp_path / "broken.zip", lambda dump: dump[:-5000])
    office = restored[0]
    office.sql(HELD[0].replace("'norr', 'Norr'", "'soder', 'Söder'"))
    before = office.rows()
    done = office.run("restore", str(broken), "--replace-everything-there")
    assert done.returncode == 1
    assert "could not be restored, and is as it was before" in done.stderr
    assert office.rows() == before


def test_data_is_replaced_with_the_explicit_option(saved, restored):
    office = restored[0]
    done = office.run("restore", str(saved[1]), "--replace-everything-there")
    assert done.returncode == 0, done.stdout + done.stderr
    assert office.sql("SELECT name FROM federation_district") == [("Norr",)]


def test_missing_database_is_reported(saved, tmp_path):
    office, made = saved
    nowhere = shutil.copy(made, tmp_path / "saved.zip")
    office.urls, former_urls = (
        dict.fromkeys(office.urls, "postgresql://a:b@127.0.0.1:1/c"),
        office.urls,
    )
    try:
        done = [office.run("backup"), office.run("restore", str(nowhere))]
    finally:
        office.urls = former_urls
    assert [each.returncode for each in done] == [1, 1]
    assert all("The database does not answer" in each.stderr for each in done)
    assert not any("Traceback" in each.stderr for each in done)


def with_dump(backup: Path, into: Path, change: Callable[[bytes], bytes]) -> Path:
    """Return the same back-up with another dump, which its manifest describes."""
    with zipfile.ZipFile(backup) as made, into.open("wb") as file:
        manifest = Manifest.from_json(made.read(MANIFEST))
        with Writer(file) as writer:
            writer.add(DATABASE, io.BytesIO(change(made.read(DATABASE))))
            writer.finish(replace(manifest, files=writer.files))
    return into
