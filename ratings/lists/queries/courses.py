"""The ratings of the players on a page over the last two years, by published list."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from ratings.lists.queries.listing import months_before
from ratings.models import ListEntry
from ratings.pools.queries.publications import Publication

MONTHS = 24

Courses = dict[int, dict[int, float | None]]
"""Ratings by player, then by list."""


def two_years_before(day: date) -> date:
    return months_before(day, MONTHS)


def ratings_by_list(players: Iterable[int], lists: Iterable[Publication]) -> Courses:
    """Return each player's rating on each list; lists without the player are left out."""
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
