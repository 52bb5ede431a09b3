"""The roles of a database: the owner of its tables, and the account of the running
office, which owns nothing.

    DATABASE_ADMIN_URL=… DATABASE_OWNER_URL=… DATABASE_URL=… \
        python -m script.database_roles

creates or corrects both roles in the database that DATABASE_ADMIN_URL names. It
connects as a superuser, as no other program of the office does but
`script.new_database`. Objects there that other roles own are given to the owner. It can
be run again at any time, and needs the installed packages.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import Connection, sql
from psycopg.rows import TupleRow

HELD_BACK = 7
"""Connections that the office leaves free for the owner's commands, besides those that
PostgreSQL reserves for superusers.
"""
SETTINGS = {
    # A worker computes and writes for minutes in one transaction, but is never idle for
    # as long as this.
    "idle_in_transaction_session_timeout": "15min",
    "search_path": "public",
}
_RIGHTS_OF_NEITHER = "NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
_TABLES_OF_OTHERS = """
SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
    WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass::text
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  AND relowner <> %(owner)s::regrole AND NOT EXISTS (
    SELECT FROM pg_depend AS part WHERE part.objid = pg_class.oid
      AND (part.deptype = 'e' OR (relkind = 'S' AND part.deptype IN ('a', 'i'))))
UNION ALL
SELECT 'ROUTINE', oid::regprocedure::text FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND proowner <> %(owner)s::regrole
  AND NOT EXISTS (
    SELECT FROM pg_depend AS part WHERE part.objid = pg_proc.oid AND part.deptype = 'e')
"""


@dataclass(frozen=True)
class RoleAccount:
    """An account that may sign in to the database."""

    name: str
    password: str


def account_of(url: str) -> RoleAccount:
    parts = urlsplit(url)
    return RoleAccount(unquote(parts.username or ""), unquote(parts.password or ""))


def make_roles(admin_url: str, owner: RoleAccount, runtime: RoleAccount) -> None:
    """Create both roles, and grant their rights in the database; the owner grants
    rights to each table after each `migrate`.
    """
    with psycopg.connect(admin_url) as connection:
        # Concurrent runs would create the same role twice; roles belong to the whole
        # server, and so does this lock.
        connection.execute("LOCK TABLE pg_authid IN SHARE ROW EXCLUSIVE MODE")
        for account in (owner, runtime):
            _make_role(connection, account)
        _limit(connection, runtime.name)
        for statement in _rights(connection.info.dbname, owner.name, runtime.name):
            connection.execute(statement)
        _hand_over(connection, owner.name)


def _make_role(connection: Connection[TupleRow], account: RoleAccount) -> None:
    known = connection.execute(
        "SELECT FROM pg_roles WHERE rolname = %s", [account.name]
    ).fetchone()
    # The password is sent encrypted, so that the server's log cannot show it.
    sealed = connection.pgconn.encrypt_password(
        account.password.encode(), account.name.encode(), b"scram-sha-256"
    ).decode()
    connection.execute(
        sql.SQL("{} ROLE {} LOGIN {} PASSWORD {}").format(
            sql.SQL("CREATE" if known is None else "ALTER"),
            sql.Identifier(account.name),
            sql.SQL(_RIGHTS_OF_NEITHER),
            sealed,
        )
    )


def _limit(connection: Connection[TupleRow], runtime: str) -> None:
    """Limit the office's connections, and the time for which it may hold locks while
    idle.
    """
    most = connection.execute(
        "SELECT current_setting('max_connections')::int"
        " - current_setting('superuser_reserved_connections')::int - %s",
        [HELD_BACK],
    ).fetchone()
    role = sql.Identifier(runtime)
    limit = sql.Literal(max(most[0], 1) if most else -1)
    connection.execute(sql.SQL("ALTER ROLE {} CONNECTION LIMIT {}").format(role, limit))
    for name, value in SETTINGS.items():
        connection.execute(
            sql.SQL("ALTER ROLE {} SET {} = {}").format(
                role, sql.Identifier(name), sql.Literal(value)
            )
        )


def _rights(database: str, owner: str, runtime: str) -> list[sql.Composed]:
    """Return the grants: only these two roles may connect. A role that may create
    functions could create one that a trigger or an index of the owner calls; so only
    the owner may use the languages.
    """
    names = {
        "database": sql.Identifier(database),
        "owner": sql.Identifier(owner),
        "runtime": sql.Identifier(runtime),
    }
    return [
        sql.SQL(statement).format(**names)
        for statement in (
            "ALTER DATABASE {database} OWNER TO {owner}",
            "REVOKE ALL ON DATABASE {database} FROM PUBLIC, {runtime}",
            "GRANT CONNECT, TEMPORARY ON DATABASE {database} TO {runtime}",
            "CREATE SCHEMA IF NOT EXISTS public",
            "ALTER SCHEMA public OWNER TO {owner}",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC, {runtime}",
            "GRANT USAGE ON SCHEMA public TO {runtime}",
            "REVOKE ALL ON LANGUAGE sql, plpgsql FROM PUBLIC, {runtime}",
            "GRANT USAGE ON LANGUAGE sql, plpgsql TO {owner}",
            # To see whether anyone still reads what is to be emptied: without this,
            # nothing of the sessions of other roles can be seen.
            "GRANT pg_read_all_stats TO {owner}",
        )
    ]


def _hand_over(connection: Connection[TupleRow], owner: str) -> None:
    """Give all objects to the owner, table by table with indexes and sequences, because
    REASSIGN OWNED refuses objects of a server's first superuser. Extensions are left
    unchanged.
    """
    found = connection.execute(_TABLES_OF_OTHERS, {"owner": owner}).fetchall()
    for kind, name in found:
        # Quoted by the database itself.
        statement = f"ALTER {kind} {name} OWNER TO {{}}"
        connection.execute(sql.SQL(statement).format(sql.Identifier(owner)))


def main() -> None:
    owner, runtime = map(
        account_of, map(_setting, ("DATABASE_OWNER_URL", "DATABASE_URL"))
    )
    make_roles(_setting("DATABASE_ADMIN_URL"), owner, runtime)


def _setting(name: str) -> str:
    """Return a setting from the environment, or from the file that NAME_FILE names
    there.
    """
    file = os.environ.get(f"{name}_FILE")
    return Path(file).read_text(encoding="utf-8").strip() if file else os.environ[name]


if __name__ == "__main__":
    main()
