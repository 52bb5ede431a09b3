"""Records for tests, from short lists of rounds."""

from tournaments.rules.results import Colour, RoundKind
from tournaments.rules.tiebreaks.record import PlayerRound, Record

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def record(players, rounds, **facts):
    """Return a record of `{number: [(kind, half points, opponent, colour), ...]}`;
    opponent and colour may be left out.
    """
    return Record(
        entries=tuple(sorted(players)),
        rounds={
            number: tuple(
                player_round(index, *own) for index, own in enumerate(cells, start=1)
            )
            for number, cells in players.items()
        },
        rounds_played=rounds,
        rounds_announced=facts.pop("announced", rounds),
        numbers={number: number for number in players},
        **facts,
    )


def player_round(number, kind, half_points, opponent=None, colour=None):
    return PlayerRound(
        number, RoundKind(kind), half_points, opponent, COLOURS.get(colour)
    )
