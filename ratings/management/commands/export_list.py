import csv
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ratings.lists.queries.exported import HEADER, exported_rows
from ratings.lists.queries.lists import live_entries, published_entries
from ratings.management.command_input import day, pool_by_code
from ratings.models import CurrentRating, Pool
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
            "--date",
            type=day,
            help=(
                "as 2026-03-14; needed without --live, for the list that was valid on"
                " it. With --live the day whose names, clubs and classes are written,"
                " otherwise today's; the ratings are today's all the same"
            ),
        )
        parser.add_argument("--live", action="store_true", help="the live list")

    def handle(self, *args: Any, **options: Any) -> None:
        pool, on = pool_by_code(options["pool"]), options["date"]
        if options["live"]:
            if on:
                self.stderr.write(_what_the_date_decides(on))
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
        written = 0
        for row in exported_rows(entries, on, levels_on(pool.pk, held_on)):
            writer.writerow(row)
            written += 1
        if not written:
            self.stderr.write(_why_nobody(pool))


def _what_the_date_decides(on: date) -> str:
    return (
        f"Names, clubs and classes are those of {on}; who is listed, and the ratings,"
        " are today's."
    )


def _why_nobody(pool: Pool) -> str:
    rated = CurrentRating.objects.filter(pool_id=pool.pk).count()
    if not rated:
        return f"Nobody is listed: nobody has a rating in {pool.code} yet."
    return (
        f"Nobody is listed, though {rated} players have a rating in {pool.code}: a list"
        " has those who are members of a club, and those who have played within the"
        f" last {settings.LISTED_MONTHS} months. Import the players with their clubs."
    )


def _published(pool: Pool, on: date) -> Publication:
    valid = publications(pool.pk).valid_on(on)
    if not valid:
        raise CommandError(f"No approved list of pool {pool.code} is valid on {on}.")
    return valid[0]
