"""Reading the body of a request, with limits on its size and duration.

No thread is occupied while it waits for the sender.
"""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Coroutine, Mapping
from contextlib import suppress
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import Any, TypeVar

from federation.front.calls import Response

IN_MEMORY = 64 << 10
"""Bytes of one body that are held in memory; a longer one is stored on disk."""
SECONDS_FOR_A_BODY = 20.0
"""Seconds that any body may take, however small."""
LEAST_RATE = 32 << 10
"""Bytes a second that a sender of a larger body has to reach, from the first byte to
the last.
"""

DISCARD_BYTES, DISCARD_SECONDS = 16 << 20, 2.0
"""Bytes and seconds of a refused body that are read on and discarded."""
REFUSED = "rankbok.refused"
"""Key in the environment of a request whose body was refused: the HTTP status."""

Result = TypeVar("Result")
Body = SpooledTemporaryFile[bytes]


class BodyRefusedError(Exception):
    """The request body is refused; `status` is the reason, unless a page has answered
    already.
    """

    def __init__(self, status: int, answer: Response | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.answer = answer


class BodyBrokenError(Exception):
    """The sender disconnected, or sent another number of bytes than announced."""


class BodyPieces:
    """The pieces of one body. A later reader continues where an earlier one stopped;
    the server's own object can be iterated only once.
    """

    def __init__(self, protocol: AsyncIterable[bytes]) -> None:
        self._pieces = aiter(protocol)

    def __aiter__(self) -> "BodyPieces":
        return self

    def __anext__(self) -> Awaitable[bytes]:
        return self._pieces.__anext__()


def announced_length(headers: Mapping[str, str]) -> int:
    """Return how many bytes will come. A body of unknown length is refused: a truncated
    one could not be distinguished from a complete one.
    """
    if "transfer-encoding" in headers:
        raise BodyRefusedError(HTTPStatus.LENGTH_REQUIRED)
    length = headers.get("content-length") or "0"
    if not (length.isascii() and length.isdecimal()):
        raise BodyRefusedError(HTTPStatus.BAD_REQUEST)
    return int(length)


async def read_body(pieces: AsyncIterable[bytes], length: int) -> Body:
    """Return the whole body, on disk when it is long; raise BodyRefusedError when it is
    too slow.
    """
    try:
        return await _within(seconds_for_body(length), _read(pieces, length))
    except TimeoutError:
        raise BodyRefusedError(HTTPStatus.REQUEST_TIMEOUT) from None


def seconds_for_body(length: int) -> float:
    return SECONDS_FOR_A_BODY + length / LEAST_RATE


async def discard_body(pieces: AsyncIterable[bytes]) -> None:
    """Read the rest of a refused body for a moment, and discard it. If the connection
    were cut while the sender is sending, the sender would see a broken connection and a
    proxy would report a broken server, instead of the answer.
    """
    with suppress(TimeoutError):
        await _within(DISCARD_SECONDS, _pass_over(pieces))


async def _within(seconds: float, act: Coroutine[Any, Any, Result]) -> Result:
    """Limit the time of a coroutine; asyncio.timeout cannot cancel the server's own
    kind of task.
    """
    task = asyncio.ensure_future(act)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        raise TimeoutError
    return task.result()


async def _pass_over(pieces: AsyncIterable[bytes]) -> None:
    passed = 0
    async for piece in pieces:
        passed += len(piece)
        if passed > DISCARD_BYTES:
            return


async def _read(pieces: AsyncIterable[bytes], length: int) -> Body:
    body = Body(max_size=IN_MEMORY)
    try:
        async for piece in pieces:
            body.write(piece)
    except BaseException:
        body.close()
        raise
    if body.tell() != length:
        body.close()
        raise BodyBrokenError
    body.seek(0)
    return body
