"""Three published lists, in a row, and a correction of the first one's game: White and
Black meet in spring, in summer and in autumn 2025.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.ledger.domain.periods import open_period_of_today
from ratings.lists.domain.chains import ListToApprove, approve_chain
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Approval, Period, RatingList, Report
from tests.factories import NOON, UserFactory, chess_pool, computed, line, member
from tests.ratings.rating_lists import accepted

TODAY = date(2026, 1, 15)
SPRING, SUMMER, AUTUMN = date(2025, 2, 1), date(2025, 6, 1), date(2025, 10, 1)
STARTS = (date(2025, 1, 1), date(2025, 5, 1), date(2025, 9, 1))


@dataclass
class Chain:
    """The lists, both players, and the report of spring."""

    white: Player = field(default_factory=lambda: member(last_name="Ek"))
    black: Player = field(default_factory=lambda: member(last_name="Lind"))
    report: Report = field(init=False)

    def __post_init__(self) -> None:
        self.report = self.spring(2)
        for number, day in ((8, SUMMER), (9, AUTUMN)):
            accepted(line(self.white, self.black, 1, day), source_number=number)
        acting = ActionContext(None, NOON)
        open_period_of_today(chess_pool(), today=TODAY, acting=acting)
        computed()
        for period in self.periods:
            approval = approve_list(
                period.pk,
                seen=proposal_seen(period),
                comment="",
                today=TODAY,
                acting=ActionContext(UserFactory().pk, NOON),
            )
            assert publish_list(approval.pk, at=NOON) is not None

    @property
    def periods(self) -> list[Period]:
        return list(
            Period.objects.filter(start_date__in=STARTS, pool=chess_pool()).order_by(
                "end_date"
            )
        )

    def spring(self, score: int, **facts: Any) -> Report:
        named = {"source_number": 7, "name": "Spring Open", **facts}
        return accepted(line(self.white, self.black, score, SPRING, key=1), **named)

    def corrected(self, score: int = 0) -> Report:
        report = self.spring(score)
        computed()
        return report

    def seen(self) -> list[ListToApprove]:
        """Return all three lists as an officer sees them now."""
        return [ListToApprove(each.pk, proposal_seen(each)) for each in self.periods]

    def approved(
        self, acting: ActionContext, lists: Sequence[ListToApprove] | None = None
    ) -> list[Approval]:
        return approve_chain(
            self.seen() if lists is None else lists,
            comment="",
            today=TODAY,
            acting=acting,
        )

    def revised(self) -> list[tuple[int, date, int]]:
        """Return number, first day and revision of each list published again."""
        lists = RatingList.objects.filter(revision__gt=0).order_by("number")
        return [
            (each.number, each.period.start_date, each.revision)
            for each in lists.select_related("period")
            if each.period
        ]
