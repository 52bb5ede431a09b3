import csv
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.imports.formats.trf.reading import ReadTournament
from tournaments.formats.trf.points import OddPointsError
from tournaments.formats.trf.record import record_in_file, says_round_robin
from tournaments.management.reading import TournamentFile, points_refused
from tournaments.queries.rating_tables import rating_tables
from tournaments.rules.sections import TournamentKind
from tournaments.rules.standings import Standing, rank_record
from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.registry import (
    TIE_BREAKS,
    UnknownTieBreakError,
    find_tie_breaks,
)
from tournaments.rules.tiebreaks.rule_sets import RULE_SETS
from tournaments.rules.tiebreaks.typed_lists import ACRONYMS, read_list
from tournaments.rules.tiebreaks.values import TieBreak, TieBreakValue, Unit


class Command(BaseCommand):
    help = (
        "Ranks the players of a tournament file (TRF) and writes the standings with"
        " their tie-breaks as CSV to standard output: rank,number,name,points and a"
        " column for each tie-break. Exit status 1 and the reason, with the lines, when"
        " the file cannot be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--rules",
            required=True,
            metavar="NAME",
            help=(
                f"one of {', '.join(RULE_SETS)}; or a list of your own with commas"
                f" between, of {', '.join(ACRONYMS)}, where BH@2009 and BH@2024 are"
                " earlier rules about unplayed rounds than BH"
            ),
        )
        parser.add_argument(
            "--system",
            choices=tuple(TournamentKind),
            help="otherwise as lines 092 and 192 of the file say; swiss if they do not",
        )
        parser.add_argument(
            "--seed", default="", help="draw the lots from this; otherwise none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = TournamentFile(Path(options["file"]), "ranked")
        tournament = file.tournament()
        file.wishes(1)  # Faults in lines about pairing also end the command.
        kind = TournamentKind(options["system"] or _kind_of(file.text))
        codes = _codes(options["rules"], kind)
        try:
            record = record_in_file(
                tournament,
                file.text,
                is_round_robin=kind is TournamentKind.BERGER,
                rating_tables=rating_tables(),
                seed=options["seed"],
            )
        except OddPointsError as odd:
            raise CommandError(points_refused(odd)) from odd
        announced = find_tie_breaks(codes)
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow(
            ["rank", "number", "name", "points", *(each.acronym for each in announced)]
        )
        writer.writerows(
            _row(row, record, tournament, announced)
            for row in rank_record(record, codes)
        )


def _kind_of(text: str) -> TournamentKind:
    return TournamentKind.BERGER if says_round_robin(text) else TournamentKind.SWISS


def _codes(rules: str, kind: TournamentKind) -> tuple[str, ...]:
    if rules not in RULE_SETS:
        try:
            return read_list(rules)
        except UnknownTieBreakError as error:
            raise CommandError(
                f"{error.code}: no rules and no tie-break of this name. There are the"
                f" rules {', '.join(RULE_SETS)}, and the tie-breaks"
                f" {', '.join(ACRONYMS)}."
            ) from error
    codes = RULE_SETS[rules].codes(kind)
    if codes is None:
        raise CommandError(f"{rules} has no tie-breaks for {kind}.")
    return codes


def _row(
    row: Standing,
    record: Record,
    tournament: ReadTournament,
    announced: tuple[TieBreak, ...],
) -> list[str]:
    person = tournament.players[row.entry].person
    name = ", ".join(filter(None, (person.last_name, person.first_name)))
    values = zip(announced, row.tie_breaks, strict=True)
    return [
        str(row.first_place),
        str(row.entry),
        name,
        _number(record.scores[row.entry], 2),
        *(_value(each, value) for each, value in values),
    ]


def _value(tie_break: TieBreak, value: TieBreakValue | None) -> str:
    """Return the numbers of a value, separated by spaces; "" if there is no value."""
    if value is None:
        return ""
    sign = -1 if TIE_BREAKS[tie_break.code].unit is Unit.PLACE else 1
    return " ".join(_number(sign * each, tie_break.unit.parts) for each in value.key)


def _number(amount: int, parts: int) -> str:
    return f"{Decimal(amount) / parts:f}"
