"""Who acts, and the author of changes for the audit log."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime

import pghistory


@dataclass(frozen=True, slots=True)
class ActionContext:
    """The acting user, and the time of the act; no user for the office's own workers."""

    user_id: int | None
    at: datetime

    @property
    def person_id(self) -> int:
        """The user's id, for acts that only a person may do."""
        if self.user_id is None:
            raise ValueError("This act is a person's, not the office's own.")
        return self.user_id


def command_as_author(name: str) -> AbstractContextManager[object]:
    """Record this command as the author of every change while the context is open."""
    context: AbstractContextManager[object] = pghistory.context(command=name)
    return context


def written_by(user_id: int | None) -> AbstractContextManager[object]:
    """Set the author of every change that the triggers record while the context is
    open; with None, the author set by the request is kept.
    """
    if user_id is None:
        return nullcontext()
    context: AbstractContextManager[object] = pghistory.context(user=user_id)
    return context
