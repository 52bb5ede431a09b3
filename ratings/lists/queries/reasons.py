"""What may move somebody's rating in a period without a game."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class WhyMoved(StrEnum):
    INACTIVE = "inactive"
    DECISION = "decision"
    CARRIED = "carried"
    CONVERSION = "conversion"
    EARLIER = "earlier"
    """The rating before the period is another than the published list had."""
    REMOVED = "removed"
    """Games of the published list count no more."""
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class MoveReason:
    """`explained_on`: the last day of the period whose explanation shows it."""

    why: WhyMoved
    explained_on: date | None = None
    points: float | None = None
    games: int = 0
