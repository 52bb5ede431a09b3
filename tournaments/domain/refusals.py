"""Why an act was not done, as codes for the reader's language."""

from dataclasses import dataclass
from datetime import date

from federation.domain.refusal import Refusal


class TournamentRefusal(Refusal):
    """The act is not possible as things stand. Every act may answer `gone`, or `state`
    when the tournament is in no state for it.
    """


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A board's result as it stands, with who left it so."""

    result: str
    finished_date: date | None
    version: int
    changed_by: str


class ResultConflict(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Somebody else changed the board after the writer saw it, its result or the
    day it was finished on: both.
    """

    def __init__(self, pairing_id: int, wanted: str, stands: BoardSeen) -> None:
        """`wanted` is what the writer sent, `stands` what the board holds."""
        super().__init__(pairing_id)
        self.pairing_id = pairing_id
        self.wanted = wanted
        self.stands = stands
