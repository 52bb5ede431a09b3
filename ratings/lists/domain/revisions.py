"""Whether the postings that moved a period's proposal have changed its list at all."""

from django.db import connection, transaction

from ratings.enums import ApprovalState
from ratings.lists.queries.listing import PROPOSED, placed_parameters
from ratings.lists.queries.proposals import uncompared_periods
from ratings.models import Period, RatingList

# One statement, one snapshot: the number and the rows belong together. Changes in the
# register are no difference, since no posting made them. Nor is a player who is no longer
# listed today because of the register; only one who is missing from the published list
# and is listed, or has a step in the period, counts.
_DIFFERS = f"""
SELECT moved, EXISTS (
  SELECT FROM ({PROPOSED}) AS proposed FULL JOIN (
    SELECT * FROM ratings_listentry
    WHERE pool_id = %(pool)s AND list_id = %(besides)s
  ) AS published USING (player_id)
  WHERE (published.player_id IS NOT NULL OR is_listed OR in_step)
    AND (proposed.rating, proposed.base, proposed.change, proposed.games,
      proposed.score, proposed.start_from, proposed.last_played)
    IS DISTINCT FROM (published.rating, published.base, published.change,
      published.games, published.score, published.start_from, published.last_played)
) FROM ratings_period WHERE id = %(period)s
"""


def cancel_unchanged_revisions(pool_id: int) -> list[int]:
    """Compare the revised lists that were not compared yet with the published ones, line
    by line, and cancel those that would be the same: a replay marks every later
    proposal as changed, most of them without any effect. The others are proposed
    afterwards. Return the ids of the periods whose revised list was cancelled.
    """
    moved = [
        (period, published)
        for period, published in _newest_lists(pool_id)
        if max(published.posting_number, period.compared) < period.moved
    ]
    return [
        period.pk for period, published in moved if _cancel_if_same(period, published)
    ]


def pools_to_compare() -> list[int]:
    """Return the pools with a revised list that has not been compared: the message was
    lost, or an approval that was not carried out prevented it.
    """
    return sorted(
        set(uncompared_periods().order_by().values_list("pool_id", flat=True))
    )


def _newest_lists(pool_id: int) -> list[tuple[Period, RatingList]]:
    newest = (
        RatingList.objects.filter(pool_id=pool_id)
        .select_related("period")
        .order_by("period", "-revision")
        .distinct("period")
    )
    return [(each.period, each) for each in newest if each.period]


def _cancel_if_same(period: Period, published: RatingList) -> bool:
    seen, differs = _compared(period, published)
    if differs:
        Period.objects.filter(pk=period.pk, moved=seen).update(compared=seen)
        return False
    with transaction.atomic():
        # A computation or an approval may have been made since the comparison.
        now = Period.objects.select_for_update().get(pk=period.pk)
        requested = now.approvals.filter(state=ApprovalState.REQUESTED)
        if now.moved != seen or requested.exists():
            return False
        Period.objects.filter(pk=period.pk).update(moved=published.posting_number)
    return True


def _compared(period: Period, published: RatingList) -> tuple[int, bool]:
    parameters = placed_parameters(period, besides=published.pk)
    with connection.cursor() as cursor:
        cursor.execute(_DIFFERS, parameters | {"period": period.pk})
        seen, differs = cursor.fetchone()
    return seen, differs
