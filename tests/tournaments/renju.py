"""A pool rated by renju, for tests of features of that system."""

from typing import Any

from federation.models import Player
from tests.ratings.rating_lists import rated
from tests.tournaments.tournaments_made import section, started
from tournaments.models import Section, Tournament

KYU_1, DAN_1 = 10, 11


def ranked(*levels: int, **facts: Any) -> list[Player]:
    """Return members of these levels, decided by the committee."""
    return [rated(level, **facts) for level in levels]


def group_of(*levels: int, of: Tournament | None = None, **facts: Any) -> Section:
    """Start a section with players of these levels."""
    return started(section(of, **facts), players=ranked(*levels))
