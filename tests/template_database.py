"""A migrated database from which the databases of the tests are copied: a copy takes a
second, however many migrations there are.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

ROOT = Path(__file__).parents[1]
PREFIX = "rankbok_migrated_"
LOCK = 7_265_926
"""Key of the server-wide lock: the second of two processes finds what the first has
migrated.
"""


@contextmanager
def one_at_a_time(admin_url: str) -> Iterator[None]:
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        yield


def name_of_template() -> str:
    """Return the name for the current migrations, ours and those of the packages."""
    ours = sorted(ROOT.glob("*/migrations/*.py"))
    files = [ROOT / "requirements.txt", *ours]
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name} ".encode() + file.read_bytes())
    return PREFIX + digest.hexdigest()[:16]


def source_of_new(admin: psycopg.Connection) -> str:
    """Return the database to copy; the empty template if nothing was migrated yet."""
    template = name_of_template()
    return template if template in _templates(admin) else "template0"


def keep_as_template(admin_url: str, name: str) -> None:
    """Keep a copy of a database that was just migrated and has no connections. Copies
    for other migrations are deleted.
    """
    template = name_of_template()
    with psycopg.connect(admin_url, autocommit=True) as admin:
        known = _templates(admin)
        if template in known:
            return
        for old in known:
            admin.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(old)))
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        admin.execute(copy.format(sql.Identifier(template), sql.Identifier(name)))


def _templates(admin: psycopg.Connection) -> set[str]:
    found = admin.execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX]
    )
    return {name for (name,) in found}
