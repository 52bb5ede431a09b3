"""Start the parts of the office in order, restart any that dies, and stop everything in
reverse order.
"""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from script.checkout import open_log
from script.guard import Guard, kill_group
from script.progress import SetUpError, say, tail
from script.stop_signals import StopSignals

LONGEST_DELAY = 30.0
# A part that ran for this many seconds was well: its next end counts as the first.
WELL_AFTER = 10.0


class PartEndedError(SetUpError):
    """A part ended although it should have gone on, or ended with an error."""


def always() -> bool:
    return True


def nothing() -> None:
    return None


@dataclass(frozen=True)
class Part:
    """One process: how it starts, how it is found to be ready, how it stops.

    Without a log it runs in the foreground: it reads and writes the terminal, and
    Ctrl-C reaches it there.
    """

    name: str
    command: Sequence[str]
    log: Path | None
    env: Mapping[str, str]
    cwd: Path = Path("/")
    before_start: Callable[[], None] = nothing
    ready: Callable[[], bool] = always
    stop_signal: signal.Signals = signal.SIGTERM
    seconds_to_stop: float = 20.0
    # user, group and extra_groups of subprocess.Popen, when not our own
    account: Mapping[str, int | list[int]] = field(default_factory=dict)

    def spawn(self) -> "subprocess.Popen[bytes]":
        self.before_start()
        around: dict[str, Any] = {"env": self.env, "cwd": self.cwd, **self.account}
        if self.log is None:
            return subprocess.Popen[bytes](self.command, **around)
        with open_log(self.log) as log:
            around |= {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            return subprocess.Popen(self.command, start_new_session=True, **around)


@dataclass
class RunningPart:
    """A part and its state so far; it has no process while it waits to be restarted."""

    part: Part
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    start_at: float = 0.0
    ready: bool = True
    ends_in_a_row: int = 0

    @property
    def status(self) -> int | None:
        """Return the exit status of a process that has ended."""
        return self.process.poll() if self.process else None

    def note_end(self, now: float) -> float:
        """Count an end; return the seconds until the next attempt."""
        well = self.process is not None and now - self.started_at > WELL_AFTER
        self.ends_in_a_row = 1 if well else self.ends_in_a_row + 1
        again = self.ends_in_a_row - 2
        delay = min(LONGEST_DELAY, 0.25 * 2.0**again) if again >= 0 else 0.0
        self.process, self.ready, self.start_at = None, False, now + delay
        return delay


class Supervisor:
    def __init__(self, signals: StopSignals, guard: Guard) -> None:
        self._signals = signals
        self._guard = guard
        self._running: list[RunningPart] = []

    def start(self, part: Part, patience: float = 120.0) -> None:
        """Start a part for the first time, and wait until it is ready."""
        running = RunningPart(part)
        process = self._spawn(running)
        end = time.monotonic() + patience
        try:
            while not part.ready():
                _refuse_ended(running.part, process, end)
                self.attend(0.05)
        except BaseException:
            self._halt(running)
            raise
        self._running.append(running)

    def run(self, part: Part) -> int:
        """Run a part that ends by itself; return its exit status."""
        [(_, status)] = self.run_together([part])
        return status

    def run_together(self, parts: Sequence[Part]) -> Iterator[tuple[Part, int]]:
        """Run parts that end by themselves at the same time; yield each with its exit
        status as soon as it ends.
        """
        going = [RunningPart(part) for part in parts]
        try:
            for running in going:
                self._spawn(running)
            while going:
                self.attend()
                for running in tuple(going):
                    status = running.status
                    if status is not None:
                        going.remove(running)
                        self._halt(running)
                        yield running.part, status
        finally:
            for running in going:
                self._halt(running)

    def attend(self, seconds: float = 0.25) -> None:
        """Wait for a moment, then restart dead parts."""
        self._signals.wait(seconds)
        if self._guard.revive():
            say("  guard ended: started again")
        for running in self._running:
            self._attend_to(running)

    def attend_for_ever(self) -> NoReturn:
        while True:
            self.attend()

    def stop(self) -> None:
        while self._running:
            self._halt(self._running.pop())

    def _attend_to(self, running: RunningPart) -> None:
        part, process = running.part, running.process
        if process is None:
            if time.monotonic() >= running.start_at:
                self._start_again(running)
        elif process.poll() is not None:
            self._clean_up(process.pid)
            self._announce_end(running, _how(process.returncode))
        elif not running.ready and part.ready():
            running.ready = True
            say(f"  {part.name} is back")

    def _start_again(self, running: RunningPart) -> None:
        try:
            self._spawn(running)
        except (OSError, SetUpError) as problem:
            self._announce_end(running, f"does not start: {problem}")

    def _announce_end(self, running: RunningPart, how: str) -> None:
        delay = running.note_end(time.monotonic())
        when = f"in {delay:g} s" if delay else "now"
        say(f"  {running.part.name} {how}; starting it again {when}")

    def _spawn(self, running: RunningPart) -> "subprocess.Popen[bytes]":
        part = running.part
        process = running.process = part.spawn()
        running.started_at = time.monotonic()
        self._guard.watch(process.pid, part.stop_signal, part.seconds_to_stop)
        return process

    def _halt(self, running: RunningPart) -> None:
        process, part = running.process, running.part
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(part.stop_signal)
        with suppress(subprocess.TimeoutExpired):
            process.wait(part.seconds_to_stop)
        self._clean_up(process.pid)
        process.wait()

    def _clean_up(self, pid: int) -> None:
        """Kill the children that a killed leader can leave: they would hold its port."""
        kill_group(pid)
        self._guard.forget(pid)


def _refuse_ended(part: Part, process: "subprocess.Popen[bytes]", end: float) -> None:
    if process.poll() is not None:
        raise ended(part, process.returncode)
    if time.monotonic() > end:
        raise PartEndedError(f"{part.name} gives no answer: see {part.log}")


def _how(status: int) -> str:
    if status < 0:
        return f"was killed ({signal.Signals(-status).name})"
    return f"ended with status {status}"


def ended(part: Part, status: int) -> PartEndedError:
    how = f"{part.name} {_how(status)}."
    if part.log is None:
        return PartEndedError(how)
    where = f"The last lines of {part.log}:"
    return PartEndedError(f"{how} {where}\n\n{tail(part.log)}")
