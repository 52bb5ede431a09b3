"""Games in a tournament file that are paired and have no result yet."""

from collections.abc import Collection, Iterator
from typing import Any

from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.players import NO_RESULT
from ratings.imports.formats.trf.reading import ReadTournament
from tournaments.formats.sections_read import BoardRead
from tournaments.formats.trf.field import faults_of
from tournaments.rules.results import Result


def awaited_games(tournament: ReadTournament) -> tuple[BoardRead, ...]:
    """Return the games about which the lines of both players agree: round, opponent,
    opposite colours and no result.
    """
    colours = {
        (facts["round"], rank, facts["opponent"]): facts["colour"]
        for rank, facts in _without_result(tournament)
    }
    return tuple(
        BoardRead(number, rank, opponent, Result.NOT_PLAYED)
        for (number, rank, opponent), colour in sorted(colours.items())
        if colour == "w" and colours.get((number, opponent, rank)) == "b"
    )


def faults_besides(
    tournament: ReadTournament, awaited: Collection[BoardRead]
) -> list[tuple[int, FileMessage]]:
    """Return the faults of the file, but not that these games have no result."""
    seats = {
        (tournament.players[one].line, game.round, other)
        for game in awaited
        for one, other in ((game.white, game.black), (game.black, game.white))
        if one and other
    }
    return [
        (line, message)
        for line, message in faults_of(tournament)
        if message.text != NO_RESULT
        or (line, message.facts["round"], message.facts["opponent"]) not in seats
    ]


def _without_result(
    tournament: ReadTournament,
) -> Iterator[tuple[int, dict[str, Any]]]:
    ranks = {player.line: rank for rank, player in tournament.players.items()}
    for line, message in tournament.faults:
        if message.text == NO_RESULT and line in ranks:
            yield ranks[line], message.facts
