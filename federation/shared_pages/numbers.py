"""The numbers of the books, stored in Valkey: a number changes as soon as a transaction
that wrote in its book has been committed.

A writer gives notice before it commits and moves the number afterwards, and only then
does the act end. A writer that dies between the two leaves its notice: once that is a
second old every page is made separately for each request, and after a minute all
numbers move.
"""

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from secrets import token_hex
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from federation.shared_pages.books import Book

log = logging.getLogger(__name__)

NOTICE = "notice "
GIVE_NOTICE = """
local now = redis.call('TIME')
return redis.call('HSET', KEYS[1], ARGV[1], now[1] + now[2] / 1000000)
"""
"""When a notice was given, by Valkey's clock."""
COMMITS_WITHIN = 1.0
"""Seconds after a notice within which its writer may still be about to commit. For an
older notice no page is answered from what is stored, since its writer may have
committed and died.
"""
FORGOTTEN = 60.0
"""Seconds after which the writer of a notice is assumed to have died."""
SECONDS_FOR_VALKEY = 0.5
"""Seconds for an answer of Valkey."""


@dataclass(frozen=True, slots=True)
class BookNumbers:
    """The numbers at one moment. `server`: which start of Valkey they were read from;
    after a restart it may have old numbers. `at`: when, in seconds since 1970 by
    Valkey's clock, since the clocks of two machines may differ by minutes.
    """

    server: str
    books: tuple[tuple[Book, str], ...]
    at: float = field(compare=False)

    @property
    def register(self) -> tuple[str, str]:
        return self.server, dict(self.books)[Book.REGISTER]

    def of(self, books: Collection[Book]) -> tuple[str, ...]:
        return tuple(number for book, number in self.books if book in books)


def numbers_key() -> str:
    """Return the key under which Valkey stores them for all machines of an office, each
    of which may know the database server by another name.
    """
    return f"rankbok:pages:{settings.DATABASES['default']['NAME']}"


def number_commands() -> list[tuple[str, ...]]:
    """Return the two commands whose answers `read_answer` takes."""
    return [("HGETALL", numbers_key()), ("TIME",)]


def read_answer(
    server: str, numbers_reply: Any, time_reply: Iterable[bytes]
) -> BookNumbers | Collection[str] | None:
    """Return the numbers; or, when some are missing or a notice has expired, the names
    of what has to be corrected; or None while a writer may have died.
    """
    pairs = (
        numbers_reply.items()
        if isinstance(numbers_reply, dict)
        else zip(numbers_reply[::2], numbers_reply[1::2], strict=True)
    )
    stored = {name.decode(): value.decode() for name, value in pairs}
    now = seconds_of(time_reply)
    wrong: list[str] = [book for book in Book if book not in stored]
    for name, value in stored.items():
        if name.startswith(NOTICE):
            age = now - float(value)
            if age > FORGOTTEN:
                wrong += [name, *Book]
            elif age > COMMITS_WITHIN:
                return None
    if stored.get("server") != server:
        wrong += ["server", *Book]
    if wrong:
        return wrong
    return BookNumbers(server, tuple((book, stored[book]) for book in Book), now)


def seconds_of(time_reply: Iterable[bytes | str]) -> float:
    """Return Valkey's answer to TIME, seconds and microseconds, as one number."""
    seconds, millionths = time_reply
    return int(seconds) + int(millionths) / 1e6


def new_numbers(books: Collection[str]) -> dict[Any, Any]:
    return {book: token_hex(8) for book in Book if book in books}


def server_run_of(info: bytes | str) -> str:
    """Return which start of the server this INFO answer comes from."""
    text = info.decode() if isinstance(info, bytes) else info
    lines = (line.partition(":") for line in text.splitlines())
    return next((value for name, _, value in lines if name == "run_id"), "")


@contextmanager
def moving_numbers(books: Collection[Book]) -> Iterator[None]:
    """Give notice and move the numbers around a commit that writes in these books."""
    notice = f"{NOTICE}{token_hex(8)}"
    _change_if_reachable(
        lambda valkey: valkey.eval(GIVE_NOTICE, 1, numbers_key(), notice)
    )
    try:
        yield
    finally:
        _change_if_reachable(lambda valkey: _move(valkey, books, notice))


def _move(valkey: "redis.Redis", books: Collection[str], *notices: str) -> None:
    with valkey.pipeline(transaction=True) as pipeline:
        pipeline.hset(numbers_key(), mapping=new_numbers(books))
        for notice in notices:
            pipeline.hdel(numbers_key(), notice)
        pipeline.execute()


def move_all_numbers() -> None:
    """Move all numbers, so that every page is made again."""
    _change_if_reachable(lambda valkey: _move(valkey, list(Book)))


def _change_if_reachable(what: Callable[["redis.Redis"], object]) -> None:
    try:
        what(valkey_of(settings.REDIS_URL))
    except (RedisError, OSError) as error:
        # `watch.py` will detect it.
        log.warning("the numbers of the pages did not move: %s", error)


def repair_numbers(server: str, wrong: Collection[str]) -> None:
    """Give new numbers where some are missing, or where a writer or Valkey itself may
    have lost one.
    """

    def put(valkey: "redis.Redis") -> None:
        _move(valkey, wrong, *(name for name in wrong if name.startswith(NOTICE)))
        valkey.hset(numbers_key(), "server", server)

    _change_if_reachable(put)


@cache
def valkey_of(url: str) -> "redis.Redis":
    return redis.Redis.from_url(
        url,
        socket_timeout=SECONDS_FOR_VALKEY,
        socket_connect_timeout=SECONDS_FOR_VALKEY,
        retry=Retry(NoBackoff(), 0),
    )


class Reader:
    """Reads the numbers, on one connection for each thread."""

    def __init__(self) -> None:
        self._own = threading.local()

    def read(self) -> BookNumbers | None:
        """Return the current numbers; None when they cannot be read."""
        was_open = hasattr(self._own, "connection")
        try:
            found = self._asked()
            if found and not isinstance(found, BookNumbers):
                repair_numbers(self._own.server, found)
                found = self._asked()
        except (RedisError, OSError) as error:
            self._own.__dict__.clear()
            if was_open:
                return self.read()  # on a new connection: Valkey may have restarted
            log.warning("the numbers of the pages are not known: %s", error)
            return None
        return found if isinstance(found, BookNumbers) else None

    def _asked(self) -> BookNumbers | Collection[str] | None:
        """Return what `read_answer` returns."""
        connection = self._connection()
        connection.send_packed_command(connection.pack_commands(number_commands()))
        numbers, time_reply = connection.read_response(), connection.read_response()
        return read_answer(self._own.server, numbers, time_reply)

    def _connection(self) -> Any:
        if getattr(self._own, "url", "") != settings.REDIS_URL:
            pool = valkey_of(settings.REDIS_URL).connection_pool
            connection: Any = pool.make_connection()
            connection.connect()
            connection.send_command("INFO", "server")
            self._own.server = server_run_of(connection.read_response())
            self._own.connection, self._own.url = connection, settings.REDIS_URL
        return self._own.connection


reader = Reader()
