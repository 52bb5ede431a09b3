"""The published lists that a correction would move."""

from ratings.models import Claim, RatingList


def lists_moved_by(claim: Claim) -> list[RatingList]:
    """The newest list of each period from that of the game on, the earliest first: what
    is computed anew when the request is allowed. None where corrections are carried
    into the period that is open.
    """
    if claim.pool.carries_from is not None:
        return []
    first_day = min(claim.played_date, claim.to_date)
    newest = (
        RatingList.objects.filter(pool=claim.pool_id, period__end_date__gte=first_day)
        .order_by("period", "-revision")
        .distinct("period")
    )
    return sorted(newest, key=lambda each: each.valid_from)
