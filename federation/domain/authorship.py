"""The author of changes, for the audit log."""

from contextlib import AbstractContextManager, nullcontext

import pghistory


def by_command(name: str) -> AbstractContextManager[object]:
    """While open, every change that the triggers record names this command."""
    context: AbstractContextManager[object] = pghistory.context(command=name)
    return context


def written_by(user_id: int | None) -> AbstractContextManager[object]:
    """Set the author of every change that the triggers record while the context is
    open; with None, the author named by the request stays.
    """
    if user_id is None:
        return nullcontext()
    context: AbstractContextManager[object] = pghistory.context(user=user_id)
    return context
