"""What a report did to its players, or that it is being worked out."""

from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.enums import COUNTING
from ratings.models import Computation, Pool, Report
from ratings.review.queries.reports import ChangeShown, changes_of, with_people


@dataclass(frozen=True, slots=True)
class ChangesShown:
    """`is_computed`: nothing posted is left to compute, so the numbers stand."""

    rows: tuple[ChangeShown, ...]
    is_computed: bool
    counts: bool
    several_periods: bool


def changes_shown(report: Report, actor: Actor, today: date) -> ChangesShown:
    posted = Pool.objects.values_list("posted", flat=True).get(pk=report.pool_id)
    computed = Computation.objects.values_list("computed", flat=True).get(
        pk=report.pool_id
    )
    changes = changes_of(report)
    return ChangesShown(
        rows=tuple(with_people(changes, actor, today)),
        is_computed=computed >= posted,
        counts=report.state in COUNTING,
        several_periods=len({change.end_date for change in changes}) > 1,
    )
