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
    let_go_by,
    patience_for,
    take_in,
)


async def coming(*pieces: bytes, pause: float = 0.0) -> AsyncIterator[bytes]:
    for piece in pieces:
        await asyncio.sleep(pause)
        yield piece


def taken(pieces: AsyncIterable[bytes], length: int) -> bytes:
    """In a thread of its own: a browser's test may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        taking = thread.submit(asyncio.run, take_in(pieces, length))
        with taking.result() as body:
            return body.read()


def test_a_body_is_there_from_its_first_byte_to_its_last():
    assert taken(coming(b"ab", b"c" * 100_000), 100_002) == b"ab" + b"c" * 100_000


@pytest.mark.parametrize("pieces", [(b"a",), (), (b"abcd",)])
def test_another_number_of_bytes_than_announced_is_no_body(pieces):
    with pytest.raises(BodyBrokenError):
        taken(coming(*pieces), 3)


def test_a_sender_without_haste_is_refused(monkeypatch):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.05)
    with pytest.raises(BodyRefusedError) as refused:
        taken(coming(*[b"a"] * 100, pause=0.01), 100)
    assert refused.value.status == 408


def test_whoever_sends_more_may_take_longer():
    assert [patience_for(length) for length in (0, 32 << 20)] == [20, 20 + 1024]


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
def test_a_body_whose_end_is_not_announced_is_refused(headers, status):
    with pytest.raises(BodyRefusedError) as refused:
        announced_length(headers)
    assert refused.value.status == status


@pytest.mark.parametrize(
    ("headers", "length"), [({}, 0), ({"content-length": "17"}, 17)]
)
def test_the_announced_length(headers, length):
    assert announced_length(headers) == length


class Once:
    """As the server hands out a body: to one reader."""

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


def test_what_comes_after_a_time_out_is_read_on(monkeypatch, caplog):
    monkeypatch.setattr(bodies, "SECONDS_FOR_A_BODY", 0.05)
    once = Once(*[b"a"] * 20)
    pieces = BodyPieces(once)
    with pytest.raises(BodyRefusedError):
        taken(pieces, 20)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, let_go_by(pieces)).result()
    assert list(once.pieces) == []
    assert caplog.messages == []


def test_of_what_is_refused_so_much_is_read_on_and_no_more(monkeypatch):
    monkeypatch.setattr(bodies, "LET_GO", 10)
    read = []

    async def endless() -> AsyncIterator[bytes]:
        while True:
            read.append(1)
            yield b"abc"

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, let_go_by(endless())).result()
    assert len(read) == 4
