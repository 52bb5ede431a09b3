"""Why an act was not done, as codes for the reader's language."""

from dataclasses import dataclass
from datetime import date


class Refused(Exception):  # noqa: N818 - an answer to a person, not a fault
    """The act is not possible as things stand; `facts` fill in the sentence.

    Each act names its codes; every act may answer `gone`, or `state` when the
    tournament is in no state for it.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        """Names why not, with what the sentence needs."""
        super().__init__(code)
        self.code = code
        self.facts = facts


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
