"""The players with a rating whose pages everybody may read, in parts of the register:
each part is read by its range of keys, however many players there are before it.
"""

from datetime import datetime

from django.db import connection
from django.db.models import Q

from federation.enums import Visibility
from federation.models import Player
from ratings.models import CurrentRating, ListEntry, Pool, RatingList

KEYS_IN_A_PART = 2_000

# OFFSET 0: the first player of a part who is found ends the search in that part; joined
# as a whole, 660,000 players take fifty times as long.
_PARTS = """
SELECT part
FROM generate_series(0, (SELECT max(id) FROM federation_player) / %(keys)s) AS part
WHERE EXISTS (
  SELECT FROM federation_player AS player
  WHERE player.id BETWEEN part * %(keys)s AND (part + 1) * %(keys)s - 1
    AND player.visibility = %(public)s AND player.merged_into_id IS NULL
    AND EXISTS (
      SELECT FROM ratings_currentrating AS rated
      WHERE rated.pool_id = ANY(ARRAY(SELECT id FROM ratings_pool))
        AND rated.player_id = player.id)
  OFFSET 0)
ORDER BY part
"""


def parts_with_public_players() -> list[int]:
    """Return the numbers of the parts that have any."""
    values: dict[str, int | str] = {
        "keys": KEYS_IN_A_PART,
        "public": Visibility.PUBLIC.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PARTS, values)
        return [part for (part,) in cursor.fetchall()]


def public_players(part: int) -> dict[int, datetime | None]:
    """Return when the newest list with each of them was published, by player; None for
    a player who is on no pool's newest list.
    """
    first = part * KEYS_IN_A_PART
    keys = (first, first + KEYS_IN_A_PART - 1)
    rated = CurrentRating.objects.filter(
        pool_id__in=Pool.objects.values("pk"), player_id__range=keys
    )
    players = Player.objects.unmerged().filter(
        visibility=Visibility.PUBLIC, pk__range=keys, pk__in=rated.values("player_id")
    )
    found: dict[int, datetime | None] = dict.fromkeys(
        players.order_by("pk").values_list("pk", flat=True)
    )
    newest = {each.pk: each for each in RatingList.published.newest_of_each_pool()}
    on_newest = Q(pk__in=[])
    for each in newest.values():
        on_newest |= Q(pool_id=each.pool_id, list_id=each.pk)
    listed = ListEntry.objects.filter(on_newest, player_id__range=keys)
    for player_id, list_id in listed.values_list("player_id", "list_id"):
        if player_id in found:
            days = (found[player_id], newest[list_id].published_at)
            found[player_id] = max(filter(None, days))
    return found
