"""The rating changes that a report made for its players, and whether all of them are
computed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from federation.permissions import Actor
from ratings.enums import COUNTING
from ratings.models import Report
from ratings.pools.queries.numbers import computed_number, posted_number
from ratings.review.queries.reports import ChangeShown, changes_of, with_people


@dataclass(frozen=True, slots=True)
class ChangesShown:
    """The changes, up to date if `is_computed`.

    `number` is the posting number to which the pool is computed; `counts`: the report
    counts, otherwise `state` says why not; `several_periods`: the changes are of more
    than one period.
    """

    rows: tuple[ChangeShown, ...]
    number: int
    is_computed: bool
    counts: bool
    several_periods: bool
    state: str = ""
    own_points: Mapping[tuple[int, date], float] = field(default_factory=dict)
    """The points from this report's games alone, by player and last day of the period;
    empty if the system rates tournament by tournament.
    """

    @property
    def has_other_games(self) -> bool:
        """Whether a player has games from other reports in the same period."""
        return any(row.change.other_games for row in self.rows)

    @property
    def lines(self) -> list[tuple[ChangeShown, float | None]]:
        """Each row with the points from this report's games alone."""
        return [
            (row, self.own_points.get((row.change.player_id, row.change.end_date)))
            for row in self.rows
        ]


def changes_shown(report: Report, actor: Actor, today: date) -> ChangesShown:
    posted = posted_number(report.pool_id)
    computed = computed_number(report.pool_id)
    changes = changes_of(report)
    return ChangesShown(
        rows=tuple(with_people(changes, actor, today)),
        number=computed,
        is_computed=computed >= posted,
        counts=report.state in COUNTING,
        several_periods=len({change.end_date for change in changes}) > 1,
        state=report.state,
    )
