"""The connection to PostgreSQL. When a transaction that wrote in a book of the shared
pages is committed, the book's number moves.

This is done here and not in the acts, since no act can forget it here, and since only
here is it known when a transaction is about to be committed.
"""

from contextlib import nullcontext
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import sql

from federation.database.sessions import require_sessions
from federation.shared_pages.books import Book, books_written
from federation.shared_pages.numbers import moving_numbers

# Their type stubs do not describe what is overridden here.
Cursor: Any = base.Cursor
Postgres: Any = base.DatabaseWrapper


class NotingCursor(Cursor):  # type: ignore[misc]
    """Notes on its connection in which books it writes; a statement outside
    transactions is committed by itself.
    """

    def execute(self, query: Any, *arguments: Any, **kwargs: Any) -> Any:
        return self._noted(query, super().execute, *arguments, **kwargs)

    def executemany(self, query: Any, *arguments: Any, **kwargs: Any) -> Any:
        return self._noted(query, super().executemany, *arguments, **kwargs)

    def copy(self, statement: Any, *arguments: Any, **kwargs: Any) -> Any:
        books = books_written(self._text(statement))
        # It would be committed when the stream ends, before the numbers move.
        if books and self.connection.autocommit:
            raise RuntimeError(
                "COPY to a table shown on shared pages: begin a transaction"
            )
        self.connection.written |= books
        return super().copy(statement, *arguments, **kwargs)

    def _noted(self, query: Any, act: Any, *arguments: Any, **kwargs: Any) -> Any:
        books = books_written(self._text(query))
        if books and self.connection.autocommit:
            with moving_numbers(books):
                return act(query, *arguments, **kwargs)
        if books:
            self.connection.written |= books
        return act(query, *arguments, **kwargs)

    def _text(self, query: Any) -> str:
        if isinstance(query, sql.Composable):
            return query.as_string(self.connection)
        return query.decode() if isinstance(query, bytes) else str(query)


class DatabaseWrapper(Postgres):  # type: ignore[misc]
    has_sessions = False
    """Of the process: has it been verified that a connection is one session?"""

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "cursor_factory": NotingCursor}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if not DatabaseWrapper.has_sessions:
            _require_sessions(connection, conn_params)
            DatabaseWrapper.has_sessions = True
        connection.written = frozenset()
        return connection

    def _commit(self) -> None:
        books = self._taken()
        with moving_numbers(books) if books else nullcontext():
            super()._commit()

    def _rollback(self) -> None:
        self._taken()
        super()._rollback()

    def _taken(self) -> frozenset[Book]:
        if self.connection is None:
            return frozenset()
        books: frozenset[Book] = self.connection.written
        self.connection.written = frozenset()
        return books


def _require_sessions(connection: Any, conn_params: dict[str, Any]) -> None:
    connection.autocommit = True
    try:
        require_sessions(
            connection, lambda: psycopg.connect(**conn_params, autocommit=True)
        )
    except BaseException:
        connection.close()
        raise
    connection.autocommit = False
