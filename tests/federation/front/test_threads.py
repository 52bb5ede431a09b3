import asyncio
import resource
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from federation.front.threads import QueueFullError, SenderGoneError, Threads


def done(act: Coroutine[Any, Any, None]) -> None:
    """Run in a thread of its own: a browser test may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, act).result()


async def staying() -> None:
    await asyncio.Event().wait()


async def leaving_at_once() -> None:
    pass


class Busy:
    """One thread with one place in the queue, and a request that holds the thread until
    it is released.
    """

    def __init__(self) -> None:
        self.threads = Threads("test", threads=1, places=1)
        self.over = threading.Event()
        self.seen: list[str] = []

    async def hold(self) -> None:
        self.held = asyncio.ensure_future(self.threads.run(self.over.wait, staying))
        await asyncio.sleep(0)

    def start_named(self, name: str, leaving=staying) -> "asyncio.Future[None]":
        act = self.threads.run(lambda: self.seen.append(name), leaving)
        return asyncio.ensure_future(act)

    async def let_go(self) -> None:
        self.over.set()
        await self.held


def test_client_that_leaves_the_queue_takes_no_thread_and_no_place():
    busy = Busy()

    async def story() -> None:
        await busy.hold()
        for _ in range(3):
            with pytest.raises(SenderGoneError):
                await busy.start_named("gone", leaving_at_once)
        stays = busy.start_named("stays")
        await busy.let_go()
        await stays

    done(story())
    assert busy.seen == ["stays"]


def test_request_for_a_full_queue_is_refused():
    busy = Busy()

    async def story() -> None:
        await busy.hold()
        first = busy.start_named("first")
        await asyncio.sleep(0)
        with pytest.raises(QueueFullError):
            await busy.start_named("second")
        await busy.let_go()
        await first
        await busy.start_named("third")

    done(story())
    assert busy.seen == ["first", "third"]


def test_failing_request_frees_its_thread():
    threads = Threads("test", threads=1, places=0)

    async def story() -> None:
        with pytest.raises(ZeroDivisionError):
            await threads.run(lambda: 1 // 0, staying)
        assert await threads.run(lambda: 1, staying) == 1

    done(story())


def nothing() -> None:
    """Do nothing, with a frame larger than that of the caller below."""


nothing.__code__ = nothing.__code__.replace(co_stacksize=200)


def faults_at_every_depth(depth: int = 400) -> int:
    """Return how many pages of memory this thread requested in a thousand calls at each
    depth.
    """
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _ in range(1000):
        nothing()
    own = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before
    return own + (faults_at_every_depth(depth - 1) if depth else 0)


def test_calls_request_no_memory_from_the_system_at_any_depth():
    threads = Threads("test", threads=1, places=0)
    seen = []

    async def story() -> None:
        seen.append(await threads.run(faults_at_every_depth, staying))

    done(story())
    assert seen[0] < 500


def test_all_threads_are_started_before_the_first_request():
    Threads("early", threads=3, places=0)
    names = [each.name for each in threading.enumerate()]
    assert sum(name.startswith("early") for name in names) == 3
