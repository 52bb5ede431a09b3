"""The versions of a game that a correction request compares."""

from dataclasses import dataclass
from datetime import date

from ratings.ledger.queries.versions import NOT_PLAYED, PLAYED
from ratings.models import Game


@dataclass(frozen=True, slots=True)
class GameVersion:
    """A game as it was when the request was filed, as requested, or as it counts;
    `score` is White's half points.
    """

    white_id: int
    black_id: int
    score: int
    played: bool
    day: date

    @classmethod
    def of(cls, game: Game) -> "GameVersion":
        """Return the game as its report has it."""
        return cls(
            game.white_id, game.black_id, game.score, game.played, game.played_date
        )

    @property
    def result(self) -> str:
        return (PLAYED if self.played else NOT_PLAYED)[self.score]
