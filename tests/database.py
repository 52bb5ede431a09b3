"""The database of the tests: a superuser makes and empties it, its owner migrates it,
and the tests use it as the running office does.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from psycopg import sql

from federation.management.owner_connection import connected
from script.database_roles import Account, account_of, make_roles


def admin_url(name: str = "postgres") -> str:
    """Of the superuser: DATABASE_URL itself, where no other is named."""
    url = os.environ.get("DATABASE_ADMIN_URL") or os.environ["DATABASE_URL"]
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def prepare(*, anew: bool) -> None:
    """The database is there, and both roles; it may be as an earlier run left it."""
    name = connection.creation._get_test_db_name()
    owner, office = _accounts()
    for role, account in (("DATABASE_OWNER", owner), ("DATABASES", office)):
        known = getattr(settings, role)
        at = known["default"] if role == "DATABASES" else known
        at |= {"USER": account.name, "PASSWORD": account.password}
    connection.settings_dict |= {"USER": office.name, "PASSWORD": office.password}
    with psycopg.connect(admin_url(), autocommit=True) as admin:
        there = admin.execute(
            "SELECT datdba::regrole::text FROM pg_database WHERE datname = %s", [name]
        ).fetchone()
        if there and (anew or there[0] != owner.name):
            _drop(admin, name)
            there = None
        if there is None:
            statement = sql.SQL("CREATE DATABASE {} TEMPLATE template0")
            admin.execute(statement.format(sql.Identifier(name)))
    make_roles(admin_url(name), owner, office)
    TransactionTestCase._fixture_setup = classmethod(
        as_superuser(TransactionTestCase._fixture_setup.__func__)
    )
    TransactionTestCase._fixture_teardown = as_superuser(
        TransactionTestCase._fixture_teardown
    )


def leave_as_new() -> None:
    """For the next run: the last test that commits leaves nothing, not even what
    migrations put there."""
    with superuser(past_triggers=True):
        contents = connection._test_serialized_contents
        connection.creation.deserialize_db_from_string(contents)


def remove() -> None:
    name = connection.settings_dict["NAME"]
    connection.close()
    with psycopg.connect(admin_url(), autocommit=True) as admin:
        _drop(admin, name)


def _accounts() -> tuple[Account, Account]:
    if url := os.environ.get("DATABASE_OWNER_URL"):
        return account_of(url), account_of(os.environ["DATABASE_URL"])
    password = hashlib.sha256(os.environ["DATABASE_URL"].encode()).hexdigest()
    return Account("rankbok_test_owner", password), Account(
        "rankbok_test_app", password
    )


def _drop(admin: psycopg.Connection, name: str) -> None:
    statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    admin.execute(statement.format(sql.Identifier(name)))


@contextmanager
def superuser(*, past_triggers: bool = False) -> Iterator[None]:
    """What no role of ours may do: history is emptied between tests, for one."""
    serialized = getattr(connection, "_test_serialized_contents", None)
    options = dict(connection.settings_dict["OPTIONS"])
    if past_triggers:
        options["options"] = "-c session_replication_role=replica"
    account = account_of(admin_url())
    facts = {"USER": account.name, "PASSWORD": account.password, "OPTIONS": options}
    with connected(**facts):
        if serialized is not None:
            connection._test_serialized_contents = serialized
        yield


@contextmanager
def owner() -> Iterator[None]:
    """The owner of the tables."""
    account = settings.DATABASE_OWNER
    with connected(USER=account["USER"], PASSWORD=account["PASSWORD"]):
        yield


def let_wait(erasure_id: int, days: int = 60) -> None:
    """As if an erasure had been asked for and confirmed so long ago, which no role of
    ours can write; of a test that commits.
    """
    with superuser(past_triggers=True), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE federation_erasure SET asked_at = asked_at - age, confirmed_at ="
            " confirmed_at - age, due_at = due_at - age"
            " FROM make_interval(days => %s) AS age WHERE id = %s",
            [days, erasure_id],
        )


def as_superuser(act: Callable[..., Any]) -> Callable[..., Any]:
    """Django's own emptying of the database after a test that commits."""

    def act_as_superuser(*arguments: Any, **named: Any) -> Any:
        with superuser(past_triggers=True):
            return act(*arguments, **named)

    return act_as_superuser
