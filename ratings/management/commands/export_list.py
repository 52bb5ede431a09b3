import csv
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ratings.lists.queries.exported import HEADER, exported_rows
from ratings.lists.queries.lists import live_entries, published_entries
from ratings.management.asking import day, pool_called
from ratings.models import Pool
from ratings.pools.queries.publications import Publication, publications
from ratings.pools.queries.systems import levels_on


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
            held_on = on
        elif on is None:
            raise CommandError(
                "Give the --date on which the list was valid, or --live."
            )
        else:
            publication = _published(pool, on)
            entries, held_on = (
                published_entries(publication, on),
                publication.valid_from,
            )
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(exported_rows(entries, on, levels_on(pool.pk, held_on)))


def _published(pool: Pool, on: date) -> Publication:
    valid = publications(pool.pk).valid_on(on)
    if not valid:
        raise CommandError(f"No approved list of pool {pool.code} is valid on {on}.")
    return valid[0]
