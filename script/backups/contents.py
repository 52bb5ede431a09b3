"""What a database of the office holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from psycopg import Connection, sql
from psycopg.rows import TupleRow

SESSIONS = "django_session"
"""Not saved: a back-up opens no account, and nobody whose account was closed since is
let in by an old one."""
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
"""Without a row in these nobody has begun."""


@dataclass(frozen=True)
class OfficeCounts:
    """What somebody looks at to see that everything is there."""

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
    """How many rows each table has, partitions with the table above them."""
    return {
        name: _count(connection, name)
        for name in tables_of(connection)
        if name != SESSIONS
    }


def is_empty(connection: Connection[TupleRow]) -> bool:
    """Whether nobody has begun: no tables, or those of an office without a district,
    an account or a player. Tables of another program are somebody's."""
    tables = set(tables_of(connection))
    if not tables:
        return True
    return tables >= OURS and not any(_count(connection, name) for name in OURS)


def size_of_tables(connection: Connection[TupleRow]) -> int:
    """Without their indexes, which are made anew."""
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
