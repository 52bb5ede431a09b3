"""A lock that allows only one run at a time on one var/."""

import fcntl
import os
import time
from pathlib import Path
from typing import TextIO

from script.checkout import for_owner_only
from script.guard import is_running
from script.progress import SetUpError

LONGEST_WAIT = 60.0


def lock_var(var: Path) -> TextIO:
    """Lock var/. Hold the returned file open for as long as var/ is in use, and pass it
    to the guard: the lock lasts until both have ended.
    """
    file = open(var / "lock", "a+", encoding="utf-8", opener=for_owner_only)  # noqa: SIM115
    if not _lock(file):
        _refuse_or_wait(file, var)
    file.seek(0)
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()
    return file


def is_in_use(var: Path) -> bool:
    """Return whether an office is running here, or is being stopped."""
    try:
        file = (var / "lock").open("r+", encoding="utf-8")
    except FileNotFoundError:
        return False
    with file:
        return not _lock(file)


def _lock(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _refuse_or_wait(file: TextIO, var: Path) -> None:
    """Wait if a killed run still has the lock until its guard has stopped what was
    left, which is soon over; raise SetUpError for a living run.
    """
    end = time.monotonic() + LONGEST_WAIT
    while not _lock(file):
        if _holder(file) or time.monotonic() > end:
            file.close()
            raise SetUpError(
                f"Rankbok already runs on {var}. Stop that run first (Ctrl-C in its"
                " terminal)."
            )
        time.sleep(0.1)


def _holder(file: TextIO) -> int | None:
    """Return the living process that wrote its number into the lock file."""
    file.seek(0)
    noted = file.read()
    return int(noted) if noted.isdigit() and is_running(int(noted)) else None
