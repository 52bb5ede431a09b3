"""The numbers of the books, which Valkey holds: another one as soon as a transaction that
wrote in a book has been committed.

A writer gives notice before it commits and moves the number afterwards, and only then
does the act end. A writer that dies between the two leaves its notice: once that is a
second old every page is made for whoever asks, and after a minute all numbers move.
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
"""When it was given, by Valkey's clock."""
COMMITS_WITHIN = 1.0
"""Seconds after a notice, until which its writer may still be about to commit. For
longer no page is answered from what is kept, since it may have committed and died.
"""
FORGOTTEN = 60.0
"""Seconds after which a notice is taken for that of a writer who died."""
SECONDS_FOR_VALKEY = 0.5
"""Seconds for an answer of Valkey."""


@dataclass(frozen=True, slots=True)
class BookNumbers:
    """As they stood at one moment. `server`: which start of Valkey told them; another one
    may have come back with old numbers. `at`: when, in seconds since 1970 by Valkey's
    clock, since those of two machines may differ by minutes.
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
    """Return the key under which Valkey holds them for all machines of an office, each of
    which may call the server of the database by another name.
    """
    return f"rankbok:pages:{settings.DATABASES['default']['NAME']}"


def questions() -> list[tuple[str, ...]]:
    """Return the two commands whose answers `read_answer` takes."""
    return [("HGETALL", numbers_key()), ("TIME",)]


def read_answer(
    server: str, told_numbers: Any, told_time: Iterable[bytes]
) -> BookNumbers | Collection[str] | None:
    """Return the numbers; or, when some are missing or a notice is forgotten, the names of
    what has to be put right; or None while a writer may have died.
    """
    pairs = (
        told_numbers.items()
        if isinstance(told_numbers, dict)
        else zip(told_numbers[::2], told_numbers[1::2], strict=True)
    )
    told = {name.decode(): value.decode() for name, value in pairs}
    now = seconds_of(told_time)
    wrong: list[str] = [book for book in Book if book not in told]
    for name, value in told.items():
        if name.startswith(NOTICE):
            age = now - float(value)
            if age > FORGOTTEN:
                wrong += [name, *Book]
            elif age > COMMITS_WITHIN:
                return None
    if told.get("server") != server:
        wrong += ["server", *Book]
    if wrong:
        return wrong
    return BookNumbers(server, tuple((book, told[book]) for book in Book), now)


def seconds_of(told_time: Iterable[bytes | str]) -> float:
    """Return Valkey's answer to TIME, seconds and millionths, as one number."""
    seconds, millionths = told_time
    return int(seconds) + int(millionths) / 1e6


def new_numbers(books: Collection[str]) -> dict[Any, Any]:
    return {book: token_hex(8) for book in Book if book in books}


def run_of(info: bytes | str) -> str:
    """Return which start of the server told these facts of itself."""
    text = info.decode() if isinstance(info, bytes) else info
    lines = (line.partition(":") for line in text.splitlines())
    return next((value for name, _, value in lines if name == "run_id"), "")


@contextmanager
def moving(books: Collection[Book]) -> Iterator[None]:
    """Around a commit that changes what stands in these books."""
    notice = f"{NOTICE}{token_hex(8)}"
    _change_if_reachable(
        lambda valkey: valkey.eval(GIVE_NOTICE, 1, numbers_key(), notice)
    )
    try:
        yield
    finally:
        _change_if_reachable(lambda valkey: _move(valkey, books, notice))


def _move(valkey: "redis.Redis", books: Collection[str], *notices: str) -> None:
    with valkey.pipeline(transaction=True) as told:
        told.hset(numbers_key(), mapping=new_numbers(books))
        for notice in notices:
            told.hdel(numbers_key(), notice)
        told.execute()


def move_all() -> None:
    """Make every page anew."""
    _change_if_reachable(lambda valkey: _move(valkey, list(Book)))


def _change_if_reachable(what: Callable[["redis.Redis"], object]) -> None:
    try:
        what(valkey_of(settings.REDIS_URL))
    except (RedisError, OSError) as error:
        # `watch.py` finds it out.
        log.warning("the numbers of the pages did not move: %s", error)


def put_right(server: str, wrong: Collection[str]) -> None:
    """Give new numbers where some are missing, or where a writer or Valkey itself may have
    lost one.
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
        """Return the numbers as they stand now; None when nobody can say."""
        was_open = hasattr(self._own, "connection")
        try:
            found = self._asked()
            if found and not isinstance(found, BookNumbers):
                put_right(self._own.server, found)
                found = self._asked()
        except (RedisError, OSError) as error:
            self._own.__dict__.clear()
            if was_open:
                return self.read()  # on a new connection: Valkey may have begun anew
            log.warning("the numbers of the pages are not known: %s", error)
            return None
        return found if isinstance(found, BookNumbers) else None

    def _asked(self) -> BookNumbers | Collection[str] | None:
        """Return what `read_answer` does."""
        connection = self._connection()
        connection.send_packed_command(connection.pack_commands(questions()))
        numbers, told_time = connection.read_response(), connection.read_response()
        return read_answer(self._own.server, numbers, told_time)

    def _connection(self) -> Any:
        if getattr(self._own, "url", "") != settings.REDIS_URL:
            pool = valkey_of(settings.REDIS_URL).connection_pool
            connection: Any = pool.make_connection()
            connection.connect()
            connection.send_command("INFO", "server")
            self._own.server = run_of(connection.read_response())
            self._own.connection, self._own.url = connection, settings.REDIS_URL
        return self._own.connection


reader = Reader()
