import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from federation.queries.demo import DatabaseContents, contents
from tournaments.management.demo.play import play_demo


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
        )
        self.stdout.write(f"The demo stands ({time.monotonic() - started:.0f} s).")

    def _say(self, step: str, verbosity: int) -> None:
        if verbosity > 1:
            self.stdout.write(f"  {step}")
