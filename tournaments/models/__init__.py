from tournaments.models.movements import ClassMovement
from tournaments.models.sections import Entry, Pairing, Round, Section
from tournaments.models.tournaments import Tournament

__all__ = ["ClassMovement", "Entry", "Pairing", "Round", "Section", "Tournament"]
