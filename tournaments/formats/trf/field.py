"""The field of a round, read from a tournament file of FIDE (TRF16, TRF26).

Letters of results in the file: F and U are a bye with a full point, H one with half a
point, Z and blank a round without a game; + and - are forfeits.
"""

from collections.abc import Iterator

from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.games import games_of
from ratings.imports.formats.trf.players import TrfPlayer
from ratings.imports.formats.trf.reading import ReadTournament
from tournaments.formats.trf.wishes import PairingWishes
from tournaments.rules.pairing.dutch import (
    DutchField,
    DutchPlayer,
    DutchRound,
    RoundCell,
)
from tournaments.rules.pairing.field import Field, PairingPlayer
from tournaments.rules.points import USUAL, PointSystem
from tournaments.rules.results import Colour

_AGAINST_SOMEBODY = {
    "1": RoundCell.WON, "W": RoundCell.WON, "=": RoundCell.DRAWN, "D": RoundCell.DRAWN,
    "0": RoundCell.LOST, "L": RoundCell.LOST,
    "+": RoundCell.FORFEIT_WON, "-": RoundCell.FORFEIT_LOST,
}  # fmt: skip
_AGAINST_NOBODY = {
    "F": RoundCell.FULL_BYE, "U": RoundCell.PAIRING_BYE, "+": RoundCell.PAIRING_BYE,
    "H": RoundCell.HALF_BYE, "=": RoundCell.HALF_BYE,
}  # fmt: skip
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
_FULL_BYES = (RoundCell.FULL_BYE, RoundCell.PAIRING_BYE)
_FORFEITS = (RoundCell.FORFEIT_WON, RoundCell.FORFEIT_LOST)


def next_round(tournament: ReadTournament) -> int:
    """Return the round after the last one with a game."""
    rounds = (
        number
        for player in tournament.players.values()
        for number, (opponent, _colour, _result) in enumerate(player.cells, start=1)
        if opponent
    )
    return max(rounds, default=0) + 1


def faults_of(tournament: ReadTournament) -> list[tuple[int, FileMessage]]:
    """Return lines with what is wrong in them: what could not be read, and games about
    which the lines of the two players disagree.
    """
    disagreements = [
        message for message in games_of(tournament) if isinstance(message, tuple)
    ]
    return sorted([*tournament.faults, *disagreements])


def field_of(
    tournament: ReadTournament, wishes: PairingWishes, points: PointSystem = USUAL
) -> Field:
    """Return the players before the round to be paired, by starting number.

    A player with an entry for that round already, such as Z, is not paired in it.
    """
    return Field(
        wishes.round,
        tuple(
            _player(rank, _rounds(rank, player, wishes), points)
            for rank, player in sorted(tournament.players.items())
            if _entry_for_round(rank, player, wishes) is None
        ),
        frozenset(wishes.forbidden),
    )


def dutch_field_of(
    tournament: ReadTournament, wishes: PairingWishes, points: PointSystem = USUAL
) -> DutchField:
    """Return the field for the Dutch system, with all players, paired or not.

    If the file does not say which colour was drawn first, it follows from the first
    round; before the first round it is White.
    """
    players = []
    for rank, player in sorted(tournament.players.items()):
        rounds = _rounds(rank, player, wishes)
        settled = _entry_for_round(rank, player, wishes)
        players.append(
            DutchPlayer(rank, (*rounds, DutchRound(settled)) if settled else rounds)
        )
    return DutchField(
        number=wishes.round,
        rounds=max(wishes.rounds, wishes.round),
        first_colour=wishes.first_colour or _first_colour(players),
        players=tuple(players),
        forbidden=frozenset(wishes.forbidden),
        virtual_points=_virtual_points(tournament, wishes),
        points=points,
    )


def _first_colour(players: list[DutchPlayer]) -> Colour:
    """Return the colour drawn first, as the first round shows it: odd numbers have it
    (C.04.3 E 5). If numbers are missing, those after them move up. White if no game of
    that round has a colour.
    """
    for number, player in enumerate(players, start=1):
        if player.rounds and (colour := player.rounds[0].colour):
            return colour if number % 2 else colour.other
    return Colour.WHITE


def _virtual_points(
    tournament: ReadTournament, wishes: PairingWishes
) -> dict[int, tuple[int, ...]]:
    rounds = range(1, wishes.round + 1)
    if not wishes.virtual_points:
        return {}
    return {
        rank: tuple(wishes.virtual_points.get((rank, each), 0) for each in rounds)
        for rank in tournament.players
    }


def _rounds(
    rank: int, player: TrfPlayer, wishes: PairingWishes
) -> tuple[DutchRound, ...]:
    """Return what the player did in each earlier round."""
    cells = [*player.cells[: wishes.round - 1]]
    cells += [(0, " ", " ")] * (wishes.round - 1 - len(cells))
    return tuple(
        _round(
            opponent, colour, result, wishes.byes.get((each, rank), RoundCell.ABSENT)
        )
        for each, (opponent, colour, result) in enumerate(cells, start=1)
    )


def _round(opponent: int, colour: str, result: str, bye: RoundCell) -> DutchRound:
    if not opponent:
        return DutchRound(_AGAINST_NOBODY.get(result, bye))
    return DutchRound(_AGAINST_SOMEBODY[result], opponent, _COLOURS.get(colour))


def _entry_for_round(
    rank: int, player: TrfPlayer, wishes: PairingWishes
) -> RoundCell | None:
    """Return what the file says of the player in the round to be paired; None if
    nothing.
    """
    for _opponent, _colour, result in player.cells[wishes.round - 1 : wishes.round]:
        if result.strip():
            return _AGAINST_NOBODY.get(result, RoundCell.ABSENT)
    if rank in wishes.absent:
        return RoundCell.ABSENT
    return wishes.byes.get((wishes.round, rank))


def _player(
    rank: int, rounds: tuple[DutchRound, ...], points: PointSystem
) -> PairingPlayer:
    met = dict(_met(rounds))
    return PairingPlayer(
        id=rank,
        number=rank,
        half_points=sum(points.half_points(each.cell.gain) for each in rounds),
        met=met,
        whites=sum(rounds[n - 1].colour is Colour.WHITE for n in met.values()),
        byes=tuple(
            number
            for number, each in enumerate(rounds, start=1)
            if each.cell in _FULL_BYES
        ),
    )


def _met(rounds: tuple[DutchRound, ...]) -> Iterator[tuple[int, int]]:
    for number, each in enumerate(rounds, start=1):
        if each.opponent and each.cell not in _FORFEITS:
            yield each.opponent, number
