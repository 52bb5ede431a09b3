"""A pool rated by renju, for tests of features of that system."""

from datetime import date
from typing import Any

from federation.models import Player
from ratings.models import Edition
from tests.factories import chess_pool
from tests.ratings.rating_lists import rated
from tests.tournaments.tournaments_made import section, started
from tournaments.models import Section, Tournament

KYU_1, DAN_1 = 10, 11


def rated_by(system: str, from_date: date = date(2020, 1, 1)) -> None:
    """Let this system rate the standard pool from that day on."""
    Edition.objects.filter(pool=chess_pool()).update(
        system=system, parameters={}, from_date=from_date
    )


def ranked(*levels: int, **facts: Any) -> list[Player]:
    """Return members of these levels, decided by the committee."""
    return [rated(level, **facts) for level in levels]


def group_of(*levels: int, of: Tournament | None = None, **facts: Any) -> Section:
    """Start a section with players of these levels."""
    return started(section(of, **facts), players=ranked(*levels))
