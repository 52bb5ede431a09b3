"""The next change to undo or redo, worked out from the stored changes."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberedChange:
    """A change by its number; `undoes` is the number of the one that it took back."""

    number: int
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class UndoRedo:
    """What can be undone and what can be redone, the next one last. Either way the
    change of that number is taken back.
    """

    done: tuple[int, ...]
    undone: tuple[int, ...]


def undo_redo_after(steps: Iterable[NumberedChange]) -> UndoRedo:
    """Return the state after one author's changes, given in their order.

    To undo is to take back a change, to redo is to take back the undoing. A new change
    leaves nothing to redo.
    """
    done: list[int] = []
    undone: list[int] = []
    for step in steps:
        if step.undoes is None:
            done.append(step.number)
            undone.clear()
        elif step.undoes in undone:
            undone.remove(step.undoes)
            done.append(step.number)
        else:
            if step.undoes in done:
                done.remove(step.undoes)
            undone.append(step.number)
    return UndoRedo(tuple(done), tuple(undone))
