"""How a result was sent, and the change that is stored for it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from federation.domain.authorship import ActionContext
from tournaments.enums import ResultWay
from tournaments.models import Pairing, ResultChange
from tournaments.queries.result_history.changes import Author, own_undo_redo

LONGEST_KEY = 40


class UndoAction(StrEnum):
    """Whether the writer undoes or redoes their last change."""

    NEITHER = ""
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Sending:
    """How a result was sent: the way, the phone code, and a `key` by which the same
    submission is recognised when it arrives again.
    """

    way: ResultWay = ResultWay.SHEET
    code_id: int | None = None
    key: str = ""
    turn: UndoAction = UndoAction.NEITHER


TYPED = Sending()


@dataclass(frozen=True, slots=True)
class BoardBefore:
    """What a board contained before it was written to."""

    result: str
    finished_date: date | None


def board_before(pairing: Pairing) -> BoardBefore:
    """Return what the board contains, to be remembered while it is written to."""
    return BoardBefore(pairing.result, pairing.finished_date)


def change_of(
    pairing: Pairing, before: BoardBefore, sending: Sending, acting: ActionContext
) -> ResultChange:
    """Return the change from `before` to what the board contains now, not saved yet.

    A change that undoes or redoes another restores the day too.
    """
    undoes = _taken_back(pairing, before, sending, acting)
    if undoes is not None:
        pairing.finished_date = undoes.was_finished
    return ResultChange(
        pairing=pairing,
        version=pairing.version,
        was=before.result,
        became=pairing.result,
        was_finished=before.finished_date,
        became_finished=pairing.finished_date,
        way=sending.way,
        by_id=acting.user_id,
        code_id=sending.code_id,
        at=acting.at,
        key=sending.key[:LONGEST_KEY],
        undoes=undoes,
    )


def is_sent_again(pairing: Pairing, sending: Sending) -> bool:
    """Return whether this very submission has been written already."""
    key = sending.key[:LONGEST_KEY]
    return bool(key) and pairing.changes.filter(key=key).exists()


def _taken_back(
    pairing: Pairing, before: BoardBefore, sending: Sending, acting: ActionContext
) -> ResultChange | None:
    """Return the writer's own change that this one undoes or redoes, if it is a change
    of this board and the board contains again what it contained before that change.
    """
    if sending.turn is UndoAction.NEITHER:
        return None
    turns = own_undo_redo(pairing.section_id, Author(acting.user_id, sending.code_id))
    own = turns.done if sending.turn is UndoAction.UNDO else turns.undone
    next_one = own[-1] if own else None
    if next_one is None or next_one.pairing_id != pairing.pk:
        return None
    is_back = (next_one.became, next_one.was) == (before.result, pairing.result)
    return next_one if is_back else None
