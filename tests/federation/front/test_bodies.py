import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from federation.front import bodies
from federation.front.bodies import (
    BodyBrokenError,
    BodyPieces,
    BodyRefusedError,
    announced_length,
    discard_body,
    read_body,
    seconds_for_body,
)


async def coming(*pieces: bytes, pause: float = 0.0) -> AsyncIterator[bytes]:
    for piece in pieces:
        await asyncio.sleep(pause)
        yield piece


def taken(pieces: AsyncIterable[bytes], length: int) -> bytes:
    """Read in a thread of its own: a browser test may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        taking = thread.submit(asyncio.run, read_body(pieces, length))
        with taking.result() as body:
            return body.read()


def test_body_is_read_completely():
    assert taken(coming(b"ab", b"c" * 100_000), 100_002) == b"ab" + b"c" * 100_000


@pytest.mark.parametrize("pieces", [(b"a",), (), (b"abcd",)])
def test_body_of_another_length_than_announced_is_broken(pieces):
    with pytest.raises(BodyBrokenError):
        taken(coming(*pieces), 3)


def test_slow_sender_is_refused(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.05)
    with pytest.raises(BodyRefusedError) as refused:
        taken(coming(*[b"a"] * 100, pause=0.01), 100)
    assert refused.value.status == 408


def test_longer_body_may_take_longer():
    assert [seconds_for_body(length) for length in (0, 32 << 20)] == [20, 20 + 1024]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"transfer-encoding": "chunked"}, 411),
        ({"transfer-encoding": "chunked", "content-length": "3"}, 411),
        ({"content-length": "-3"}, 400),
        ({"content-length": "²"}, 400),
        ({"content-length": "3, 3"}, 400),
    ],
)
def test_body_of_unannounced_or_invalid_length_is_refused(headers, status):
    with pytest.raises(BodyRefusedError) as refused:
        announced_length(headers)
    assert refused.value.status == status


@pytest.mark.parametrize(
    ("headers", "length"), [({}, 0), ({"content-length": "17"}, 17)]
)
def test_announced_length_is_read_from_the_headers(headers, length):
    assert announced_length(headers) == length


class Once:
    """A body that can be read by one reader, as the server provides it."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces, self.taken = iter(pieces), False

    def __aiter__(self) -> "Once":
        assert not self.taken
        self.taken = True
        return self

    async def __anext__(self) -> bytes:
        await asyncio.sleep(0.01)
        for piece in self.pieces:
            return piece
        raise StopAsyncIteration


def test_rest_of_a_body_is_discarded_after_a_time_out(monkeypatch, caplog):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.05)
    once = Once(*[b"a"] * 20)
    pieces = BodyPieces(once)
    with pytest.raises(BodyRefusedError):
        taken(pieces, 20)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, discard_body(pieces)).result()
    assert list(once.pieces) == []
    assert caplog.messages == []


def test_limited_part_of_a_refused_body_is_discarded(monkeypatch):
    monkeypatch.setattr(bodies, "DISCARD_BYTES", 10)
    read = []

    async def endless() -> AsyncIterator[bytes]:
        while True:
            read.append(1)
            yield b"abc"

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, discard_body(endless())).result()
    assert len(read) == 4
