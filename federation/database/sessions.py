"""Check that a connection is one session of the database for as long as it is open.

The office needs that: the worker of an import holds a lock beyond its transactions, and
cursors outlive them. A pooler that gives each transaction whichever session is free
(pgbouncer with `pool_mode = transaction`) is therefore refused; one that gives each
connection a session of its own is not.
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg import Connection

REFUSED = (
    "Between the office and its database is a pooler that gives each transaction another"
    " session of the database (pgbouncer: pool_mode = transaction). The office holds locks"
    " for longer than that. Let it have sessions (pool_mode = session), or connect it to"
    " the database itself."
)
TRIES = 3
"""A pooler may have several sessions to choose from, so the check is repeated."""

Open = Callable[[], "Connection[Any]"]


def require_sessions(connection: "Connection[Any]", open_another: Open) -> None:
    """Raise ImproperlyConfigured if the sessions of this connection and of another one
    are mixed.
    """
    session = _session_of(connection)
    if session == connection.info.backend_pid:
        return  # there is no pooler
    for _ in range(TRIES):
        with open_another() as another, another.transaction():
            taken = _session_of(another)
            if session == taken or session != _session_of(connection):
                raise ImproperlyConfigured(REFUSED)


def _session_of(connection: Any) -> int:
    """Return the process number of the server's backend that answers."""
    [pid] = connection.execute("SELECT pg_backend_pid()").fetchone()
    return int(pid)
