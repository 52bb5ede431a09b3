"""A pool that renju rates, for tests of what only it knows."""

from datetime import date
from typing import Any

from federation.models import Player
from ratings.models import Edition
from tests.factories import chess_pool
from tests.ratings.published import rated
from tests.tournaments.makers import section, started
from tournaments.models import Section, Tournament

KYU_1, DAN_1 = 10, 11


def rated_by(system: str, from_date: date = date(2020, 1, 1)) -> None:
    """The standard pool is rated by this system from that day on."""
    Edition.objects.filter(pool=chess_pool()).update(
        system=system, parameters={}, from_date=from_date
    )


def ranked(*levels: int, **facts: Any) -> list[Player]:
    """Members of these levels, which the committee has decided."""
    return [rated(level, **facts) for level in levels]


def group_of(*levels: int, of: Tournament | None = None, **facts: Any) -> Section:
    """A section under way with players of these levels."""
    return started(section(of, **facts), players=ranked(*levels))
