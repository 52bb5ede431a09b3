"""What an application for a sanction needs, and what a sanctioned tournament owes."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

LEAST_MINUTES = 120
"""For 60 moves, for each player (SSF §6, point 4)."""
RESULTS_WITHIN = timedelta(weeks=2)
"""After the last round (SSF §6, point 3)."""


def application_faults(
    minutes: int, first: date, last: date, classes: Iterable[str]
) -> tuple[str, ...]:
    """Return why a tournament cannot be applied for as it is planned (SSF §6):
    `minutes`, `days`, or `no_class` where no section is for a class. Empty: it can.
    """
    found = {
        "minutes": minutes < LEAST_MINUTES,
        "days": last < first,
        "no_class": not any(classes),
    }
    return tuple(name for name, is_so in found.items() if is_so)


def results_due(last: date) -> date:
    """Results and fee are due on this day (SSF §6, point 3)."""
    return last + RESULTS_WITHIN


def fee_due(last: date, invoiced: date | None) -> date:
    """With the results, but not sooner after an invoice than those after the last round:
    a tournament may be sanctioned when it is over.
    """
    due = results_due(last)
    return max(due, invoiced + RESULTS_WITHIN) if invoiced else due


def sanction_fee(participants: int, each: Decimal) -> Decimal:
    """Return a sum for every participant (SSF §6, point 3)."""
    return participants * each
