"""A run of the supervisor from its first part to its clean end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from script.guard import Guard
from script.progress import say
from script.stop_signals import StopRequested, StopSignals
from script.supervisor import Supervisor


@contextmanager
def supervision(lock: TextIO) -> Iterator[Supervisor]:
    """Yield a supervisor. However the block is left, everything that was started is
    stopped; if it is not left at all (kill -9), the guard does it and holds the lock
    until then.

    Files that any part creates in the block can only be read by this account: letters
    contain links that open accounts.
    """
    os.umask(0o077)
    with StopSignals() as signals:
        guard = Guard([lock.fileno()])
        supervisor = Supervisor(signals, guard)
        try:
            yield supervisor
        except StopRequested:
            say("\nStopping ...")
            raise
        finally:
            supervisor.stop()
            guard.dismiss()
