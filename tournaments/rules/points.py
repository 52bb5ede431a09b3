"""What a win, a draw and a loss are worth in a section.

Points are whole numbers of half points everywhere (a win is usually 2), so that sums
stay exact.
"""

from dataclasses import dataclass
from enum import StrEnum


class Gain(StrEnum):
    """What a result is to one of its players, whatever it is worth in points.

    A game lost without play gives nothing, even if a loss over the board gives a point.
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Half points of a win, a draw and a loss."""

    win: int = 2
    draw: int = 1
    loss: int = 0

    def half_points(self, gain: Gain) -> int:
        """Return what the gain is worth."""
        if gain is Gain.WIN:
            return self.win
        if gain is Gain.DRAW:
            return self.draw
        return self.loss if gain is Gain.LOSS else 0


USUAL = PointSystem()
"""1–½–0, by which games are rated and class movements are judged."""
THREE_ONE_NIL = PointSystem(6, 2, 0)
SCHACKFYRAN = PointSystem(6, 4, 2)
