"""Taking in the body of a request: how much, how long, and for whom.

Nothing here costs a thread while it waits for the sender.
"""

import asyncio
from collections.abc import AsyncIterable, Mapping
from http import HTTPStatus
from tempfile import SpooledTemporaryFile

IN_MEMORY = 64 << 10
"""Bytes of one body, or of one answer's part, that are held in memory."""
PATIENCE = 20.0
"""Seconds that any body may take, however small."""
LEAST_RATE = 32 << 10
"""Bytes a second that a sender of more has to reach, from the first byte to the last."""

REFUSED = "rankbok.refused"
"""In the environment of a request whose body was not taken in: the status."""

Body = SpooledTemporaryFile[bytes]


class BodyRefusedError(Exception):
    """The body is not taken in; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class BodyBrokenError(Exception):
    """The sender went away, or sent another number of bytes than announced."""


def announced_length(headers: Mapping[str, str]) -> int:
    """How many bytes will come. A body whose end is not announced is refused: a
    broken one could not be told from a whole one.
    """
    if "transfer-encoding" in headers:
        raise BodyRefusedError(HTTPStatus.LENGTH_REQUIRED)
    length = headers.get("content-length") or "0"
    if not (length.isascii() and length.isdecimal()):
        raise BodyRefusedError(HTTPStatus.BAD_REQUEST)
    return int(length)


async def take_in(pieces: AsyncIterable[bytes], length: int) -> Body:
    """The whole body, on disk when it is long; BodyRefusedError when it is too slow."""
    reading = asyncio.ensure_future(_read(pieces, length))
    done, _ = await asyncio.wait({reading}, timeout=patience_for(length))
    if done:
        return reading.result()
    reading.cancel()
    raise BodyRefusedError(HTTPStatus.REQUEST_TIMEOUT)


def patience_for(length: int) -> float:
    return PATIENCE + length / LEAST_RATE


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
