import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.management.office_command import OfficeCommand
from ratings.files.text_files import NotATable, TextFile
from ratings.imports.domain.importing_players import ImportedPlayers, import_players
from ratings.imports.formats.player_rows import OPTIONAL, REQUIRED
from ratings.management.command_input import (
    pool_by_code,
    rejects,
    table_at,
    unread_columns_note,
)
from ratings.models import Pool

COLUMNS = (*REQUIRED, *OPTIONAL)


class Command(OfficeCommand):
    help = (
        "Imports players, one a line: id,name,birth_year,gender,club,start_rating. Exit"
        " status 0: everybody is in; 1: nobody is; 2: some rows were refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--pool", required=True, metavar="CODE")
        parser.add_argument("--rejects", metavar="FILE", help="refused rows, as CSV")

    def handle(self, *args: Any, **options: Any) -> None:
        pool = pool_by_code(options["pool"])
        with table_at(
            options["file"], rejects=options["rejects"], out=self.stdout
        ) as file:
            done = self._import(pool, file, options["rejects"])
        for line in unread_columns_note(done.unread):
            self.stdout.write(line)
        self.stdout.write(
            f"{done.entered} entered, {done.known} there already,"
            f" {done.refused} refused; {done.clubs} clubs made,"
            f" {done.starts} start ratings."
        )
        if done.exit_status:
            sys.exit(done.exit_status)

    def _import(
        self, pool: Pool, file: TextFile, refused: str | None
    ) -> ImportedPlayers:
        try:
            with rejects(file, refused, COLUMNS, self.stderr) as record:
                return import_players(
                    pool.pk,
                    file,
                    today=timezone.localdate(),
                    acting=ActionContext(None, timezone.now()),
                    on_refused=record,
                )
        except NotATable as error:
            raise CommandError(str(error)) from error
