import sys
from argparse import ArgumentTypeError
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone, translation

from federation.domain.authorship import ActionContext
from federation.management.office_command import OfficeCommand
from ratings.fide.domain.lists import ImportedList, import_list
from ratings.fide.formats.players import NotAFideList
from ratings.fide.words import FAULTS, why_not


def month(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m").date()  # noqa: DTZ007 (a day, no moment)
    except ValueError:
        raise ArgumentTypeError(f"‘{text}’ is not a month like 2026-11") from None


class Command(OfficeCommand):
    help = (
        "Takes in FIDE's rating list of a month: TXT or XML, in its zip or unpacked."
        " Exit status 0: it is in, now or from before; 1: nothing is; 2: some lines"
        " were left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--month", type=month, metavar="YYYY-MM",
            help="the list's month; else what the file says, or this month",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        with translation.override("en"):
            try:
                with path.open("rb") as file:
                    taken = import_list(
                        file,
                        path.name,
                        month=options["month"],
                        today=timezone.localdate(),
                        acting=ActionContext(None, timezone.now()),
                        progress=lambda *_said: None,
                    )
            except OSError as error:
                raise CommandError(f"{path}: {error.strerror}.") from error
            except NotAFideList as refused:
                message = why_not(refused.code, refused.facts)
                raise CommandError(f"{path}: {message}") from refused
            self._report(taken)
        if taken.faults:
            sys.exit(2)

    def _report(self, taken: ImportedList) -> None:
        made = taken.list
        which = f"{made.month:%Y-%m}, {made.get_kind_display()}"
        if made.revision:
            which += f", revision {made.revision}"
        if taken.known:
            self.stdout.write(f"Taken in before, as the list of {which}.")
            return
        for fault in taken.faults:
            self.stderr.write(f"line {fault.line}: {FAULTS[fault.code]}: {fault.text}")
        self.stdout.write(
            f"The list of {which}: {made.lines} players, {made.rated} with a rating,"
            f" {made.kept} of them in the register, {made.refused} lines left out."
        )
