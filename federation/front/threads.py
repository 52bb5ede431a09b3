"""Threads that run Django, and the queue before them."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

RETRY_AFTER = 5
"""Seconds after which a client that found the queue full may try again."""

START_SECONDS = 10.0
"""Seconds that the started threads wait at most for those that could not be started."""

Result = TypeVar("Result")
Leaving = Callable[[], Awaitable[object]]
"""Completes when the sender of a request has disconnected."""


class QueueFullError(Exception):
    """More requests wait for a thread than can be answered in reasonable time."""


class SenderGoneError(Exception):
    """The client has disconnected and no longer waits for the answer."""


class Threads:
    """A fixed number of threads, and a fixed number of places in the queue for them. A
    client that disconnects frees its place, and takes no thread afterwards.
    """

    def __init__(self, name: str, *, threads: int, places: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._start_all(threads)
        self._free = asyncio.Semaphore(threads)
        self._places = places

    def _start_all(self, threads: int) -> None:
        """Start all threads while memory is available: later the start of one might
        fail, and the call that it was to run would still wait in the pool for another
        one.
        """
        all_there = Barrier(threads, timeout=START_SECONDS)
        for _ in range(threads):
            self._pool.submit(all_there.wait)

    async def run(self, act: Callable[[], Result], leaving: Leaving) -> Result:
        if self._free.locked():
            await self._wait_in_queue(leaving)
        else:
            await self._free.acquire()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, _with_room, act
            )
        finally:
            self._free.release()

    async def _wait_in_queue(self, leaving: Leaving) -> None:
        if not self._places:
            raise QueueFullError
        self._places -= 1
        turn = asyncio.ensure_future(self._free.acquire())
        left = asyncio.ensure_future(leaving())
        await asyncio.wait({turn, left}, return_when=asyncio.FIRST_COMPLETED)
        self._places += 1
        left.cancel()
        if not turn.done():
            turn.cancel()
            raise SenderGoneError


def _with_room(act: Callable[[], Result]) -> Result:
    """Call the function from a stack frame that leaves room for the frames of all its
    calls.

    CPython keeps a thread's frames in blocks of 16 kB. A call for which the last block
    has no room gets a new one from the system, which is freed when it returns: a loop
    at such a boundary allocates again and again, 4,500 times in a page of the list.
    This function's own frame is larger than any block, so that a block is allocated
    that has much room left.
    """
    return act()


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=40_000)
