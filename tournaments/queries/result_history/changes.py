"""Stored changes of results: of a board, of a section, and what can be undone."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max

from tournaments.enums import ResultWay
from tournaments.models import Pairing, ResultChange
from tournaments.models.results import ResultChangeQuerySet
from tournaments.rules.undoing import NumberedChange, undo_redo_after

REACHES_BACK = 200
"""How many of the author's own changes are searched for what can be undone."""


@dataclass(frozen=True, slots=True)
class Author:
    """The author of changes: an account, or a phone code."""

    user_id: int | None = None
    code_id: int | None = None

    def changes(self, section_id: int) -> ResultChangeQuerySet:
        return ResultChange.objects.of_section(section_id).filter(
            by=self.user_id, code=self.code_id
        )


@dataclass(frozen=True, slots=True)
class OwnUndoRedo:
    """The changes that an author can undo and redo in a section, the next one last."""

    done: tuple[ResultChange, ...]
    undone: tuple[ResultChange, ...]


def own_undo_redo(section_id: int, author: Author) -> OwnUndoRedo:
    """Return the changes that the author can undo and redo.

    Left out are boards that another author has changed since, and results imported from
    a file.
    """
    own_changes = author.changes(section_id).exclude(way=ResultWay.FILE)
    newest = own_changes.newest_first().with_boards()
    own = {change.pk: change for change in reversed(newest[:REACHES_BACK])}
    turns = undo_redo_after(
        NumberedChange(each.pk, each.undoes_id) for each in own.values()
    )
    theirs = _last_by_others(section_id, own.keys())

    def still(numbers: Iterable[int]) -> tuple[ResultChange, ...]:
        changes = (own[number] for number in numbers)
        return tuple(c for c in changes if theirs.get(c.pairing_id, 0) < c.pk)

    return OwnUndoRedo(still(turns.done), still(turns.undone))


def undo_redo_as_json(section_id: int, author: Author) -> str:
    """Return the same as `own_undo_redo` for the script on the results page: each board
    with the result to restore, the next one last.
    """
    turns = own_undo_redo(section_id, author)
    return json.dumps(
        {
            "done": [_to_bring_back(each) for each in turns.done],
            "undone": [_to_bring_back(each) for each in turns.undone],
        }
    )


def _to_bring_back(change: ResultChange) -> dict[str, str]:
    return {"id": str(change.pairing_id), "result": change.was}


def _last_by_others(section_id: int, own: Iterable[int]) -> dict[int, int]:
    """Return, for each board, the last change that is none of these."""
    others = ResultChange.objects.of_section(section_id).exclude(pk__in=list(own))
    last = others.values("pairing").annotate(last=Max("pk"))
    return dict(last.values_list("pairing", "last"))


def has_changed_since(change: ResultChange, author: Author) -> bool:
    """Return whether another author has changed the board since, or it contains
    something else than the change wrote.
    """
    board = change.pairing
    later = board.changes.filter(pk__gt=change.pk)
    if later.exclude(by=author.user_id, code=author.code_id).exists():
        return True
    present = board.result, board.finished_date
    return present != (change.became, change.became_finished)


def last_author(pairing: Pairing) -> str:
    """Return who changed the board last: an account's name, or the label of a code."""
    last = pairing.changes.with_authors().newest_first().first()
    return last.author if last else str(pairing.changed_by or "")
