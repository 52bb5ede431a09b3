"""Why an act was not done, as codes for the reader's language."""

from dataclasses import dataclass
from datetime import date

from federation.domain.refusal import Refusal


class TournamentRefusal(Refusal):
    """The act is not possible now. Every act may answer `gone`, or `state` when the
    tournament is in the wrong state.
    """


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A board's current result, with who entered it."""

    result: str
    finished_date: date | None
    version: int
    changed_by: str


class ResultConflict(Exception):
    """Somebody else changed the board after the writer saw it, its result or the
    day it was finished on: both.
    """

    def __init__(self, pairing_id: int, wanted: str, stands: BoardSeen) -> None:
        """Store what the writer sent (`wanted`) and what the board holds (`stands`)."""
        super().__init__(pairing_id)
        self.pairing_id = pairing_id
        self.wanted = wanted
        self.stands = stands
