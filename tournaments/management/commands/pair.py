import csv
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.imports.formats.trf.reading import ReadTournament
from tournaments.formats.dutch.engine import EngineError, pair_dutch
from tournaments.formats.trf.field import dutch_field_of, field_of, next_round
from tournaments.formats.trf.points import OddPointsError, point_system_in
from tournaments.formats.trf.wishes import PairingWishes
from tournaments.management.reading import TournamentFile, points_refused
from tournaments.rules.pairing.paired import NoPairingError, PairedRound
from tournaments.rules.pairing.systems import SYSTEMS, pair_round
from tournaments.rules.points import PointSystem

DUTCH = "dutch"


class Command(BaseCommand):
    help = (
        "Pairs the next round of a tournament file (TRF) and writes it as CSV to"
        " standard output: board,white,black,bye, by starting number. Exit status 1 and"
        " the reason when it cannot be paired."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--system", required=True, choices=(*SYSTEMS, DUTCH))
        parser.add_argument(
            "--round",
            type=int,
            metavar="N",
            help="otherwise the round after the last with games",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = TournamentFile(Path(options["file"]), "paired")
        tournament = file.tournament()
        number = options["round"] or next_round(tournament)
        if number < 1:
            raise CommandError("Rounds are counted from 1.")
        wishes, points = file.wishes(number), _points(file.text)
        try:
            paired = _pair(options["system"], tournament, wishes, points)
        except NoPairingError as refused:
            raise CommandError(_why(refused)) from refused
        except EngineError as failed:
            raise CommandError(f"The round was not paired: {failed}") from failed
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerows([("board", "white", "black", "bye"), *_rows(paired)])


def _points(text: str) -> PointSystem:
    try:
        return point_system_in(text)
    except OddPointsError as odd:
        raise CommandError(points_refused(odd)) from odd


def _pair(
    system: str, tournament: ReadTournament, wishes: PairingWishes, points: PointSystem
) -> PairedRound:
    if system == DUTCH:
        return pair_dutch(dutch_field_of(tournament, wishes, points))
    return pair_round(system, field_of(tournament, wishes, points))


def _rows(paired: PairedRound) -> list[tuple[int, int | str, int | str, int | str]]:
    boards: list[tuple[int, int | str, int | str, int | str]] = [
        (number, board.white, board.black, "")
        for number, board in enumerate(paired.boards, start=1)
    ]
    if paired.bye:
        boards.append((len(boards) + 1, "", "", paired.bye.player))
    return boards


def _why(refused: NoPairingError) -> str:
    return f"{_reason(refused)}\nWhat helps: {_help(refused)}."


def _reason(refused: NoPairingError) -> str:
    if refused.is_bye_missing:
        return "The number of players is odd, and everybody has had a bye."
    if refused.blocked:
        numbers = ", ".join(map(str, refused.blocked))
        if refused.is_kept_apart:
            return f"Has met, or is kept apart from, everybody who is left: {numbers}."
        return f"Has met everybody who is left: {numbers}."
    message = "However the players are paired, somebody meets an earlier opponent"
    if refused.is_kept_apart:
        return f"{message}, or somebody from whom they are kept apart."
    return f"{message}."


def _help(refused: NoPairingError) -> str:
    by_hand = "pair by hand, or end the tournament with the round before"
    if refused.is_bye_missing:
        return f"leave somebody out (Z in the round), enter one more player, {by_hand}"
    ways = [by_hand]
    if refused.blocked:
        ways.insert(0, "leave those players out (Z in the round)")
    if refused.is_kept_apart:
        ways.insert(0, "let two of them meet (lines 260 and XXP)")
    return ", ".join(ways)
