import csv
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ratings.management.asking import day, pool_called
from ratings.models import Pool
from ratings.queries.exported import HEADER, exported_rows
from ratings.queries.lists import Entries, live_entries, published_entries
from ratings.queries.publications import publications


class Command(BaseCommand):
    help = (
        "Writes a rating list as CSV to standard output: the newest approved one valid"
        " on a day, or the live one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pool", required=True, metavar="CODE")
        parser.add_argument(
            "--date", type=day, help="as 2026-03-14; needed without --live"
        )
        parser.add_argument("--live", action="store_true", help="the live list")

    def handle(self, *args: Any, **options: Any) -> None:
        pool, on = pool_called(options["pool"]), options["date"]
        if options["live"]:
            on = on or timezone.localdate()
            entries = live_entries(pool.pk, publications(pool.pk).newest, on)
        elif on is None:
            raise CommandError(
                "Give the --date on which the list was valid, or --live."
            )
        else:
            entries = _published(pool, on)
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(exported_rows(entries, on))


def _published(pool: Pool, on: date) -> Entries:
    valid = publications(pool.pk).valid_on(on)
    if not valid:
        raise CommandError(f"No approved list of pool {pool.code} is valid on {on}.")
    return published_entries(valid[0])
