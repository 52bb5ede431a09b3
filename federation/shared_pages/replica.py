"""Shared pages are read from a replica of the database, if there is one.

A replica lags behind, by milliseconds or by hours. It is used only when it has
everything that was committed before the request, so that a page is as new as one from
the database itself (docs/decisions/cached-pages.md), and each page sees one moment of
it.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from psycopg import IsolationLevel

log = logging.getLogger(__name__)

WAIT_FOR_REPLICA = 0.25
"""Seconds that a page waits for the replica. The database itself takes up to 0.2 s to
write what no one waits for.
"""
LOOKS = 0.005
"""Seconds between two checks whether it has caught up."""
LEFT_OUT = 5.0
"""Seconds for which a replica that lagged or was unavailable is not used."""
WRITTEN_SO_FAR = """
SELECT (CASE
  WHEN mod(at - '0/0', pg_size_bytes(current_setting('wal_segment_size'))) = 40
    THEN at - 40
  WHEN mod(at - '0/0', current_setting('wal_block_size')::int) = 24 THEN at - 24
  ELSE at END)::text
FROM (SELECT pg_current_wal_insert_lsn() AS at) AS now
"""
"""The end of what is written. If that is the end of a page, PostgreSQL names the
position after the next page's header, 24 bytes long or 40 in a new file, which no
replica reaches before something is written there.
"""
HAS_COME_SO_FAR = """
SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn
"""


class Replica:
    """A replica; each thread has a connection of its own to it."""

    def __init__(self, url: tuple[tuple[str, Any], ...]) -> None:
        self._settings = dict(url)
        self._own = threading.local()
        self._left_out_until = 0.0

    @contextmanager
    def one_moment(self) -> Iterator[bool]:
        """Let this thread read one moment of the replica, in place of the database,
        while the context is open. Yields whether it does: the moment is not older than
        the call.
        """
        copy = self._ready()
        if copy is None:
            yield False
            return
        database = connections[DEFAULT_DB_ALIAS]
        connections[DEFAULT_DB_ALIAS] = copy
        try:
            with transaction.atomic():
                yield True
                transaction.set_rollback(True)
        finally:
            connections[DEFAULT_DB_ALIAS] = database

    def leave_out(self, reason: object) -> None:
        """Do not use the replica for a while."""
        if time.monotonic() >= self._left_out_until:
            log.warning("the replica is left out: %s", reason)
        self._left_out_until = time.monotonic() + LEFT_OUT

    def _ready(self) -> BaseDatabaseWrapper | None:
        if time.monotonic() < self._left_out_until:
            return None
        with connection.cursor() as cursor:
            cursor.execute(WRITTEN_SO_FAR)
            [wanted] = cursor.fetchone()
        try:
            copy = self._connection()
            if _comes_to(copy, wanted):
                return copy
            self.leave_out("it is behind")
        except Error as error:
            self.leave_out(error)
        return None

    def _connection(self) -> BaseDatabaseWrapper:
        if not hasattr(self._own, "copy"):
            known = connections.settings[DEFAULT_DB_ALIAS]
            options = {
                **known["OPTIONS"],
                "isolation_level": IsolationLevel.REPEATABLE_READ,
            }
            backend = load_backend(known["ENGINE"])
            self._own.copy = backend.DatabaseWrapper(
                {**known, **self._settings, "OPTIONS": options}, DEFAULT_DB_ALIAS
            )
        copy: Any = self._own.copy
        copy.close_if_unusable_or_obsolete()
        copy.health_check_done = False
        return cast(BaseDatabaseWrapper, copy)


def _comes_to(copy: BaseDatabaseWrapper, wanted: str) -> bool:
    """Return whether it has replayed what the database had written until then."""
    end = time.monotonic() + WAIT_FOR_REPLICA
    with copy.cursor() as cursor:
        while True:
            cursor.execute(HAS_COME_SO_FAR, [wanted])
            [has_come] = cursor.fetchone()
            if has_come or time.monotonic() > end:
                return bool(has_come)
            time.sleep(LOOKS)


@cache
def _replica(url: tuple[tuple[str, Any], ...]) -> Replica:
    return Replica(url)


def replica() -> Replica | None:
    """Return the replica of the settings; None if there is none."""
    url = settings.DATABASE_REPLICA
    return _replica(tuple(sorted(url.items()))) if url else None
