"""Who stands behind a change, for the audit log."""

from contextlib import AbstractContextManager, nullcontext

import pghistory


def by_command(name: str) -> AbstractContextManager[object]:
    """While open, every change that the triggers record names this command."""
    context: AbstractContextManager[object] = pghistory.context(command=name)
    return context


def written_by(user_id: int | None) -> AbstractContextManager[object]:
    """While open, every change that the triggers record names this user; with
    nobody given, whoever the request named stays.
    """
    if user_id is None:
        return nullcontext()
    context: AbstractContextManager[object] = pghistory.context(user=user_id)
    return context
