"""The standard pool kept as a LASK ledger: season 2025, from 1 September.

A win is 16 points, a loss −16, and the compensation is that of the table's row for
the difference between the base ratings (LASK Rankingregel 1).
"""

from datetime import date
from typing import Any

from ratings.ledger.domain.drafts import GameLine
from ratings.models import Edition
from tests.factories import chess_pool, line

AUTUMN, WINTER, SPRING = date(2025, 9, 15), date(2026, 1, 20), date(2026, 4, 10)
SUMMER = date(2026, 7, 5)


def kept_by_lask(**parameters: Any) -> None:
    Edition.objects.filter(pool=chess_pool()).update(
        system="lask_1970", parameters=parameters
    )


def long(white: Any, black: Any, score: int, day: date, **facts: Any) -> GameLine:
    """Return a game of three minutes a move: long enough for the ledger (LASK 4)."""
    return line(white, black, score, day, **{"minutes": 180, **facts})
