"""Games in a tournament file that are paired and have no result yet."""

from collections.abc import Collection

from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.reading import ReadTournament
from tournaments.formats.sections_read import BoardRead
from tournaments.formats.trf.field import faults_of
from tournaments.rules.results import Result


def awaited_games(tournament: ReadTournament) -> tuple[BoardRead, ...]:
    """Return the games about which the lines of both players agree: round, opponent,
    opposite colours and no result.
    """
    colours = {
        (game.round, rank, game.opponent): game.colour
        for rank, player in tournament.players.items()
        for game in player.without_result
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
        (game.round, *pair)
        for game in awaited
        for pair in ((game.white, game.black), (game.black, game.white))
    }
    expected = [
        (player.line, game.message)
        for rank, player in tournament.players.items()
        for game in player.without_result
        if (game.round, rank, game.opponent) in seats
    ]
    return [fault for fault in faults_of(tournament) if fault not in expected]
