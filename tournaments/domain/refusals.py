"""Reasons why an operation is refused, as codes to be worded in the user's language."""

from dataclasses import dataclass
from datetime import date

from federation.domain.refusal import Refusal


class TournamentRefusal(Refusal):
    """The operation is not possible now.

    Every operation may refuse with `gone`, or with `state` if the tournament is in the
    wrong state.
    """


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A board's current result, and who entered it."""

    result: str
    finished_date: date | None
    version: int
    changed_by: str


class ResultConflict(Exception):
    """The board was changed after the writer saw it: its result or the day it was
    finished on. It has both results.
    """

    def __init__(self, pairing_id: int, wanted: str, current: BoardSeen) -> None:
        """Store what the writer sent (`wanted`) and the board's present result."""
        super().__init__(pairing_id)
        self.pairing_id = pairing_id
        self.wanted = wanted
        self.current = current
