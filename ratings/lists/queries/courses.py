"""How the ratings on a page went over the last two years, by published lists."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from ratings.lists.queries.listing import months_before
from ratings.models import ListEntry
from ratings.pools.queries.publications import Publication

MONTHS = 24

Courses = dict[int, dict[int, float | None]]
"""By player and list."""


def two_years_before(day: date) -> date:
    return months_before(day, MONTHS)


def courses(players: Iterable[int], lists: Iterable[Publication]) -> Courses:
    """Read each list's values for each player; none where the player is not on it."""
    those = list(lists)
    if not those:
        return {}
    found: Courses = defaultdict(dict)
    rows = ListEntry.objects.filter(
        pool_id=those[0].pool_id,
        list_id__in=[each.pk for each in those],
        player_id__in=list(players),
    ).values_list("player_id", "list_id", "rating")
    for player_id, list_id, rating in rows:
        found[player_id][list_id] = rating
    return found
