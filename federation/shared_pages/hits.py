"""Shared pages on the event loop of the web server: stored pages take no thread, and
requests that wait for a page that is being made take none either.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import redis.asyncio as valkey
from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from federation.front.calls import Response
from federation.shared_pages.memory import memory
from federation.shared_pages.numbers import (
    SECONDS_FOR_VALKEY,
    BookNumbers,
    number_commands,
    read_answer,
    repair_numbers,
    server_run_of,
)
from federation.shared_pages.page_request import (
    Environ,
    SharedPageRequest,
    shared_page_request,
)
from federation.shared_pages.pages import answer_from
from federation.watching.counting import count, count_shared

log = logging.getLogger(__name__)

ROUNDS = 3
"""How often a request waits for another one that makes the page."""


class SharedNumbersReader:
    """Reads the numbers from Valkey once for all requests that came before the query,
    and never gives a request the result of an older query.
    """

    def __init__(self) -> None:
        self._asking: asyncio.Task[BookNumbers | None] | None = None
        self._next: asyncio.Task[BookNumbers | None] | None = None
        self._connection: Any = None
        self._server = ""

    async def read(self) -> BookNumbers | None:
        """Return the current numbers; None when they cannot be read."""
        if self._next is None:
            self._next = asyncio.ensure_future(self._in_turn(self._asking))
        return await asyncio.shield(self._next)

    async def _in_turn(
        self, before: "asyncio.Task[BookNumbers | None] | None"
    ) -> BookNumbers | None:
        if before is not None:
            await asyncio.wait({before})
        self._asking, self._next = self._next, None
        try:
            return await self._read()
        except (RedisError, OSError) as error:
            log.warning("the numbers of the pages are not known: %s", error)
            await self._let_go()
            return None

    async def _read(self) -> BookNumbers | None:
        found = await self._ask_for_numbers()
        if found is not None and not isinstance(found, BookNumbers):
            await asyncio.to_thread(repair_numbers, self._server, found)
            found = await self._ask_for_numbers()
        return found if isinstance(found, BookNumbers) else None

    async def _ask_for_numbers(self) -> Any:
        """Return what `read_answer` returns."""
        if self._connection is None:
            await self._connect()
        connection = self._connection
        await connection.send_packed_command(
            connection.pack_commands(number_commands())
        )
        numbers = await connection.read_response()
        return read_answer(self._server, numbers, await connection.read_response())

    async def _connect(self) -> None:
        pool = valkey.ConnectionPool.from_url(
            settings.REDIS_URL,
            socket_timeout=SECONDS_FOR_VALKEY,
            socket_connect_timeout=SECONDS_FOR_VALKEY,
            retry=Retry(NoBackoff(), 0),
        )
        connection: Any = pool.make_connection()  # type: ignore[no-untyped-call]
        await connection.connect()
        await connection.send_command("INFO", "server")
        self._server = server_run_of(await connection.read_response())
        self._connection = connection

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect(nowait=True)


class SharedPageHits:
    def __init__(self) -> None:
        self._numbers = SharedNumbersReader()
        self._making: dict[str, asyncio.Future[None]] = {}

    async def answer(
        self, environ: Environ, make: Callable[[], Awaitable[Response]]
    ) -> Response:
        """Return the answer from the stored page, or the one that `make` gives."""
        shared_request = shared_page_request(environ)
        if shared_request is None:
            return await make()
        begun = time.perf_counter()
        for _ in range(ROUNDS):
            kept = await self._kept(shared_request, environ)
            if kept is not None:
                seconds = time.perf_counter() - begun
                path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
                count(path, method, kept.status, seconds)
                count_shared(is_kept=True)
                return kept
            making = self._making.get(shared_request.key)
            if making is None:
                count_shared(is_kept=False)
                return await self._make(shared_request, make)
            await asyncio.wait({making})
        return await make()

    async def _make(
        self, shared_request: SharedPageRequest, make: Callable[[], Awaitable[Response]]
    ) -> Response:
        made = asyncio.get_running_loop().create_future()
        self._making[shared_request.key] = made
        try:
            return await make()
        finally:
            del self._making[shared_request.key]
            made.set_result(None)

    async def _kept(
        self, shared_request: SharedPageRequest, environ: Environ
    ) -> Response | None:
        page = memory.get(shared_request.key)
        if page is None:
            return None
        numbers = await self._numbers.read()
        if numbers is None or not page.serves(shared_request.kind, numbers):
            return None
        return answer_from(page, environ)
