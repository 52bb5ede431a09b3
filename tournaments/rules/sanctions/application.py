"""The conditions of an application for a sanction, and the fee of a sanctioned
tournament.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

LEAST_MINUTES = 120
"""Thinking time for 60 moves, for each player (SSF §6, point 4)."""
RESULTS_WITHIN = timedelta(weeks=2)
"""After the last round (SSF §6, point 3)."""


def application_faults(
    minutes: int, first: date, last: date, classes: Iterable[str]
) -> tuple[str, ...]:
    """Return why no sanction of the tournament can be applied for as it is planned (SSF
    §6).

    `minutes` if the thinking time is too short, `days` if the last day is before the
    first, `no_class` if no section is for a class; empty if it can be applied for.
    """
    found = {
        "minutes": minutes < LEAST_MINUTES,
        "days": last < first,
        "no_class": not any(classes),
    }
    return tuple(name for name, is_so in found.items() if is_so)


def results_due(last: date) -> date:
    """Return the day on which results and fee are due (SSF §6, point 3)."""
    return last + RESULTS_WITHIN


def fee_due(last: date, invoiced: date | None) -> date:
    """Return the day on which the fee is due.

    It is due with the results, but at least as long after the invoice as the results
    are after the last round, since a tournament may be sanctioned when it is over.
    """
    due = results_due(last)
    return max(due, invoiced + RESULTS_WITHIN) if invoiced else due


def sanction_fee(participants: int, each: Decimal) -> Decimal:
    """Return the fee for all participants (SSF §6, point 3)."""
    return participants * each
