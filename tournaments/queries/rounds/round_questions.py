"""Questions about a round: who meets again and who has no board; results corrected
since it was paired; and, for boards that no system proposed, unusual colours and pairs
that were to be kept apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Absence, KeptApart, RoundPairing
from tournaments.queries.rounds.corrected_since import CorrectedSince, corrected_since
from tournaments.queries.section_shown import BoardShown, RoundShown
from tournaments.queries.standings.table import ShownPlayer
from tournaments.rules.pairing.written import from_data
from tournaments.rules.results import Result

MOST_OF_ONE = 2
"""The largest excess of games with one colour about which no question is asked."""


@dataclass(frozen=True, slots=True)
class MetAgain:
    """A board whose two players have met in another round."""

    white: ShownPlayer
    black: ShownPlayer
    round_number: int


@dataclass(frozen=True, slots=True)
class ColourAgain:
    """A player who gets the same colour for the third time in a row, or `more` times
    more often than the other (0 if that is not too many).
    """

    player: ShownPlayer
    is_white: bool
    is_third: bool
    more: int


@dataclass(frozen=True, slots=True)
class NotApart:
    """A board whose two players are to be kept apart, always or where possible."""

    white: ShownPlayer
    black: ShownPlayer
    is_strict: bool
    reason: str


@dataclass(frozen=True, slots=True)
class RoundQuestions:
    """The questions about a round.

    Empty if every player has a board or a bye, a new opponent who may be met, and no
    excess of one colour. `has_left`: players with a board in a draft who have left
    since.
    """

    met_again: tuple[MetAgain, ...] = ()
    left_out: tuple[ShownPlayer, ...] = ()
    colours: tuple[ColourAgain, ...] = ()
    not_apart: tuple[NotApart, ...] = ()
    has_left: tuple[ShownPlayer, ...] = ()
    corrected: tuple[CorrectedSince, ...] = ()

    def __bool__(self) -> bool:
        return bool(
            self.met_again
            or self.left_out
            or self.colours
            or self.not_apart
            or self.has_left
            or self.corrected
        )


def questions_of_round(
    players: Iterable[ShownPlayer],
    rounds: Sequence[RoundShown],
    number: int,
    moment: datetime,
) -> RoundQuestions:
    """Return the questions about a round that has boards; a game lost without play was
    no meeting.
    """
    current = rounds[number - 1]
    if not current.boards:
        return RoundQuestions()
    record = RoundPairing.objects.filter(
        section=current.boards[0].pairing.section_id, round=current.number
    ).first()
    by_hand = _boards_by_hand(current, record)
    return RoundQuestions(
        tuple(_met_again(rounds, current)),
        tuple(_left_out(players, rounds, current)),
        tuple(_colours_again(rounds, by_hand)),
        tuple(_not_apart(by_hand)),
        tuple(_has_left(current, record, moment)),
        tuple(corrected_since(rounds, current, record)),
    )


def _has_left(
    current: RoundShown, record: RoundPairing | None, moment: datetime
) -> Iterator[ShownPlayer]:
    """Yield the players of a draft who have left; in a public round they stay."""
    if record is None or record.is_seen_at(moment):
        return
    for board in current.boards:
        for player in (board.white, board.black):
            if player and player.entry.has_left(current.number):
                yield player


def _boards_by_hand(
    current: RoundShown, record: RoundPairing | None
) -> list[BoardShown]:
    """Return the games that are not as the system proposed them, colours included."""
    paired = from_data(record.proposal) if record and record.proposal else None
    proposed = {(each.white, each.black) for each in paired.boards} if paired else set()
    return [
        board
        for board in current.boards
        if board.black and (board.white.entry.pk, board.black.entry.pk) not in proposed
    ]


def _colours_again(
    rounds: Sequence[RoundShown], by_hand: Sequence[BoardShown]
) -> Iterator[ColourAgain]:
    if not by_hand:
        return
    had = _had_white(rounds[: by_hand[0].pairing.round - 1])
    for board in by_hand:
        for player, is_white in ((board.white, True), (board.black, False)):
            if player and (again := _colour_again(player, had, is_white=is_white)):
                yield again


def _colour_again(
    player: ShownPlayer, had_white: Mapping[int, Sequence[bool]], *, is_white: bool
) -> ColourAgain | None:
    had = had_white.get(player.number, ())
    is_third = list(had[-2:]) == [is_white, is_white]
    more = 1 + sum(1 if each is is_white else -1 for each in had)
    if not is_third and more <= MOST_OF_ONE:
        return None
    return ColourAgain(player, is_white, is_third, more if more > MOST_OF_ONE else 0)


def _had_white(rounds: Iterable[RoundShown]) -> dict[int, list[bool]]:
    """Return by pairing number, for each game at the board, if it was with White."""
    had: dict[int, list[bool]] = {}
    for each in rounds:
        for board in each.boards:
            if board.black and not Result(board.pairing.result).is_forfeit:
                had.setdefault(board.white.number, []).append(True)
                had.setdefault(board.black.number, []).append(False)
    return had


def _not_apart(by_hand: Sequence[BoardShown]) -> Iterator[NotApart]:
    if not by_hand:
        return
    section_id = by_hand[0].pairing.section_id
    kept = {
        frozenset((row.one_id, row.other_id)): row
        for row in KeptApart.objects.filter(section=section_id)
    }
    for board in by_hand:
        pair = {each.entry.pk for each in (board.white, board.black) if each}
        row = kept.get(frozenset(pair))
        if row and board.black:
            yield NotApart(board.white, board.black, row.is_strict, row.reason)


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


def _left_out(
    players: Iterable[ShownPlayer], rounds: Sequence[RoundShown], current: RoundShown
) -> list[ShownPlayer]:
    """Return the players who have neither board nor bye; a latecomer is not missing in
    rounds before their first.
    """
    seated = {each.number: _seated(each) for each in rounds}
    unseated = [
        player
        for player in players
        if player.number not in seated[current.number]
        and not player.entry.has_left(current.number)
        and current.number >= _first_round(player, seated, current)
    ]
    absent = _absent(unseated, current) if unseated else set()
    return [player for player in unseated if player.entry.pk not in absent]


def _absent(players: Sequence[ShownPlayer], current: RoundShown) -> set[int]:
    """Return the entries that miss the round, as said beforehand, also for no point."""
    entries = [player.entry.pk for player in players]
    rows = Absence.objects.filter(entry__in=entries, round=current.number)
    return set(rows.values_list("entry_id", flat=True))


def _seated(shown: RoundShown) -> set[int]:
    """Return the players who have a board or get points without an opponent."""
    boards = (*shown.boards, *shown.granted)
    return {board.white.number for board in boards} | {
        board.black.number for board in boards if board.black
    }


def _first_round(
    player: ShownPlayer, seated: Mapping[int, set[int]], current: RoundShown
) -> int:
    own = (number for number, numbers in seated.items() if player.number in numbers)
    return min(own, default=current.number)
