"""Whether what moved a period's proposal has changed its list at all."""

from django.db import connection, transaction

from ratings.enums import ApprovalState
from ratings.lists.queries.listing import PLACED, placed_parameters
from ratings.models import Period, RatingList

# One statement, one snapshot: the number and the rows belong together.
_DIFFERS = f"""
SELECT moved, EXISTS (
  SELECT FROM ({PLACED}) AS placed FULL JOIN (
    SELECT * FROM ratings_listentry
    WHERE pool_id = %(pool)s AND list_id = %(standing)s
  ) AS standing USING (player_id)
  WHERE (placed.rating, placed.base, placed.change, placed.games, placed.score,
      placed.start_from, placed.position IS NULL)
    IS DISTINCT FROM (standing.rating, standing.base, standing.change,
      standing.games, standing.score, standing.start_from, standing.position IS NULL)
) FROM ratings_period WHERE id = %(period)s
"""


def forget_moves_without_effect(pool_id: int) -> list[int]:
    """Cancel revised lists that would be the same as the published one, line by line: a
    replay marks every later proposal as changed, most of them without any effect.
    Returns the ids of the periods whose revised list waits no more.
    """
    moved = [
        (period, standing)
        for period, standing in _standing_lists(pool_id)
        if standing.posting_number < period.moved
    ]
    return [
        period.pk for period, standing in moved if _forget_if_same(period, standing)
    ]


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
    asked = placed_parameters(period)
    with connection.cursor() as cursor:
        cursor.execute(
            _DIFFERS, {**asked, "standing": standing.pk, "period": period.pk}
        )
        seen, differs = cursor.fetchone()
    return seen, differs
