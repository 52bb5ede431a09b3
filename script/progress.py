"""Terminal output: a line for each step, a sentence for each error."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn


class SetUpError(Exception):
    """End the command; the text is all that the user sees."""


def say(text: str, end: str = "\n") -> None:
    # A closed terminal or pipe is no reason to stop the office.
    with suppress(OSError, ValueError):
        print(text, end=end, flush=True)


@dataclass
class ProgressStep:
    name: str
    note: str = ""
    started_at: float = field(default_factory=time.monotonic)

    def seconds(self) -> float:
        return time.monotonic() - self.started_at


@contextmanager
def step(name: str) -> Iterator[ProgressStep]:
    current = ProgressStep(name)
    if sys.stdout.isatty():
        say(f"  {name} ...", end="\r")
    yield current
    say(f"  {name:<14} {current.note:<44} {current.seconds():6.1f} s")


def tail(log: Path, lines: int = 25) -> str:
    with suppress(OSError):
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
    return ""


def run_command(main: Callable[[], int]) -> NoReturn:
    """Run a command and turn its exceptions into sentences."""
    try:
        sys.exit(main())
    except SetUpError as failure:
        sys.exit(f"\n{failure}")
    except PermissionError as denied:
        sys.exit(
            f"\nNo permission for {denied.filename}. Was an earlier run by another"
            " account? Run as that account, or remove what it left."
        )
