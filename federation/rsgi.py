"""The application that the web server calls. Waiting for slow senders and readers
happens here, where it occupies only a connection; a thread is taken only for the work
of Django.
"""

import asyncio
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import IO, Protocol

from django.conf import settings
from django.urls import get_resolver
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]

from federation.front.bodies import (
    REFUSED,
    BodyBrokenError,
    BodyPieces,
    BodyRefusedError,
    announced_length,
    discard_body,
    read_body,
)
from federation.front.calls import (
    Application,
    Environ,
    Response,
    Scope,
    call,
    environ_of,
)
from federation.front.threads import (
    RETRY_AFTER,
    Leaving,
    QueueFullError,
    SenderGoneError,
    Threads,
)
from federation.uploads import largest_body_at
from federation.wsgi import application as wsgi

# isort: split
# The following imports need Django, which the line above has set up.
from federation.shared_pages.hits import SharedPageHits
from federation.shared_pages.watch import Watch
from federation.watching.counting import BEGUN, count
from federation.watching.numbering import HEADER, SENT, number_of

THREADS = 4
"""Threads of each process: short requests can overtake a long one."""
SWITCH_INTERVAL = 0.0005
"""Seconds that a thread runs while others wait. A request waits for its turn after each
answer of the database: beside large pages, with Python's usual 0.005, the 95th
percentile of spectators' requests in `bench.hall` was 240 ms instead of 170.
"""
PLACES = 100
"""Places in the queue before the threads: the last in it waits about as long as a
visitor is willing to.
"""
SHORT_PLACES = 50
"""Places in the queue before the thread for refusals, and before the one for ALIVE."""
ALIVE = ("/healthz", "/metrics")
NOTHING: Environ = {}
OPENED_BY_THEN = 60.0
"""Seconds after which the server has certainly opened the file that it is to send."""
MOST_OPEN = 64
"""How many of those files may be open here: the threads cannot make so many long
answers before the server has opened the first. The remaining ones of the 1,024 files
that a process may have open are for the server's connections and what it sends on them.
"""


class Stream(Protocol):
    """An answer that is sent piece by piece."""

    async def send_bytes(self, data: bytes) -> None: ...


class HttpProtocol(Protocol):
    """One request as the server provides it, and the way to answer it. Its body can be
    read once.
    """

    def __aiter__(self) -> AsyncIterator[bytes]: ...
    def client_disconnect(self) -> Awaitable[object]: ...
    def response_bytes(
        self, status: int, headers: list[tuple[str, str]], body: bytes
    ) -> None: ...
    def response_file(
        self, status: int, headers: list[tuple[str, str]], file: str
    ) -> None: ...
    def response_stream(
        self, status: int, headers: list[tuple[str, str]]
    ) -> Stream: ...


@dataclass(frozen=True)
class Request:
    path: str
    headers: Mapping[str, str]
    environ: Environ
    pieces: BodyPieces
    leaving: Leaving


class Front:
    def __init__(self, application: Application) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._application = application
        self._hits = SharedPageHits()
        self._watch = Watch()
        self._threads = Threads("page", threads=THREADS, places=PLACES)
        self._refusals = Threads("refusal", threads=1, places=SHORT_PLACES)
        self._alive = Threads("alive", threads=1, places=SHORT_PLACES)

    async def __rsgi__(self, scope: Scope, protocol: HttpProtocol) -> None:
        self._watch.begin()
        environ = environ_of(scope)
        environ[SENT] = number_of(environ.get(SENT, ""))
        request = Request(
            scope.path,
            dict(scope.headers.items()),
            environ,
            BodyPieces(protocol),
            protocol.client_disconnect,
        )
        with suppress(BodyBrokenError, SenderGoneError):
            try:
                _send(protocol, numbered(request, await self._answered(request)))
            except BodyRefusedError as refused:
                answer = refused.answer or await self._refusal(request, refused.status)
                await _send_early(protocol, request.pieces, numbered(request, answer))

    async def _answered(self, request: Request) -> Response:
        length = announced_length(request.headers)
        if not length:
            return await self._hits.answer(
                request.environ, partial(self._called, request)
            )
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            await self._ask_page(request, length)
        with await read_body(request.pieces, length) as body:
            return await self._called(request, {"wsgi.input": body})

    async def _ask_page(self, request: Request, length: int) -> None:
        """Refuse a long body unless its page accepts a file of that size and opens for
        the sender, who otherwise gets the answer that opening the page would give.
        """
        if length > largest_body_at(request.path):
            raise BodyRefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        opening = {"REQUEST_METHOD": "GET", "CONTENT_TYPE": "", "CONTENT_LENGTH": ""}
        opened = await self._called(request, opening)
        if opened.status != HTTPStatus.OK:
            raise BodyRefusedError(opened.status, opened)

    async def _called(self, request: Request, changed: Environ = NOTHING) -> Response:
        threads = self._alive if request.path in ALIVE else self._threads
        try:
            return await self._run(threads, request, changed)
        except (QueueFullError, MemoryError):
            return await self._refusal(request, HTTPStatus.SERVICE_UNAVAILABLE)

    async def _refusal(self, request: Request, status: int) -> Response:
        try:
            return await self._run(self._refusals, request, {REFUSED: status})
        except (QueueFullError, MemoryError):
            method = request.environ["REQUEST_METHOD"]
            count(request.path, method, HTTPStatus.SERVICE_UNAVAILABLE, 0.0)
            retry = [("retry-after", str(RETRY_AFTER))]
            return Response(HTTPStatus.SERVICE_UNAVAILABLE, retry, b"")

    async def _run(
        self, threads: Threads, request: Request, changed: Environ
    ) -> Response:
        environ = request.environ | {BEGUN: time.perf_counter()} | changed
        return await threads.run(
            partial(call, self._application, environ), request.leaving
        )


def numbered(request: Request, answer: Response) -> Response:
    """Return the answer with its request's number, also if Django was not called."""
    if not any(name == HEADER for name, _ in answer.headers):
        answer.headers.append((HEADER, request.environ[SENT]))
    return answer


_still_open: deque[IO[bytes]] = deque(maxlen=MOST_OPEN)


def _send(protocol: HttpProtocol, answer: Response) -> None:
    """Send an answer, a long one from its file, which needs no name: the server reads
    it as fast as the reader does, whereas bytes would all be held in memory.
    """
    if isinstance(answer.content, bytes):
        protocol.response_bytes(answer.status, answer.headers, answer.content)
        return
    file = answer.content
    protocol.response_file(answer.status, answer.headers, f"/dev/fd/{file.fileno()}")
    if len(_still_open) == MOST_OPEN:
        _still_open[0].close()
    _still_open.append(file)
    asyncio.get_running_loop().call_later(OPENED_BY_THEN, file.close)


async def _send_early(
    protocol: HttpProtocol, pieces: BodyPieces, answer: Response
) -> None:
    """Send an answer before the body has come, which is then discarded."""
    answer.headers.append(("connection", "close"))
    stream = protocol.response_stream(answer.status, answer.headers)
    with suppress(ProtocolClosed):
        await stream.send_bytes(answer.short_content)
        await discard_body(pieces)


# Loaded before the first visitor has to wait for it.
_ = get_resolver().url_patterns
application = Front(wsgi)
