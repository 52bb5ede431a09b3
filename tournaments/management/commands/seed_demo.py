import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils import timezone

from federation.queries.demo import DatabaseContents, contents
from tournaments.management.demo.play import one_after_the_other, play_demo

# On other systems some system libraries do not survive a fork.
FORKS = sys.platform == "linux"


@contextmanager
def in_another_process(act: Callable[[], None]) -> Iterator[None]:
    """Run `act` in a fork of this process; each has its own database connections."""
    connections.close_all()
    other = get_context("fork").Process(target=act)
    other.start()
    try:
        yield
    except BaseException:
        other.terminate()
        raise
    finally:
        other.join()
    if other.exitcode:
        msg = f"The other process ended with {other.exitcode}: see what it printed."
        raise CommandError(msg)


class Command(BaseCommand):
    help = "Fills an empty database with an invented federation and its four years."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=1970)

    def handle(self, *args: Any, **options: Any) -> None:
        if contents() != DatabaseContents.NOTHING:
            self.stdout.write("There is a federation here already: nothing is changed.")
            return
        started = time.monotonic()
        play_demo(
            today=timezone.localdate(),
            seed=options["seed"],
            progress=lambda step: self._say(step, options["verbosity"]),
            run_alongside=in_another_process if FORKS else one_after_the_other,
        )
        self.stdout.write(f"The demo stands ({time.monotonic() - started:.0f} s).")

    def _say(self, step: str, verbosity: int) -> None:
        if verbosity > 1:
            self.stdout.write(f"  {step}")
