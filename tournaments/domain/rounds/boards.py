"""Boards of a section that is paired round by round."""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import count_change, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.rounds.round_pairings import (
    TYPED,
    HowPaired,
    RoundWritten,
    Seat,
    propose_again,
    record_emptying,
    record_round_pairing,
)
from tournaments.enums import SectionFormat, TournamentState
from tournaments.models import Pairing, Section
from tournaments.rules.results import BYES, Result

Pair = tuple[int, int | None]
"""White's pairing number and Black's; None as Black is a bye."""


def set_boards(
    section_id: int,
    round_number: int,
    pairs: Sequence[Pair],
    *,
    acting: ActionContext,
    seen: Sequence[int] | None = None,
    paired: HowPaired = TYPED,
) -> list[Pairing]:
    """Set the boards of a round, first board first, instead of the existing ones.

    A pair that stays keeps its result, and stays even if a player has left since it was
    paired. `seen` are the ids of the boards that the writer saw; what a pairing system
    proposed to them is worked out again and stored with its reasons. A round without
    boards keeps no record of its pairing: it can be drafted as if it was never public.
    Only the reason for removing public boards is kept until then (`record_emptying`).

    Refusals: `boards_changed` if boards were added or deleted since, `no_boards` if
    there are none and none are written, `not_started`, `by_teams`, `round`,
    `no_such_number`, `plays_twice`, `against_self`, `withdrawn`, `has_result` if a
    board with a result would be deleted, and as `propose_again`, `record_emptying` and
    `record_round_pairing`.
    """
    proposal = propose_again(section_id, round_number, paired.proposed)
    with transaction.atomic():
        section = _section_of_boards(section_id, round_number)
        existing = {_seat(board): board for board in _boards(section, round_number)}
        if seen is not None and set(seen) != {board.pk for board in existing.values()}:
            raise TournamentRefusal("boards_changed", round=round_number)
        if not pairs and not existing:
            raise TournamentRefusal("no_boards", round=round_number)
        seats = _seats(section, round_number, pairs)
        _refuse_withdrawn(section, round_number, set(seats) - existing.keys())
        if not existing:
            section.round_pairings.filter(round=round_number).delete()
        if not seats:
            record_emptying(section, round_number, paired.change_reason, acting)
        else:
            written = RoundWritten(section, round_number, seats)
            record_round_pairing(written, paired, proposal, acting)
        _remove(board for seat, board in existing.items() if seat not in seats)
        boards = [
            existing.get(seat) or _new(section, round_number, seat, acting)
            for seat in seats
        ]
        _place(boards)
        count_change(section.tournament)
    return boards


def _section_of_boards(section_id: int, round_number: int) -> Section:
    section = lock_section(section_id, TournamentState.RUNNING)
    if not section.started_at or section.format != SectionFormat.BOARDS:
        raise TournamentRefusal("not_started")
    if section.is_played_by_teams:
        raise TournamentRefusal("by_teams")
    if not 1 <= round_number <= section.rounds:
        raise TournamentRefusal("round", rounds=section.rounds)
    return section


def _boards(section: Section, round_number: int) -> Iterable[Pairing]:
    return section.pairings.filter(round=round_number).in_order()


def _seat(board: Pairing) -> Seat:
    return board.white_id, board.black_id


def _seats(section: Section, round_number: int, pairs: Sequence[Pair]) -> list[Seat]:
    entries = {entry.pairing_number: entry for entry in section.entries.all()}
    numbers = [number for pair in pairs for number in pair if number is not None]
    for white, black in pairs:
        if white == black:
            raise TournamentRefusal("against_self", number=white)
    for number in numbers:
        if number not in entries:
            raise TournamentRefusal("no_such_number", number=number)
        if numbers.count(number) > 1:
            raise TournamentRefusal("plays_twice", number=number, round=round_number)
    return [
        (entries[white].pk, None if black is None else entries[black].pk)
        for white, black in pairs
    ]


def _refuse_withdrawn(
    section: Section, round_number: int, seats: Collection[Seat]
) -> None:
    """Refuse a new board for a player who has left; an existing one may stay."""
    seated = {entry_id for seat in seats for entry_id in seat}
    for entry in section.entries.in_order():
        if entry.pk in seated and entry.has_left(round_number):
            raise TournamentRefusal("withdrawn", number=entry.pairing_number)


def _remove(boards: Iterable[Pairing]) -> None:
    for board in boards:
        if board.result not in (Result.NOT_PLAYED, *BYES):
            raise TournamentRefusal("has_result", round=board.round, board=board.board)
        board.delete()


def _new(
    section: Section, round_number: int, seat: Seat, acting: ActionContext
) -> Pairing:
    return Pairing(
        section=section,
        round=round_number,
        white_id=seat[0],
        black_id=seat[1],
        result=Result.BYE if seat[1] is None else Result.NOT_PLAYED,
        changed_by_id=acting.user_id,
        changed_at=acting.at,
    )


def _place(boards: Iterable[Pairing]) -> None:
    """Give the boards of a round numbers in this order, and write those that are new or
    moved.
    """
    moved: list[Pairing] = []
    come: list[Pairing] = []
    for number, board in enumerate(boards, start=1):
        if board.pk is None:
            come.append(board)
        elif board.board != number:
            moved.append(board)
        board.board = number
    Pairing.objects.rewrite(moved, ["board"])
    Pairing.objects.bulk_create(come)
