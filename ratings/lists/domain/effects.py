"""Whether what moved a period's proposal has changed its list at all."""

from django.db import connection, transaction

from ratings.enums import ApprovalState
from ratings.lists.queries.listing import PROPOSED, placed_parameters
from ratings.lists.queries.proposals import uncompared
from ratings.models import Period, RatingList

# One statement, one snapshot: the number and the rows belong together. What the
# register says today of those on the list is no difference: it is the same list with or
# without a posting. Who is only listed or no longer listed today is not compared either,
# unless the list that stands has never heard of them.
_DIFFERS = f"""
SELECT moved, EXISTS (
  SELECT FROM ({PROPOSED}) AS proposed FULL JOIN (
    SELECT * FROM ratings_listentry
    WHERE pool_id = %(pool)s AND list_id = %(besides)s
  ) AS standing USING (player_id)
  WHERE (standing.player_id IS NOT NULL OR is_listed OR in_step)
    AND (proposed.rating, proposed.base, proposed.change, proposed.games,
      proposed.score, proposed.start_from, proposed.last_played)
    IS DISTINCT FROM (standing.rating, standing.base, standing.change,
      standing.games, standing.score, standing.start_from, standing.last_played)
) FROM ratings_period WHERE id = %(period)s
"""


def forget_moves_without_effect(pool_id: int) -> list[int]:
    """Compare the revised lists that were not compared yet with the published ones, and
    cancel those that would be the same, line by line: a replay marks every later
    proposal as changed, most of them without any effect. The others are proposed from
    here on. Returns the ids of the periods whose revised list was cancelled.
    """
    moved = [
        (period, standing)
        for period, standing in _standing_lists(pool_id)
        if max(standing.posting_number, period.compared) < period.moved
    ]
    return [
        period.pk for period, standing in moved if _forget_if_same(period, standing)
    ]


def pools_to_compare() -> list[int]:
    """Return the pools with a revised list that nobody has compared: the message was
    lost, or an approval that was not carried out was in the way.
    """
    return sorted(set(uncompared().order_by().values_list("pool_id", flat=True)))


def _standing_lists(pool_id: int) -> list[tuple[Period, RatingList]]:
    newest = (
        RatingList.objects.filter(pool_id=pool_id)
        .select_related("period")
        .order_by("period", "-revision")
        .distinct("period")
    )
    return [(each.period, each) for each in newest if each.period]


def _forget_if_same(period: Period, standing: RatingList) -> bool:
    seen, differs = _compared(period, standing)
    if differs:
        Period.objects.filter(pk=period.pk, moved=seen).update(compared=seen)
        return False
    with transaction.atomic():
        # Against computations and approvals: either may have come meanwhile.
        now = Period.objects.select_for_update().get(pk=period.pk)
        requested = now.approvals.filter(state=ApprovalState.REQUESTED)
        if now.moved != seen or requested.exists():
            return False
        Period.objects.filter(pk=period.pk).update(moved=standing.posting_number)
    return True


def _compared(period: Period, standing: RatingList) -> tuple[int, bool]:
    asked = placed_parameters(period, besides=standing.pk)
    with connection.cursor() as cursor:
        cursor.execute(_DIFFERS, asked | {"period": period.pk})
        seen, differs = cursor.fetchone()
    return seen, differs
