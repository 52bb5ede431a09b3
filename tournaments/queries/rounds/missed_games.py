"""Players who missed a game, and about whom it is not yet decided that they play on
(SSF §11).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.enums import SectionFormat
from tournaments.models import Entry, Pairing, Section
from tournaments.queries.section_shown import BoardShown, RoundShown
from tournaments.queries.standings.table import ShownPlayer
from tournaments.rules.results import Colour, Result

FORFEITS = tuple(result for result in Result if result.is_forfeit)


@dataclass(frozen=True, slots=True)
class MissedGame:
    """A player, and the last round lost without play."""

    player: ShownPlayer
    round_number: int


def missed_games(
    section: Section, rounds: Sequence[RoundShown]
) -> tuple[MissedGame, ...]:
    """Return the missed games of players who have games left, or rounds that are still
    to be paired; by number.
    """
    last: dict[int, MissedGame] = {}
    waiting: set[int] = set()
    for each in rounds:
        for board in each.boards:
            for player, has_missed in _seats(board):
                if has_missed:
                    last[player.number] = MissedGame(player, each.number)
                if not Result(board.pairing.result).is_finished:
                    waiting.add(player.number)
    goes_on = section.format == SectionFormat.BOARDS and not all(
        each.boards for each in rounds
    )
    missed_by_number = tuple(
        missed
        for number, missed in sorted(last.items())
        if (goes_on or number in waiting) and _is_undecided(missed)
    )
    return () if missed_by_number and section.is_played_by_teams else missed_by_number


def last_missed_round(entry: Entry) -> int | None:
    """Return the last round that the entry lost without play."""
    boards = Pairing.objects.filter(
        Q(white=entry) | Q(black=entry), result__in=FORFEITS
    )
    missed = [
        board.round
        for board in boards
        if _has_missed(
            board, Colour.WHITE if board.white_id == entry.pk else Colour.BLACK
        )
    ]
    return max(missed, default=None)


def _seats(board: BoardShown) -> Iterator[tuple[ShownPlayer, bool]]:
    yield board.white, _has_missed(board.pairing, Colour.WHITE)
    if board.black:
        yield board.black, _has_missed(board.pairing, Colour.BLACK)


def _has_missed(pairing: Pairing, colour: Colour) -> bool:
    return Result(pairing.result).is_missed_by(colour)


def _is_undecided(missed: MissedGame) -> bool:
    entry = missed.player.entry
    is_newer = missed.round_number > (entry.plays_on_after or 0)
    return is_newer and entry.withdrawn_after is None
