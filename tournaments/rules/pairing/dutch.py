"""The Dutch system of FIDE (C.04.3): the input and the output of its engine.

The rules are FIDE's, and a library's engine (`tournaments/formats/dutch/engine.py`)
applies them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import attrgetter

from tournaments.rules.pairing.paired import (
    Bracket,
    ColourReason,
    PairedBoard,
    PairedBye,
    PairedRound,
)
from tournaments.rules.points import USUAL, Gain, PointSystem
from tournaments.rules.results import Colour, Result
from tournaments.rules.sections import Board, Entry, Section


class RoundCell(StrEnum):
    """A player's round, in the letters of FIDE's tournament files.

    An adjourned or postponed game is paired as a draw (C.04.2).
    """

    WON = "1"
    DRAWN = "="
    LOST = "0"
    FORFEIT_WON = "+"
    FORFEIT_LOST = "-"
    HALF_BYE = "H"
    FULL_BYE = "F"
    PAIRING_BYE = "U"
    ABSENT = "Z"

    @property
    def gain(self) -> Gain:
        """What the round gives."""
        return _GAINS.get(self, Gain.NOTHING)


_GAINS = {
    RoundCell.WON: Gain.WIN,
    RoundCell.FORFEIT_WON: Gain.WIN,
    RoundCell.FULL_BYE: Gain.WIN,
    RoundCell.PAIRING_BYE: Gain.WIN,
    RoundCell.DRAWN: Gain.DRAW,
    RoundCell.HALF_BYE: Gain.DRAW,
    RoundCell.LOST: Gain.LOSS,
}
_AS_PLAYED = {"W": RoundCell.WON, "D": RoundCell.DRAWN, "L": RoundCell.LOST}
"""Games that are not rated count as other games."""
_AT_THE_BOARD = (RoundCell.WON, RoundCell.DRAWN, RoundCell.LOST)


@dataclass(frozen=True, slots=True)
class DutchRound:
    """A round of a player: the opponent's number (0: none), the player's colour, the
    result.
    """

    cell: RoundCell
    opponent: int = 0
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """A player by pairing number, with one entry of `rounds` for each earlier round.

    An absent player has one more, for the round that is being paired.
    """

    number: int
    rounds: tuple[DutchRound, ...] = ()

    def half_points(self, points: PointSystem) -> int:
        """Return the half points, those for the round being paired included."""
        return sum(points.half_points(played.cell.gain) for played in self.rounds)

    @property
    def games(self) -> Iterator[tuple[int, DutchRound]]:
        """Yield the rounds in which the player met an opponent at the board, with their
        numbers.
        """
        for number, played in enumerate(self.rounds, start=1):
            if played.opponent and played.cell in _AT_THE_BOARD:
                yield number, played


@dataclass(frozen=True, slots=True)
class DutchField:
    """All players before round `number` of `rounds`.

    `first_colour` is the one drawn for the player of the highest rank in round 1.
    `forbidden` pairs of pairing numbers never meet. `virtual_points` are the half
    points that accelerated rounds add: for each player one number for each round until
    this one.
    """

    number: int
    rounds: int
    first_colour: Colour
    players: tuple[DutchPlayer, ...]
    forbidden: frozenset[frozenset[int]] = frozenset()
    virtual_points: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    points: PointSystem = USUAL

    @property
    def scores(self) -> Mapping[int, int]:
        """The half points with which the players are paired."""
        return {
            player.number: player.half_points(self.points)
            + sum(self.virtual_points.get(player.number, ())[self.number - 1 :])
            for player in self.players
        }

    def renumbered(self, numbers: Mapping[int, int]) -> "DutchField":
        """Return the same players with other numbers in the same order; forbidden pairs
        with players who have no new number are dropped.
        """
        return replace(
            self,
            players=tuple(
                DutchPlayer(
                    numbers[player.number],
                    tuple(
                        replace(played, opponent=numbers.get(played.opponent, 0))
                        for played in player.rounds
                    ),
                )
                for player in self.players
            ),
            forbidden=frozenset(
                frozenset(numbers[each] for each in pair)
                for pair in self.forbidden
                if pair <= numbers.keys()
            ),
            virtual_points={
                numbers[each]: points
                for each, points in self.virtual_points.items()
                if each in numbers
            },
        )


@dataclass(frozen=True, slots=True)
class DutchBoard:
    """A pair as the engine gives it.

    `levels` are the numbers of White's and Black's score levels: the higher the score,
    the larger the number.
    """

    white: int
    black: int
    levels: tuple[int, int]
    colour: ColourReason


def dutch_field(
    section: Section,
    number: int,
    first_colour: Colour,
    absent: Collection[int] = (),
    forbidden: Iterable[frozenset[int]] = (),
) -> DutchField:
    """Return the field of round `number`; `absent` and `forbidden` contain ids of
    entries.

    Players who have withdrawn are absent.
    """
    numbers = {entry.id: entry.number for entry in section.entries}
    played = _rounds_played(section, number, numbers)
    return DutchField(
        number=number,
        rounds=max(section.rounds, number),
        first_colour=first_colour,
        players=tuple(
            DutchPlayer(
                entry.number,
                (
                    *played[entry.id],
                    *_absence(entry, absent),
                ),
            )
            for entry in sorted(section.entries, key=attrgetter("number"))
        ),
        forbidden=frozenset(
            frozenset(numbers[each] for each in pair) for pair in forbidden
        ),
        points=section.points,
    )


def _absence(entry: Entry, absent: Collection[int]) -> Iterable[DutchRound]:
    if entry.withdrawn or entry.id in absent:
        yield DutchRound(RoundCell.ABSENT)


def _rounds_played(
    section: Section, number: int, numbers: Mapping[int, int]
) -> dict[int, list[DutchRound]]:
    played = {
        entry.id: [DutchRound(RoundCell.ABSENT)] * (number - 1)
        for entry in section.entries
    }
    for board in section.boards:
        if board.round < number:
            for player in board.players:
                played[player][board.round - 1] = _round(board, player, numbers)
    return played


def _round(board: Board, player: int, numbers: Mapping[int, int]) -> DutchRound:
    colour = Colour.WHITE if board.white == player else Colour.BLACK
    if board.result is Result.BOTH_ONE:
        # The engine has no game that both players have won.
        return DutchRound(RoundCell.FULL_BYE)
    if board.black is None:
        return DutchRound(_cell(board.result, colour))
    opponent = board.black if colour is Colour.WHITE else board.white
    return DutchRound(_cell(board.result, colour), numbers[opponent], colour)


def _cell(result: Result, colour: Colour) -> RoundCell:
    letter = result.letter(colour)
    if not letter.strip():
        return RoundCell.DRAWN
    return _AS_PLAYED.get(letter) or RoundCell(letter)


def half_points_in_order(result: Result, colour: Colour, points: PointSystem) -> int:
    """Return the half points by which a finished or interrupted game orders a player
    (C.04.2).
    """
    return points.half_points(_cell(result, colour).gain)


def dutch_round(
    number: int, boards: Iterable[DutchBoard], brackets: Iterable[Bracket]
) -> PairedRound:
    """Return the engine's answer as a round, by pairing numbers; a pair with 0 is the
    bye.

    Boards are ordered by the score of the higher ranked player, the sum of both scores,
    and the higher player's number (C.04.2).
    """
    boards = list(boards)
    games = sorted((b for b in boards if b.white and b.black), key=_order)
    resting = [b.white or b.black for b in boards if not (b.white and b.black)]
    return PairedRound(
        number,
        tuple(
            PairedBoard(board.white, board.black, _higher(board), board.colour)
            for board in games
        ),
        PairedBye(resting[0]) if resting else None,
        brackets=tuple(brackets),
    )


def _higher(board: DutchBoard) -> int:
    white, black = board.levels
    if white == black:
        return min(board.white, board.black)
    return board.white if white > black else board.black


def _order(board: DutchBoard) -> tuple[int, int, int]:
    return -max(board.levels), -sum(board.levels), _higher(board)
