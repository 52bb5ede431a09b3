"""The memory and files of the web server's processes during a test."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

NOTICED = 40_000_000


class WatchedWeb:
    """The largest increase of what the web processes hold."""

    def __init__(self, office) -> None:
        main = office.pid_of("granian")
        text = Path(f"/proc/{main}/task/{main}/children").read_text()
        self.pids = {main, *(int(each) for each in text.split())}
        self.files = self.memory = 0
        self.over = threading.Event()

    def __enter__(self) -> Callable[[], str]:
        self.files_before, self.memory_before = self._held()
        self.watching = threading.Thread(target=self._watch)
        self.watching.start()
        return self._seen

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.watching.join()

    def _watch(self) -> None:
        while not self.over.wait(0.02):
            files, memory = self._held()
            self.files, self.memory = max(self.files, files), max(self.memory, memory)

    def _held(self) -> tuple[int, int]:
        return (
            sum(spooled(pid) for pid in self.pids),
            sum(resident(pid) for pid in self.pids),
        )

    def _seen(self) -> str:
        if self.files > self.files_before:
            return f"{self.files - self.files_before} bytes in files"
        grown = self.memory - self.memory_before
        return "neither files nor memory" if grown < NOTICED else f"{grown} bytes"


def spooled(pid: int) -> int:
    """Return the bytes of files that only this process has open, without a name."""
    size = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            if link.readlink().name.endswith("(deleted)"):
                size += link.stat().st_size
    return size


def resident(pid: int) -> int:
    text = Path(f"/proc/{pid}/statm").read_text()
    return int(text.split()[1]) * 4096
