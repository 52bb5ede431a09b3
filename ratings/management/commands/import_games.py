import sys
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone, translation

from federation.domain.authorship import ActionContext
from federation.management.office_command import OfficeCommand
from ratings.files.text_files import NotATable, TextFile
from ratings.imports.domain.batches import Imported
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.imports.formats.game_columns import OPTIONAL, REQUIRED
from ratings.imports.formats.trf.times import LONGEST_MINUTES
from ratings.management.command_input import (
    pool_by_code,
    rejects,
    table_at,
    unread_columns_note,
)
from ratings.models import Pool
from ratings.uploads.domain.trial import try_import
from ratings.uploads.trial_words import (
    consequence_lines,
    judged_lines,
    skipped_lines,
    start_lines,
)

COLUMNS = (*REQUIRED, *OPTIONAL)


class Command(OfficeCommand):
    help = (
        "Imports games, one a line: date,white,black,score,event; CSV or Excel (.xlsx). Exit status 0: all"
        " are in; 1: none is; 2: some rows were refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--pool", required=True, metavar="CODE")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="looks, computes what would become of it and tells, writes nothing",
        )
        parser.add_argument(
            "--minutes",
            type=int,
            choices=range(1, LONGEST_MINUTES + 1),
            metavar="N",
            help="thinking time of each player for 60 moves, for the games of which the"
            " file gives no time control; without it such games are refused",
        )
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            type=_column,
            metavar="OURS=THEIRS",
            help="what the file calls a column, as date=Speldag; may stand several"
            " times. Ours are: " + ", ".join(COLUMNS),
        )
        parser.add_argument("--rejects", metavar="FILE", help="refused rows, as CSV")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="an event imported before with other games, or withdrawn since, gets"
            " a next version",
        )
        parser.add_argument(
            "--two-in-a-round",
            action="store_true",
            help="a player may have more than one game in a round; without it such"
            " events are left out",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pool = pool_by_code(options["pool"])
        with table_at(
            options["file"], rejects=options["rejects"], out=self.stdout
        ) as file:
            wanted = _import_of(pool, file, options)
            done = self._import(wanted, options["rejects"])
            tried = _trial_lines(wanted, done) if wanted.dry_run else []
        for line in (
            *unread_columns_note(done.unread),
            *_summary(done, dry_run=wanted.dry_run),
            *tried,
            *_written(wanted),
        ):
            self.stdout.write(line)
        if done.exit_status:
            sys.exit(done.exit_status)

    def _import(self, wanted: GamesToImport, path: str | None) -> Imported:
        try:
            with rejects(wanted.file, path, COLUMNS, self.stderr) as record:
                return import_games(
                    wanted,
                    today=timezone.localdate(),
                    acting=ActionContext(None, timezone.now()),
                    on_refused=record,
                )
        except NotATable as error:
            raise CommandError(str(error)) from error


def _import_of(pool: Pool, file: TextFile, options: dict[str, Any]) -> GamesToImport:
    return GamesToImport(
        pool.pk,
        file,
        minutes=options["minutes"],
        dry_run=options["dry_run"],
        replaces=options["replace"],
        two_in_a_round=options["two_in_a_round"],
        columns=dict(options["column"]),
    )


def _column(pair: str) -> tuple[str, str]:
    ours, _equals, theirs = pair.partition("=")
    if ours not in COLUMNS or not theirs:
        raise ArgumentTypeError(
            f"{pair} is not OURS=THEIRS with one of ours: {', '.join(COLUMNS)}"
        )
    return ours, theirs


def _trial_lines(wanted: GamesToImport, done: Imported) -> list[str]:
    """Return what computing the ratings would make of the games, in the words of the
    review.
    """
    now = timezone.now()
    trial = try_import(wanted, done, today=timezone.localdate(), at=now)
    stored = trial.as_stored()
    with translation.override("en"):
        if trial.skipped:
            return skipped_lines(stored)
        return [
            *judged_lines(stored),
            *(
                f"{trial.names[number]} would be held: {event.held}"
                for number, event in trial.events.items()
                if event.held
            ),
            *consequence_lines(stored),
            *(
                f"{name}: {rating} ({origin})"
                for name, rating, origin in start_lines(stored)
            ),
        ]


def _written(wanted: GamesToImport) -> list[str]:
    return ["This was a dry run: nothing was written."] if wanted.dry_run else []


def _summary(done: Imported, *, dry_run: bool) -> list[str]:
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
    return lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
