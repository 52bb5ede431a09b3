"""Stop what the supervisor started if the supervisor dies without doing so itself: kill
-9, a closed terminal, out of memory.

A separate process holds the reading end of a pipe; the kernel closes the other end
however the supervisor dies. This file is also that process's program, and so imports
only the standard library.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def is_running(pid: int) -> bool:
    """Return whether the process exists and is not a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with suppress(OSError, IndexError):
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return status.rpartition(")")[2].split()[0] != "Z"
    return True


def stop_group(pid: int, stop_signal: int, seconds: float) -> None:
    """Ask the leader of a process group to stop, wait, and then kill what is left of
    the group.
    """
    with suppress(ProcessLookupError):
        os.kill(pid, stop_signal)
    end = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.05)
    kill_group(pid)


def kill_group(pid: int) -> None:
    # macOS answers "not permitted" for a group of zombies only.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


class Guard:
    """The supervisor's side of the guard."""

    def __init__(self, keep_open: Iterable[int] = ()) -> None:
        self._keep_open = tuple(keep_open)
        self._watched: dict[int, str] = {}
        self._start()

    def _start(self) -> None:
        reading, self._pipe = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(Path(__file__).resolve())],
            stdin=reading,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            pass_fds=self._keep_open,
        )
        os.close(reading)

    def watch(self, pid: int, stop_signal: int, seconds: float) -> None:
        self._watched[pid] = f"watch {pid} {int(stop_signal)} {seconds}"
        self._send(self._watched[pid])

    def forget(self, pid: int) -> None:
        """Forget a process that has ended: its number may be reused by a process that
        is not ours.
        """
        if self._watched.pop(pid, None):
            self._send(f"forget {pid}")

    def revive(self) -> bool:
        """Start the guard again if it died; return whether it had."""
        if self._process.poll() is None:
            return False
        os.close(self._pipe)
        self._start()
        for line in list(self._watched.values()):
            self._send(line)
        return True

    def dismiss(self) -> None:
        self._send("done")
        os.close(self._pipe)
        self._process.wait()

    def _send(self, line: str) -> None:
        # `revive` notices a dead guard, and sends everything again.
        with suppress(OSError):
            os.write(self._pipe, f"{line}\n".encode())


def main() -> None:
    for deaf_to in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(deaf_to, signal.SIG_IGN)
    watched: dict[int, tuple[int, float]] = {}
    for line in sys.stdin:
        word, *numbers = line.split()
        if word == "done":
            return
        if word == "forget":
            watched.pop(int(numbers[0]), None)
        else:
            watched[int(numbers[0])] = int(numbers[1]), float(numbers[2])
    for pid, (stop_signal, seconds) in reversed(watched.items()):
        stop_group(pid, stop_signal, seconds)


if __name__ == "__main__":
    main()
