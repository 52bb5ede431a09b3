"""What the web server calls. Whatever a slow sender or reader makes last waits here,
where it costs a connection; a thread is taken for what Django has to do, and no
longer.
"""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Protocol

from django.conf import settings
from django.urls import get_resolver
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]

from federation.front.bodies import (
    REFUSED,
    BodyBrokenError,
    BodyRefusedError,
    announced_length,
    let_go_by,
    take_in,
)
from federation.front.calls import Answer, Application, Environ, Scope, call, environ_of
from federation.uploads import largest_body_at
from federation.wsgi import application as wsgi

THREADS = 4
"""Of each process: short requests pass a long one."""
OPENED_BY_THEN = 60.0
"""Seconds after which the server has surely opened the file that it is to send."""


class Stream(Protocol):
    """An answer that goes out piece by piece."""

    async def send_bytes(self, data: bytes) -> None: ...


class Conversation(Protocol):
    """One request as the server lends it, and the way to answer it."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...
    def response_bytes(
        self, status: int, headers: list[tuple[str, str]], body: bytes
    ) -> None: ...
    def response_file(
        self, status: int, headers: list[tuple[str, str]], file: str
    ) -> None: ...
    def response_stream(
        self, status: int, headers: list[tuple[str, str]]
    ) -> Stream: ...


class Front:
    def __init__(self, application: Application) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")

    async def __rsgi__(self, scope: Scope, conversation: Conversation) -> None:
        environ = environ_of(scope)
        try:
            _send(conversation, await self._answered(scope, environ, conversation))
        except BodyBrokenError:
            return
        except BodyRefusedError as refused:
            answer = refused.answer or await self._refusal(environ, refused.status)
            await _send_early(conversation, answer)

    async def _answered(
        self, scope: Scope, environ: Environ, pieces: AsyncIterable[bytes]
    ) -> Answer:
        length = announced_length(dict(scope.headers.items()))
        if not length:
            return await self._called(environ)
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            await self._ask_page(scope.path, environ, length)
        with await take_in(pieces, length) as body:
            return await self._called(environ | {"wsgi.input": body})

    async def _ask_page(self, path: str, environ: Environ, length: int) -> None:
        """A long body is taken in by a page that takes files, from somebody for whom
        that page opens; everybody else is answered as if they had opened it.
        """
        if length > largest_body_at(path):
            raise BodyRefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        opening = {"REQUEST_METHOD": "GET", "CONTENT_TYPE": "", "CONTENT_LENGTH": ""}
        opened = await self._called(environ | opening)
        if opened.status != HTTPStatus.OK:
            raise BodyRefusedError(opened.status, opened)

    async def _refusal(self, environ: Environ, status: int) -> Answer:
        return await self._called(environ | {REFUSED: status})

    async def _called(self, environ: Environ) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._threads, call, self._application, environ
        )


def _send(conversation: Conversation, answer: Answer) -> None:
    """A long answer goes from its file, which needs no name: the server reads it as
    fast as the reader does, where bytes handed over would all be held in memory.
    """
    if isinstance(answer.content, bytes):
        conversation.response_bytes(answer.status, answer.headers, answer.content)
        return
    file: Any = answer.content
    conversation.response_file(
        answer.status, answer.headers, f"/dev/fd/{file.fileno()}"
    )
    asyncio.get_running_loop().call_later(OPENED_BY_THEN, file.close)


async def _send_early(conversation: Conversation, answer: Answer) -> None:
    """Before the body has come, which nobody wants."""
    answer.headers.append(("connection", "close"))
    stream = conversation.response_stream(answer.status, answer.headers)
    with suppress(ProtocolClosed):
        await stream.send_bytes(answer.short_content)
        await let_go_by(conversation)


# Before the first visitor waits for it.
_ = get_resolver().url_patterns
application = Front(wsgi)
