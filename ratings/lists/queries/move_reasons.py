"""Why a player's rating may change in a period without a game."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class WhyMoved(StrEnum):
    INACTIVE = "inactive"
    DECISION = "decision"
    CARRIED = "carried"
    CONVERSION = "conversion"
    EARLIER = "earlier"
    """The rating before the period differs from that of the published list."""
    REMOVED = "removed"
    """Games that counted for the published list no longer count."""
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class MoveReason:
    """A reason; `explained_on`: the last day of the period whose page explains it."""

    why: WhyMoved
    explained_on: date | None = None
    points: float | None = None
    games: int = 0
