"""Tables of tournaments, sections, entries, boards and class movements."""

from tournaments.models.deadlines import ConditionsSent, DeadlineReminder
from tournaments.models.entries import Entry
from tournaments.models.entry_requests import EntryRequest, OpenEntries
from tournaments.models.line_ups import LineUp, LineUpPlace
from tournaments.models.movements import ClassMovement, MovementBatch, StepDown
from tournaments.models.pairings import Pairing, Round
from tournaments.models.removals import Removal
from tournaments.models.results import PhoneCode, ResultChange
from tournaments.models.rounds import Absence, KeptApart, RoundPairing
from tournaments.models.sanctions import Sanction, SanctionSection, SanctionTerms
from tournaments.models.sections import Section
from tournaments.models.teams import League, Team, TeamMatch
from tournaments.models.tournaments import Tournament

__all__ = [
    "Absence",
    "ClassMovement",
    "ConditionsSent",
    "DeadlineReminder",
    "Entry",
    "EntryRequest",
    "KeptApart",
    "League",
    "LineUp",
    "LineUpPlace",
    "MovementBatch",
    "OpenEntries",
    "Pairing",
    "PhoneCode",
    "Removal",
    "ResultChange",
    "Round",
    "RoundPairing",
    "Sanction",
    "SanctionSection",
    "SanctionTerms",
    "Section",
    "StepDown",
    "Team",
    "TeamMatch",
    "Tournament",
]
