"""The live list with its positions: renumbered after the ratings are computed, in a
transaction of its own, since one new rating can move every position below it.

It is a copy that never blocks a computation: it does not lock the pool and writes no
row that a computation writes.
"""

from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models.expressions import RawSQL

from ratings.ledger.domain.slots import PLACES, Slots, empty_spare, is_spare_empty
from ratings.lists.queries.listing import months_before, salt_of_ties
from ratings.models import LiveList, PlacingRequest

LOST_AFTER = timedelta(minutes=1)
"""A message that no worker has taken up by then is sent again."""

_COLUMNS = (
    "pool_id, player_id, slot, position, rank, rating, base, games, ended_on,"
    " last_played"
)
_LISTED = """
SELECT live.pool_id, live.player_id, %(slot)s::smallint AS slot,
  row_number() OVER (ORDER BY live.rating DESC, md5(%(ties)s || player.id))
    AS position,
  rank() OVER (ORDER BY live.rating DESC) AS rank,
  live.rating, live.base, live.games, live.ended_on, live.last_played
FROM ratings_currentrating AS live
JOIN federation_player AS player ON player.id = live.player_id
WHERE live.pool_id = %(pool)s AND player.status <> 'deceased'
  AND player.merged_into_id IS NULL AND (
  live.last_played >= %(since)s OR EXISTS (
    SELECT FROM federation_membership AS member
    WHERE member.player_id = player.id AND member.from_date <= %(today)s
      AND (member.to_date IS NULL OR member.to_date >= %(today)s)))
"""
_FILL = f"INSERT INTO {PLACES.table} ({_COLUMNS}) {_LISTED} ORDER BY position"
_MOVED = "position, rank, rating, base, games, ended_on, last_played"
_LISTED_MOVED = ", ".join(f"listed.{name}" for name in _MOVED.split(", "))
_STOOD_MOVED = ", ".join(f"stood.{name}" for name in _MOVED.split(", "))
_REPLACE = f"""
WITH listed AS MATERIALIZED ({_LISTED}), gone AS (
  DELETE FROM {PLACES.table} AS stood
  WHERE pool_id = %(pool)s AND slot = %(slot)s
    AND NOT EXISTS (SELECT FROM listed WHERE listed.player_id = stood.player_id)
), moved AS (
  UPDATE {PLACES.table} AS stood SET ({_MOVED}) = ROW ({_LISTED_MOVED})
  FROM listed WHERE stood.pool_id = %(pool)s AND stood.slot = %(slot)s
    AND stood.player_id = listed.player_id
    AND ({_STOOD_MOVED}) IS DISTINCT FROM ({_LISTED_MOVED})
)
INSERT INTO {PLACES.table} ({_COLUMNS})
SELECT {_COLUMNS} FROM listed
WHERE NOT EXISTS (SELECT FROM {PLACES.table} AS stood
  WHERE stood.pool_id = %(pool)s AND stood.slot = %(slot)s
    AND stood.player_id = listed.player_id)
"""
_HIGHEST = f"""
SELECT coalesce(max(position), 0) FROM {PLACES.table}
WHERE pool_id = %(pool)s AND slot = %(slot)s
"""
_THIS_TRANSACTION = RawSQL("pg_current_xact_id()::text::bigint", [])
_ASK = """
INSERT INTO ratings_placingrequest AS waiting (pool_id, at, force)
VALUES (%(pool)s, %(at)s, %(force)s)
ON CONFLICT (pool_id) DO UPDATE SET force = waiting.force OR excluded.force,
  at = CASE WHEN waiting.at < %(lost)s OR waiting.taken_by IS NOT NULL
    THEN excluded.at ELSE waiting.at END,
  taken_by = NULL
RETURNING at = %(at)s
"""
_TAKE = """
UPDATE ratings_placingrequest
SET at = %s, taken_by = pg_current_xact_id()::text::bigint
WHERE pool_id = %s RETURNING force, taken_by
"""


def request_numbering(pool_id: int, *, at: datetime, force: bool = False) -> bool:
    """Store a request to number the live list. Return whether a message must be sent:
    none is on its way, a worker has already taken it, or it was lost.
    """
    parameters: dict[str, Any] = {
        "pool": pool_id,
        "at": at,
        "force": force,
        "lost": at - LOST_AFTER,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ASK, parameters)
        return bool(cursor.fetchone()[0])


def requests_overdue(*, at: datetime) -> list[int]:
    """Return the pools whose list was requested to be numbered so long ago that the
    message must be lost.
    """
    overdue = PlacingRequest.objects.filter(at__lt=at - LOST_AFTER)
    return list(overdue.order_by("pool").values_list("pool_id", flat=True))


def number_if_requested(pool_id: int, *, at: datetime, today: date) -> int | None:
    """Carry out the pool's request to number the live list, by `number_live_list`. A
    later change makes a new request; if this one fails, the sweep sends it again.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [at, pool_id])
        force, taken = cursor.fetchone() or (False, None)
    return number_live_list(pool_id, today=today, force=force, taken=taken)


def number_live_list(
    pool_id: int, *, today: date, force: bool = False, taken: int | None = None
) -> int | None:
    """Sort and number the current ratings and return how many are listed. Return None
    when another worker is numbering the list, or when it is up to date and the caller
    does not demand a numbering because the register or the day may have changed.

    The spare slot is emptied beforehand: that takes, for a moment only, a lock that the
    numbering itself must not take. The request that was `taken` is deleted afterwards,
    unless it has been made again in the meantime.
    """
    empty_spare(PLACES, pool_id)
    return _number_unless_current(pool_id, today, force=force, taken=taken)


@transaction.atomic
def _number_unless_current(
    pool_id: int, today: date, *, force: bool, taken: int | None
) -> int | None:
    live_list = (
        LiveList.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("pool__computation")
        .filter(pool_id=pool_id)
    ).first()
    if live_list is None:
        return None
    listed = None
    computed = live_list.pool.computation.computed
    if live_list.placed < computed or force:
        can_fill = is_spare_empty(PLACES, pool_id)
        slots = Slots(PLACES, pool_id, live_list.slot, can_fill=can_fill)
        listed = _write_positions(slots, today)
        live_list.placed = computed
        live_list.numbered_by = _THIS_TRANSACTION
        live_list.save(update_fields=["placed", "numbered_by"])
    if taken is not None:
        PlacingRequest.objects.filter(pool=pool_id, taken_by=taken).delete()
    return listed


def _write_positions(slots: Slots, today: date) -> int:
    """Write the positions into the spare slot, or into the current one as long as the
    spare one may still be read.
    """
    slot = slots.spare if slots.can_fill else slots.current
    parameters: dict[str, Any] = {
        "pool": slots.pool_id,
        "slot": slot,
        "ties": salt_of_ties(),
        "today": today,
        "since": months_before(today, settings.LISTED_MONTHS),
    }
    with connection.cursor() as cursor:
        cursor.execute(_FILL if slots.can_fill else _REPLACE, parameters)
        if slots.can_fill:
            slots.index_spare()
            slots.make_spare_current()
        cursor.execute(_HIGHEST, parameters)
        return int(cursor.fetchone()[0])
