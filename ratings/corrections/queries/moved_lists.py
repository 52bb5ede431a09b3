"""The published lists that a correction may change."""

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.models import Claim, RatingList
from ratings.pools.queries.ended_pools import books_nothing_more


def lists_reached_by(claim: Claim) -> list[RatingList]:
    """Return the newest list of each period from that of the game on, the earliest
    first: all that is computed again when the request is allowed, and so the most that
    can change. Empty where corrections are carried into the open period.
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


def moved_lists_in_words(claim: Claim, today: date) -> str:
    """Return in words how many lists may change at most, and which; empty where no list
    is published yet.
    """
    if books_nothing_more(claim.pool, today):
        return _(
            "No published list and no rating changes: the pool has ended, and its last"
            " list is approved. If the pool continues, the points are booked in the"
            " period that then begins."
        )
    if claim.pool.carries_from is not None:
        return _(
            "No published list changes: the points are booked in the period that is"
            " open."
        )
    lists = lists_reached_by(claim)
    if not lists:
        return ""
    words = ngettext(
        "At most %(count)s published list changes, that of %(first)s. If its numbers"
        " change, a revised list waits for approval.",
        "At most %(count)s published lists change, from that of %(first)s to that"
        " of %(last)s. For each whose numbers change, a revised list waits for"
        " approval.",
        len(lists),
    )
    return words % {
        "count": len(lists),
        "first": lists[0].valid_from.isoformat(),
        "last": lists[-1].valid_from.isoformat(),
    }
