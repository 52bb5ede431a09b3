"""How the boards of players who withdraw count (SSF §11.1)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.rules.results import Result
from tournaments.rules.sections import Board, Section


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """A board with the result that counts.

    `awarded`: a forfeit because one player withdrew, or both did; `annulled`: struck
    from the standings because one of the two withdrew too early. Annulled boards keep
    their recorded result: the games that were played are rated.
    """

    board: Board
    annulled: bool = False
    awarded: bool = False

    @property
    def is_awaited(self) -> bool:
        """Whether the board still waits for a result that would count."""
        return not self.annulled and not self.board.result.is_finished

    @property
    def is_settled(self) -> bool:
        """Whether a withdrawal, not a recorded result, decides what it counts."""
        return self.annulled or self.awarded


def find_annulled(section: Section) -> frozenset[int]:
    """Return the entries whose results do not count (SSF §11.1a); none in a Swiss
    section.

    These withdrew with less than half of the scheduled games finished. A forfeit, won
    or lost, was not played; a double loss was.
    """
    if not section.is_berger:
        return frozenset()
    finished = Counter(
        player
        for board in section.boards
        if board.result.is_played and board.result.is_finished
        for player in board.players
    )
    withdrawn = (entry.id for entry in section.entries if entry.withdrawn)
    return frozenset(
        entry for entry in withdrawn if 2 * finished[entry] < section.scheduled_games
    )


def apply_withdrawals(section: Section) -> tuple[CountedBoard, ...]:
    """Return the boards with the results that count (SSF §11.1), in the section's
    order, and after them those awarded for meetings that never had a board.

    Swiss (b): as recorded. Berger (a): boards of annulled players are annulled; a board
    that another withdrawn player has not finished is won by the opponent, and lost by
    both if both have withdrawn. A recorded result is never changed. The byes of a
    Berger section are left out.
    """
    if not section.is_berger:
        return tuple(CountedBoard(board) for board in section.boards)
    annulled = find_annulled(section)
    withdrawn = frozenset(e.id for e in section.entries if e.withdrawn) - annulled
    boards = [board for board in section.boards if board.black is not None]
    counted = [_count(board, annulled, withdrawn) for board in boards]
    missing = missing_meetings(section, annulled)
    return (*counted, *_award_missing(section.rounds, missing, withdrawn))


def missing_meetings(
    section: Section, annulled: frozenset[int]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a Berger section without a board, once for each missing
    board.
    """
    ids = sorted(entry.id for entry in section.entries if entry.id not in annulled)
    met = Counter(frozenset(board.players) for board in section.boards)
    return tuple(
        pair
        for pair in combinations(ids, 2)
        for _ in range(section.cycles - met[frozenset(pair)])
    )


def _count(
    board: Board, annulled: frozenset[int], withdrawn: frozenset[int]
) -> CountedBoard:
    if not annulled.isdisjoint(board.players):
        return CountedBoard(board, annulled=True)
    if board.result.is_finished or withdrawn.isdisjoint(board.players):
        return CountedBoard(board)
    return _award(board, withdrawn)


def _award_missing(
    last_round: int, pairs: Iterable[tuple[int, int]], withdrawn: frozenset[int]
) -> tuple[CountedBoard, ...]:
    # A crosstable may be filled in without boards for games never played: they have no
    # round of their own and are assigned to the last one.
    return tuple(
        _award(Board(last_round, white, black, Result.NOT_PLAYED), withdrawn)
        for white, black in pairs
        if white in withdrawn or black in withdrawn
    )


def _award(board: Board, withdrawn: frozenset[int]) -> CountedBoard:
    if withdrawn.issuperset(board.players):
        result = Result.DOUBLE_FORFEIT
    elif board.white in withdrawn:
        result = Result.FORFEIT_BLACK
    else:
        result = Result.FORFEIT_WHITE
    return CountedBoard(replace(board, result=result), awarded=True)
