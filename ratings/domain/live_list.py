"""The live list with its positions: made anew after the ratings, apart from
them, since one new rating can move every position below it.

It is a copy that never stands in the way of a computation: it takes no claim
and touches no row that a computation writes.
"""

from datetime import date

from django.conf import settings
from django.db import connection, transaction

from ratings.domain.partition_swap import PLACES, new_partition, swap_in
from ratings.models import LiveList
from ratings.queries.listing import months_before, order_of_ties

_PLACE = """
INSERT INTO {table} (pool_id, player_id, position, rank, rating, base, games,
  ended_on, last_played)
SELECT live.pool_id, live.player_id,
  row_number() OVER (ORDER BY live.rating DESC, md5(%(ties)s || player.id)),
  rank() OVER (ORDER BY live.rating DESC),
  live.rating, live.base, live.games, live.ended_on, live.last_played
FROM ratings_currentrating AS live
JOIN federation_player AS player ON player.id = live.player_id
WHERE live.pool_id = %(pool)s AND player.status <> 'deceased'
  AND player.merged_into_id IS NULL AND (
  live.last_played >= %(since)s OR EXISTS (
    SELECT FROM federation_membership AS member
    WHERE member.player_id = player.id AND member.from_date <= %(today)s
      AND (member.to_date IS NULL OR member.to_date >= %(today)s)))
ORDER BY 3
"""


@transaction.atomic
def place_live_list(pool_id: int, *, today: date, anew: bool = False) -> int | None:
    """Lists and numbers the ratings as they stand and returns how many are
    listed. None when the list stands already for what is computed (unless
    `anew`: the register or the day may have moved), or another worker is on it.
    """
    standing = (
        LiveList.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("pool__computation")
        .filter(pool_id=pool_id)
    ).first()
    if standing is None:
        return None
    computed = standing.pool.computation.computed
    if standing.placed >= computed and not anew:
        return None
    table = new_partition(PLACES, pool_id)
    with connection.cursor() as cursor:
        cursor.execute(
            _PLACE.format(table=table),
            {
                "pool": pool_id,
                "ties": order_of_ties(),
                "today": today,
                "since": months_before(today, settings.LISTED_MONTHS),
            },
        )
        listed = int(cursor.rowcount)
    swap_in(PLACES, pool_id, table)
    standing.placed = computed
    standing.save(update_fields=["placed"])
    return listed
