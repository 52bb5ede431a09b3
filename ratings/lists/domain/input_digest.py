"""The digest of everything that a list was computed from."""

import hashlib
import json

from ratings.ledger.queries.player_aliases import aliases_as_of
from ratings.models import Counting, Decision, Edition, Period


def input_digest(period: Period, number: int) -> str:
    """Compute the digest of everything that the list was computed from, in a fixed
    order: the reports that counted, the decisions in force, the editions, and the
    merges.
    """
    of_pool = {"pool_id": period.pool_id}
    reports = (
        Counting.objects.filter(
            **of_pool, report__first_booked_date__lte=period.end_date
        )
        .as_of(number)
        .order_by("report_id")
        .values_list("report_id", "report__digest")
    )
    decisions = (
        Decision.objects.filter(**of_pool, on_date__lte=period.end_date)
        .as_of(number)
        .order_by("pk")
        .values_list("kind", "player_id", "on_date", "points")
    )
    editions = (
        Edition.objects.filter(**of_pool, from_date__lte=period.end_date)
        .order_by("from_date")
        .values_list("from_date", "system", "parameters")
    )
    aliases = aliases_as_of(period.pool_id, number).leads
    lines = [*reports, *decisions, *editions, *sorted(aliases.items())]
    text = json.dumps(lines, default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
