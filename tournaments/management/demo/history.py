"""Import the demo's history from before its first played tournament: start ratings and
results, from files such as a federation has of earlier years.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from ratings.files.text_files import TextFile, examine
from ratings.files.text_tables import RefusedRow
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.imports.domain.importing_players import import_players
from tournaments.enums import SectionFormat
from tournaments.management.demo.clock import evening
from tournaments.management.demo.people import DemoPlayer
from tournaments.management.demo.setting import DemoSetting, TournamentPlan, draw_result
from tournaments.rules.berger import schedule_round_robin
from tournaments.rules.pairing.field import field_before_round
from tournaments.rules.pairing.monrad import pair_monrad
from tournaments.rules.results import Result
from tournaments.rules.sections import Board, Entry, Section, TournamentKind

STARTS = ("id", "name", "start_rating")
GAMES = (
    "date", "round", "white", "black", "white_rating", "black_rating", "score",
    "forfeit", "minutes", "event",
)  # fmt: skip
SCORES = ("0", "0.5", "1")
"""White's score in a file, by its half points."""
LOWEST = 800

CsvRow = dict[str, object]


def import_start_ratings(setting: DemoSetting, day: date) -> None:
    """Import start ratings for everyone who was a member before a day."""
    rows = [
        {
            "id": each.player.national_id,
            "name": f"{each.player.last_name}, {each.player.first_name}",
            "start_rating": max(
                LOWEST, round(each.strength + setting.random.gauss(0, 40))
            ),
        }
        for each in setting.cast.people
        if each.joined < day
    ]
    with _written_file("ratingtal.csv", STARTS, rows) as file:
        import_players(
            setting.pool.pk,
            file,
            today=day,
            acting=setting.officer(day),
            on_refused=_raise_if_refused,
        )


def import_results(
    setting: DemoSetting, plans: Sequence[TournamentPlan], day: date
) -> None:
    """Draw the results of earlier tournaments and import them, one report for each."""
    rows = [row for plan in plans for row in _games(setting, plan)]
    with _written_file(f"resultat-{day}.csv", GAMES, rows) as file:
        import_games(
            GamesToImport(setting.pool.pk, file, minutes=120),
            today=day,
            acting=setting.officer(day),
            on_refused=_raise_if_refused,
        )
    setting.compute(evening(day))


def _games(setting: DemoSetting, plan: TournamentPlan) -> Iterator[CsvRow]:
    for _name, people in plan.sections:
        swiss = plan.format == SectionFormat.BOARDS
        rounds = (
            _swiss(setting, plan, people)
            if swiss
            else _round_robin(setting, plan, people)
        )
        for number, white, black, result in rounds:
            yield {
                "date": plan.dates[number - 1],
                "round": number,
                "white": white.player.national_id,
                "black": black.player.national_id,
                "white_rating": _rating_of_guest(white),
                "black_rating": _rating_of_guest(black),
                "score": SCORES[result.white_half_points],
                "forfeit": "yes" if result.is_forfeit else "",
                "minutes": plan.minutes,
                "event": plan.name,
            }


Played = tuple[int, DemoPlayer, DemoPlayer, Result]
"""A round's number, White, Black and the result."""


def _round_robin(
    setting: DemoSetting, plan: TournamentPlan, people: Sequence[DemoPlayer]
) -> Iterator[Played]:
    for planned in schedule_round_robin(len(people)):
        day = plan.dates[planned.number - 1]
        for white_number, black_number in planned.boards:
            white, black = people[white_number - 1], people[black_number - 1]
            yield planned.number, white, black, draw_result(setting, white, black, day)


def _swiss(
    setting: DemoSetting, plan: TournamentPlan, people: Sequence[DemoPlayer]
) -> Iterator[Played]:
    entries = tuple(Entry(number, number) for number in range(1, len(people) + 1))
    boards: list[Board] = []
    for number, day in enumerate(plan.dates, start=1):
        section = Section(TournamentKind.SWISS, len(plan.dates), entries, tuple(boards))
        paired = pair_monrad(field_before_round(section, number))
        if paired.bye:
            boards.append(Board(number, paired.bye.player, None, Result.BYE))
        for board in paired.boards:
            white, black = people[board.white - 1], people[board.black - 1]
            result = draw_result(setting, white, black, day)
            boards.append(Board(number, board.white, board.black, result))
            yield number, white, black, result


def _rating_of_guest(player: DemoPlayer) -> int | str:
    return "" if player.club else player.player.fide_rating or ""


@contextmanager
def _written_file(
    name: str, columns: Sequence[str], rows: Iterable[CsvRow]
) -> Iterator[TextFile]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(rows)
        yield examine(path)


def _raise_if_refused(refused: Sequence[RefusedRow]) -> None:
    """Raise ValueError if a row was refused: the demo wrote the file itself, so a
    refusal is a fault of the demo.
    """
    if refused:
        msg = f"line {refused[0].line}: {refused[0].reason}"
        raise ValueError(msg)
