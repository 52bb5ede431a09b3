"""Taking in the body of a request: how much, how long, and for whom.

Nothing here costs a thread while it waits for the sender.
"""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Coroutine, Mapping
from contextlib import suppress
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import Any, TypeVar

from federation.front.calls import Response

IN_MEMORY = 64 << 10
"""Bytes of one body, or of one answer's part, that are held in memory."""
SECONDS_FOR_A_BODY = 20.0
"""Seconds that any body may take, however small."""
LEAST_RATE = 32 << 10
"""Bytes a second that a sender of more has to reach, from the first byte to the last."""

LET_GO, LET_GO_FOR = 16 << 20, 2.0
"""Bytes and seconds of a refused body that are read on, and kept nowhere."""
REFUSED = "rankbok.refused"
"""In the environment of a request whose body was not taken in: the status."""

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
    """The sender went away, or sent another number of bytes than announced."""


class BodyPieces:
    """Of one body. Who comes later reads on where another one stopped; the server
    itself lets a body be iterated once.
    """

    def __init__(self, conversation: AsyncIterable[bytes]) -> None:
        self._pieces = aiter(conversation)

    def __aiter__(self) -> "BodyPieces":
        return self

    def __anext__(self) -> Awaitable[bytes]:
        return self._pieces.__anext__()


def announced_length(headers: Mapping[str, str]) -> int:
    """Return how many bytes will come. A body of unknown length is refused: a broken
    one could not be distinguished from a whole one.
    """
    if "transfer-encoding" in headers:
        raise BodyRefusedError(HTTPStatus.LENGTH_REQUIRED)
    length = headers.get("content-length") or "0"
    if not (length.isascii() and length.isdecimal()):
        raise BodyRefusedError(HTTPStatus.BAD_REQUEST)
    return int(length)


async def take_in(pieces: AsyncIterable[bytes], length: int) -> Body:
    """Return the whole body, on disk when it is long; BodyRefusedError when it is too
    slow.
    """
    try:
        return await _within(patience_for(length), _read(pieces, length))
    except TimeoutError:
        raise BodyRefusedError(HTTPStatus.REQUEST_TIMEOUT) from None


def patience_for(length: int) -> float:
    return SECONDS_FOR_A_BODY + length / LEAST_RATE


async def let_go_by(pieces: AsyncIterable[bytes]) -> None:
    """Read on for a moment what was refused. A sender who is cut off in the middle of
    sending sees a broken connection, and a proxy tells of a broken office, where both
    should have read the answer.
    """
    with suppress(TimeoutError):
        await _within(LET_GO_FOR, _pass_over(pieces))


async def _within(seconds: float, act: Coroutine[Any, Any, Result]) -> Result:
    """As asyncio.timeout, which cannot cancel the server's own kind of task."""
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
        if passed > LET_GO:
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
