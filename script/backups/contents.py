"""The contents of a database of the office."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from psycopg import Connection, sql
from psycopg.rows import TupleRow

SESSIONS = "django_session"
"""Not backed up: a back-up must not sign anyone in, in particular not into an account
that has been closed since.
"""
_TABLES = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  AND NOT relispartition ORDER BY relname
"""
_SIZE = """
SELECT COALESCE(sum(pg_table_size(oid)), 0)::bigint FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""
OURS = {"federation_district", "federation_user", "federation_player"}
"""An office without a row in these tables has not been used yet."""


@dataclass(frozen=True)
class OfficeCounts:
    """The counts with which a person checks that everything is there."""

    players: int
    reports: int
    games: int
    lists: int
    postings: Mapping[str, int]
    last_sent: datetime | None
    letters_waiting: int

    def __str__(self) -> str:
        posted = ", ".join(f"{n} in {code}" for code, n in self.postings.items() if n)
        last = f"{self.last_sent:%Y-%m-%d %H:%M %Z}" if self.last_sent else "never"
        return (
            f"{self.players} players, {self.reports} reports with {self.games} games,"
            f" {self.lists} published lists; postings: {posted or 'none'};"
            f" results last sent in: {last}"
        )


def contents_of(connection: Connection[TupleRow]) -> OfficeCounts:
    posted = connection.execute(
        "SELECT code, posted FROM ratings_pool ORDER BY code"
    ).fetchall()
    found = connection.execute(
        "SELECT (SELECT count(*) FROM federation_player),"
        " (SELECT count(*) FROM ratings_report), (SELECT count(*) FROM ratings_game),"
        " (SELECT count(*) FROM ratings_ratinglist),"
        " (SELECT max(sent_at) FROM ratings_report),"
        " (SELECT count(*) FROM federation_outboxmail"
        "   WHERE sent_at IS NULL AND given_up_at IS NULL)"
    ).fetchall()
    [(players, reports, games, lists, last, waiting)] = found
    return OfficeCounts(players, reports, games, lists, dict(posted), last, waiting)


def tables_of(connection: Connection[TupleRow]) -> list[str]:
    return [name for (name,) in connection.execute(_TABLES).fetchall()]


def rows_of(connection: Connection[TupleRow]) -> dict[str, int]:
    """Return the number of rows of each table except that of the sessions; those of a
    partition count for its parent.
    """
    return {
        name: _count(connection, name)
        for name in tables_of(connection)
        if name != SESSIONS
    }


def is_empty(connection: Connection[TupleRow]) -> bool:
    """Return whether the office has not been used: there are no tables, or no district,
    account or player. Tables of another program count as used.
    """
    tables = set(tables_of(connection))
    if not tables:
        return True
    return tables >= OURS and not any(_count(connection, name) for name in OURS)


def size_of_tables(connection: Connection[TupleRow]) -> int:
    """Return the size of the tables in bytes, without their indexes, which are rebuilt."""
    [(size,)] = connection.execute(_SIZE).fetchall()
    return int(size)


def migrations_of(connection: Connection[TupleRow]) -> tuple[str, ...]:
    found = connection.execute(
        "SELECT app || '.' || name FROM django_migrations ORDER BY id"
    ).fetchall()
    return tuple(name for (name,) in found)


def _count(connection: Connection[TupleRow], table: str) -> int:
    [(counted,)] = connection.execute(
        sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("public", table))
    ).fetchall()
    return int(counted)
