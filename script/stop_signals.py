"""Ctrl-C, SIGTERM and a closed terminal, noticed at safe points only.

A handler that raised an exception wherever it happens to run could lose a process
between its start and its entry in the guard's list.
"""

import select
import signal
import socket
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

Handler = Callable[[int, FrameType | None], None]


class StopRequested(Exception):
    """The command was asked to stop."""


class StopSignals:
    """Sleep that ends at once when a child dies or a stop signal arrives."""

    def __init__(self) -> None:
        self._asked = False
        self._before: dict[signal.Signals, Any] = {}
        self._awake, self._wake = socket.socketpair()

    def __enter__(self) -> Self:
        self._awake.settimeout(0)
        self._wake.settimeout(0)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        self._handle(signal.SIGCHLD, lambda *_: None)
        for stop in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # nohup ignores SIGHUP on purpose
            if stop != signal.SIGHUP or signal.getsignal(stop) != signal.SIG_IGN:
                self._handle(stop, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(-1)
        self._awake.close()
        self._wake.close()

    def _handle(self, number: signal.Signals, handler: Handler) -> None:
        self._before[number] = signal.signal(number, handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True

    def wait(self, seconds: float) -> None:
        if not self._asked and select.select([self._awake], [], [], seconds)[0]:
            self._awake.recv(4096)
        if self._asked:
            raise StopRequested
