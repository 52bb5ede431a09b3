import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from federation.management.office_command import OfficeCommand
from ratings.files.text_files import NotATable
from ratings.imports.domain.batches import Imported
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.imports.formats.game_columns import OPTIONAL, REQUIRED
from ratings.imports.formats.trf_dates import LONGEST_MINUTES
from ratings.management.asking import (
    file_called,
    file_summary,
    pool_called,
    rejects,
    unread_columns_note,
)
from ratings.pools.domain.postings import ActionContext

COLUMNS = (*REQUIRED, *OPTIONAL)


class Command(OfficeCommand):
    help = (
        "Imports games, one a line: date,white,black,score,event. Exit status 0: all"
        " are in; 1: none is; 2: some rows were refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--pool", required=True, metavar="CODE")
        parser.add_argument(
            "--dry-run", action="store_true", help="looks and tells, writes nothing"
        )
        parser.add_argument(
            "--minutes",
            type=int,
            choices=range(1, LONGEST_MINUTES + 1),
            metavar="N",
            help="thinking time of each player for 60 moves, for the games of which the"
            " file gives no time control; without it such games are refused",
        )
        parser.add_argument("--rejects", metavar="FILE", help="refused rows, as CSV")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="an event imported before with other games, or withdrawn since, gets"
            " a next version",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pool = pool_called(options["pool"])
        file = file_called(options["file"])
        self.stdout.write(file_summary(file))
        asked = GamesToImport(
            pool.pk,
            file,
            minutes=options["minutes"],
            dry_run=options["dry_run"],
            replaces=options["replace"],
        )
        try:
            with rejects(file, options["rejects"], COLUMNS, self.stderr) as tell:
                done = import_games(
                    asked,
                    today=timezone.localdate(),
                    acting=ActionContext(None, timezone.now()),
                    on_refused=tell,
                )
        except NotATable as error:
            raise CommandError(str(error)) from error
        for line in (
            *unread_columns_note(done.unread),
            *_said(done, dry_run=asked.dry_run),
        ):
            self.stdout.write(line)
        if done.exit_status:
            sys.exit(done.exit_status)


def _said(done: Imported, *, dry_run: bool) -> list[str]:
    would = "would be in" if dry_run else "are in"
    lines = [f"{_count(done.games, 'game')} of {_count(done.events, 'event')} {would}."]
    if done.known_events:
        lines.append(
            f"{_count(done.known_games, 'game')} of"
            f" {_count(done.known_events, 'event')} had been imported before:"
            " nothing is doubled."
        )
    if done.refused:
        lines.append(f"{_count(done.refused, 'row')} refused.")
    if not (done.games or done.known_games or done.refused):
        lines.append("The file holds no games.")
    if done.first:
        lines.append(f"First game {done.first}, last {done.last}.")
    if dry_run:
        lines.append("This was a dry run: nothing was written.")
    return lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
