"""What a round paired by hand leaves open: who meets again, and who has no board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.queries.section_shown import (
    BoardShown,
    Player,
    RoundShown,
)
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class MetAgain:
    """A board whose two players have met in another round."""

    white: Player
    black: Player
    round_number: int


@dataclass(frozen=True, slots=True)
class RoundQuestions:
    """Empty where every player has a board or a bye, against somebody new."""

    met_again: tuple[MetAgain, ...]
    left_out: tuple[Player, ...]

    def __bool__(self) -> bool:
        return bool(self.met_again or self.left_out)


def questions_of_round(
    players: Iterable[Player], rounds: Sequence[RoundShown], number: int
) -> RoundQuestions:
    """Of a round that has boards; a game lost without play was no meeting."""
    current = rounds[number - 1]
    if not current.boards:
        return RoundQuestions((), ())
    return RoundQuestions(
        tuple(_met_again(rounds, current)), tuple(_left_out(players, current))
    )


def _met_again(rounds: Iterable[RoundShown], current: RoundShown) -> list[MetAgain]:
    met = {
        pair: each.number
        for each in rounds
        if each.number != current.number
        for board in each.boards
        if (pair := _pair(board)) and not Result(board.pairing.result).is_forfeit
    }
    return [
        MetAgain(board.white, board.black, met[pair])
        for board in current.boards
        if board.black and (pair := _pair(board)) in met
    ]


def _pair(board: BoardShown) -> frozenset[int] | None:
    if board.black is None:
        return None
    return frozenset((board.white.number, board.black.number))


def _left_out(players: Iterable[Player], current: RoundShown) -> list[Player]:
    seated = {board.white.number for board in current.boards} | {
        board.black.number for board in current.boards if board.black
    }
    return [
        player
        for player in players
        if player.number not in seated and not _has_left(player, current.number)
    ]


def _has_left(player: Player, round_number: int) -> bool:
    left_after = player.entry.withdrawn_after
    return left_after is not None and left_after < round_number
