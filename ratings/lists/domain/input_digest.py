"""The digest of everything that a list was computed from."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from ratings.ledger.queries.player_aliases import aliases_as_of
from ratings.models import Counting, Decision, Edition, Period


def input_digest(period: Period, number: int) -> str:
    """Compute the digest of everything that the list was computed from, in a fixed
    order: the reports that counted, the decisions in force, the editions, their
    conversions, and the merges.
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
    aliases = aliases_as_of(period.pool_id, number).leads
    merges = sorted(aliases.items())
    lines = [*reports, *decisions, *_editions(period), *merges]
    text = json.dumps(lines, default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _editions(period: Period) -> list[tuple[Any, ...]]:
    """Return the pool's editions, then the conversions that come with some of them:
    also of the day after the period, because the list is valid from that day and has
    the converted ratings.
    """
    of_pool = Edition.objects.filter(pool_id=period.pool_id).order_by("from_date")
    editions = of_pool.filter(from_date__lte=period.end_date)
    conversions = of_pool.filter(
        from_date__lte=period.end_date + timedelta(days=1), conversion__isnull=False
    )
    return [
        *editions.values_list("from_date", "system", "parameters"),
        *conversions.values_list("from_date", "conversion"),
    ]
