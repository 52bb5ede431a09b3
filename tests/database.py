"""The database of the tests: a superuser creates and empties it, its owner migrates it,
and the tests use it in the running office's role.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.test import TransactionTestCase
from psycopg import sql

from federation.management.owner_connection import connected
from script.database_roles import RoleAccount, account_of, make_roles
from tests import template_database

PERMANENT = {
    "auth_permission": "auth.permission",
    "django_content_type": "contenttypes.contenttype",
}
"""Tables that are never emptied, and their models: `migrate` alone writes to them."""
_contents: list[str] = []


def admin_url(name: str = "postgres") -> str:
    """Return the superuser's URL: DATABASE_URL itself, if no other is set."""
    url = os.environ.get("DATABASE_ADMIN_URL") or os.environ["DATABASE_URL"]
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def prepare(*, anew: bool) -> bool:
    """Make sure that the database and both roles exist; return whether the database was
    created now, rather than left by an earlier run.
    """
    name = connection.creation._get_test_db_name()
    owner, office = _accounts()
    for role, account in (("DATABASE_OWNER", owner), ("DATABASES", office)):
        known = getattr(settings, role)
        at = known["default"] if role == "DATABASES" else known
        at |= {"USER": account.name, "PASSWORD": account.password}
    connection.settings_dict |= {"USER": office.name, "PASSWORD": office.password}
    with psycopg.connect(admin_url(), autocommit=True) as admin:
        existing = admin.execute(
            "SELECT datdba::regrole::text FROM pg_database WHERE datname = %s", [name]
        ).fetchone()
        if existing and (anew or existing[0] != owner.name):
            _drop(admin, name)
            existing = None
        if existing is None:
            statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            names = name, template_database.source_of_new(admin)
            admin.execute(statement.format(*map(sql.Identifier, names)))
    make_roles(admin_url(name), owner, office)
    TransactionTestCase._fixture_setup = classmethod(
        as_superuser(_with_contents(TransactionTestCase._fixture_setup.__func__))
    )
    TransactionTestCase._fixture_teardown = as_superuser(_empty_after_others)
    return existing is None


def vacuum() -> None:
    """Free the space of rows that other tests wrote and rolled back, for a test that
    writes many: autovacuum may have noted such a table as empty, and then PostgreSQL
    plans for no rows, however many the test inserts.
    """
    name = connection.settings_dict["NAME"]
    with psycopg.connect(admin_url(name), autocommit=True) as admin:
        admin.execute("VACUUM")


def keep_as_template() -> None:
    """Keep a copy of the migrated database, before any test, for the next database."""
    connection.close()
    template_database.keep_as_template(admin_url(), connection.settings_dict["NAME"])


def keep_contents() -> None:
    """Keep the rows created by migrations: Django keeps them with the connection, but a
    thread in which Playwright runs its loop has another connection afterwards.
    """
    rows = json.loads(connection._test_serialized_contents)
    changing = [row for row in rows if row["model"] not in PERMANENT.values()]
    connection._test_serialized_contents = json.dumps(changing)
    _contents.append(connection._test_serialized_contents)


def empty() -> None:
    """Delete all rows but those of PERMANENT tables, after a test that commits.

    Django's `flush` gives every table and index a new file, which takes much longer
    than to find the few tables that have rows.
    """
    known = connection.introspection.django_table_names(
        only_existing=True, include_views=False
    )
    tables = sorted({*known} - {*PERMANENT})
    all_tables = sql.SQL(", ").join(map(sql.Identifier, tables))
    has_rows = sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
    of_each = [has_rows.format(name, sql.Identifier(name)) for name in tables]
    with transaction.atomic(), connection.cursor() as cursor:
        # Wait for requests that are still in progress, and keep others away.
        cursor.execute(sql.SQL("LOCK TABLE {}").format(all_tables))
        cursor.execute(sql.SQL(" UNION ALL ").join(of_each))
        with_rows = [sql.Identifier(name) for (name,) in cursor.fetchall()]
        for name in with_rows:
            cursor.execute(sql.SQL("DELETE FROM {}").format(name))
    if with_rows:
        # New rows would fill gaps, in another order than that in which they are written.
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("VACUUM {}").format(sql.SQL(", ").join(with_rows)))


def leave_as_new() -> None:
    """Empty the database for the next run: the last test that commits leaves nothing,
    not even rows created by migrations.
    """
    with superuser(past_triggers=True):
        connection.creation.deserialize_db_from_string(_contents[-1])


def remove() -> None:
    name = connection.settings_dict["NAME"]
    connection.close()
    with psycopg.connect(admin_url(), autocommit=True) as admin:
        _drop(admin, name)


def _accounts() -> tuple[RoleAccount, RoleAccount]:
    if url := os.environ.get("DATABASE_OWNER_URL"):
        return account_of(url), account_of(os.environ["DATABASE_URL"])
    password = hashlib.sha256(os.environ["DATABASE_URL"].encode()).hexdigest()
    return RoleAccount("rankbok_test_owner", password), RoleAccount(
        "rankbok_test_app", password
    )


def _drop(admin: psycopg.Connection, name: str) -> None:
    statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    admin.execute(statement.format(sql.Identifier(name)))


@contextmanager
def superuser(*, past_triggers: bool = False) -> Iterator[None]:
    """Connect as a superuser for what none of our roles may do, such as emptying
    history between tests.
    """
    options = dict(connection.settings_dict["OPTIONS"])
    if past_triggers:
        options["options"] = "-c session_replication_role=replica"
    account = account_of(admin_url())
    facts = {"USER": account.name, "PASSWORD": account.password, "OPTIONS": options}
    with connected(**facts):
        if _contents:
            connection._test_serialized_contents = _contents[-1]
        yield


@contextmanager
def owner() -> Iterator[None]:
    """Connect as the owner of the tables."""
    account = settings.DATABASE_OWNER
    with connected(USER=account["USER"], PASSWORD=account["PASSWORD"]):
        yield


@contextmanager
def failing_writes(pool_id: int, table: str, what: str) -> Iterator[None]:
    """Make certain writes of a pool's rows fail."""
    with superuser(), connection.cursor() as cursor:
        cursor.execute(
            f"ALTER TABLE {table} ADD CONSTRAINT broken"
            f" CHECK (pool_id <> {pool_id} OR {what}) NOT VALID"
        )
    try:
        yield
    finally:
        with superuser(), connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT broken")


def date_back_erasure(erasure_id: int, days: int = 60) -> None:
    """Date an erasure back, as if it had been requested and confirmed so long ago,
    which none of our roles can write; for a test that commits.
    """
    with superuser(past_triggers=True), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE federation_erasure SET asked_at = asked_at - age, confirmed_at ="
            " confirmed_at - age, due_at = due_at - age"
            " FROM make_interval(days => %s) AS age WHERE id = %s",
            [days, erasure_id],
        )


def _with_contents(set_up: Callable[..., Any]) -> Callable[..., Any]:
    """Restore the rows created by migrations before every test that commits: a test
    that does not would leave rows with other keys to those that do.
    """

    def set_up_with_contents(case: type[TransactionTestCase]) -> Any:
        case.serialized_rollback = True
        return set_up(case)

    return set_up_with_contents


def wait_for_others(seconds: float = 30) -> None:
    """Return when no other session of this database is in a statement or transaction.

    A page that is closed leaves requests behind, and the reading of a table by such a
    request and its emptying may wait for each other.
    """
    until = time.monotonic() + seconds
    while _others_at_work() and time.monotonic() < until:
        time.sleep(0.02)


def _others_at_work() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND state <> 'idle')"
        )
        return bool(cursor.fetchone()[0])


def _empty_after_others(_case: TransactionTestCase) -> None:
    """Empty the database when no other session uses it, and again if a request that
    arrived in the meantime prevented it.
    """
    for _ in range(4):
        wait_for_others()
        try:
            return empty()
        except OperationalError:
            continue
    return empty()


def as_superuser(act: Callable[..., Any]) -> Callable[..., Any]:
    """Run Django's emptying of the database after a test that commits as superuser."""

    def act_as_superuser(*arguments: Any, **named: Any) -> Any:
        with superuser(past_triggers=True):
            return act(*arguments, **named)

    return act_as_superuser
