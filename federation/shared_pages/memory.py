"""The pages that this process stores, and which of its threads is making one."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from federation.shared_pages.pages import KeptPage

MOST_BYTES = 32 << 20
WAIT_FOR_PAGE = 30.0
"""Seconds that others wait for the thread that makes a page."""


class PageMemory:
    """Stored pages; the least recently used are dropped first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._pages: OrderedDict[str, KeptPage] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: str) -> KeptPage | None:
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def put(self, key: str, page: KeptPage) -> None:
        with self._lock:
            old = self._pages.pop(key, None)
            self._pages[key] = page
            self._bytes += page.size - (old.size if old else 0)
            while self._bytes > self._most_bytes:
                _, left = self._pages.popitem(last=False)
                self._bytes -= left.size

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self._bytes = 0


class PageMakingLock:
    """Ensures that one thread makes a page while the others wait for it."""

    def __init__(self) -> None:
        self._under_way: dict[str, threading.Event] = {}
        self._lock = threading.Lock()

    @contextmanager
    def first(self, key: str) -> Iterator[bool]:
        """Yield whether the caller has to make the page; False once it is made."""
        with self._lock:
            done = self._under_way.get(key)
            is_first = done is None
            if done is None:
                done = self._under_way[key] = threading.Event()
        if not is_first:
            done.wait(WAIT_FOR_PAGE)
            yield False
            return
        try:
            yield True
        finally:
            with self._lock:
                del self._under_way[key]
            done.set()


memory = PageMemory()
