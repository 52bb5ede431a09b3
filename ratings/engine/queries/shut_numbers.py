"""The approved periods of a pool that carries corrections, which stay as they are."""

from datetime import date

from django.db.models import Min

from ratings.models import RatingList


def shut_numbers(
    pool_id: int, carries_from: int, number: int
) -> tuple[tuple[date, int], ...]:
    """Return the last day of each approved period, ascending, and the posting number as
    of which it is computed: that of its first list, or the one from which corrections
    are carried if that is later, but at most the number of the next approved period.
    """
    lists = RatingList.objects.filter(pool_id=pool_id, posting_number__lte=number)
    first = lists.values_list("period__end_date").annotate(at=Min("posting_number"))
    shut: list[tuple[date, int]] = []
    lowest = number
    for end, at in sorted(first, reverse=True):
        lowest = min(lowest, max(at, carries_from))
        shut.append((end, lowest))
    return tuple(reversed(shut))
