"""The positions of the live list: brought up to date after the ratings, apart
from them, since one new rating can move every position below it.
"""

from datetime import date

from django.conf import settings
from django.db import connection, transaction

from ratings.domain.claiming import claim_pool
from ratings.models import Computation
from ratings.queries.listing import months_before

_PLACE = """
WITH listed AS (
  SELECT live.player_id,
    row_number() OVER (ORDER BY live.rating DESC, player.sort_key, player.id)
      AS position,
    rank() OVER (ORDER BY live.rating DESC) AS rank
  FROM ratings_currentrating AS live
  JOIN federation_player AS player ON player.id = live.player_id
  WHERE live.pool_id = %(pool)s AND player.status <> 'deceased' AND (
    live.last_played >= %(since)s OR EXISTS (
      SELECT FROM federation_membership AS member
      WHERE member.player_id = player.id AND member.from_date <= %(today)s
        AND (member.to_date IS NULL OR member.to_date >= %(today)s)))
)
UPDATE ratings_currentrating AS live
SET position = placed.position, rank = placed.rank
FROM (
  SELECT every.player_id, listed.position, listed.rank
  FROM ratings_currentrating AS every LEFT JOIN listed USING (player_id)
  WHERE every.pool_id = %(pool)s
    AND (every.position IS DISTINCT FROM listed.position
      OR every.rank IS DISTINCT FROM listed.rank)
) AS placed
WHERE live.pool_id = %(pool)s AND live.player_id = placed.player_id
"""


@transaction.atomic
def place_live_list(pool_id: int, *, today: date) -> int:
    """Numbers the live list as it stands and returns how many positions moved.

    Holds the pool's claim, so that no computation replaces rows meanwhile.
    """
    claim = claim_pool(pool_id)
    with connection.cursor() as cursor:
        cursor.execute(
            _PLACE,
            {
                "pool": pool_id,
                "today": today,
                "since": months_before(today, settings.LISTED_MONTHS),
            },
        )
        moved = int(cursor.rowcount)
    Computation.objects.filter(pk=pool_id).update(placed=claim.computed)
    return moved
