"""Tables of tournaments, sections, entries, boards and class movements."""

from tournaments.models.deadlines import ConditionsSent, DeadlineReminder
from tournaments.models.movements import ClassMovement
from tournaments.models.sections import Entry, Pairing, Round, Section
from tournaments.models.tournaments import Tournament

__all__ = [
    "ClassMovement",
    "ConditionsSent",
    "DeadlineReminder",
    "Entry",
    "Pairing",
    "Round",
    "Section",
    "Tournament",
]
