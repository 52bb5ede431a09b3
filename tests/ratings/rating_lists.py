"""Helpers that make ratings and published lists, for tests of the public pages.

Ratings start by decision, games are rated by SSF rating, point 3.
"""

from datetime import date, timedelta
from typing import Any

from federation.domain.authorship import ActionContext
from federation.models import Player, User
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Period, RatingList, Report
from tests.factories import (
    NOON,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
)

LONG_AFTER = date(2030, 1, 1)
SPRING = date(2026, 2, 1)
SUMMER = date(2026, 6, 1)


def decided(
    player: Player | None,
    points: int | None,
    *,
    kind: DecisionKind = DecisionKind.START,
    on: date = date(2025, 1, 1),
    reason: str = "known strength",
    by: str = "Rut Rating",
) -> None:
    """Make a decision as one officer and confirm it as another."""
    player_id = player.pk if player else None
    draft = DecisionDraft(chess_pool().pk, kind, player_id, on, points, reason)
    made = make_decision(draft, acting=ActionContext(UserFactory(name=by).pk, NOON))
    confirm_decision(
        made.pk, acting=ActionContext(UserFactory(name="Otto Other").pk, NOON)
    )


def rated(rating: int, **facts: Any) -> Player:
    """Return a member with this start rating."""
    player = member(**facts)
    decided(player, rating)
    return player


def accepted(*lines: Any, accepted_by: User | None = None, **facts: Any) -> Report:
    report = posted(*lines, **facts)
    by_id = accepted_by.pk if accepted_by else None
    accept_report(report.pk, acting=ActionContext(by_id, NOON))
    return report


def up_to_date(today: date = date(2026, 6, 15)) -> None:
    """Do what the workers do after a posting."""
    computed()
    number_live_list(chess_pool().pk, today=today)


def period(day: date) -> Period:
    return Period.objects.get(start_date__lte=day, end_date__gte=day)


def open_next_period(ended: Period) -> None:
    """Open the next period, as the clock does when one has ended."""
    next_day = ended.end_date + timedelta(days=1)
    acting = ActionContext(None, NOON)
    open_period_of_today(ended.pool, today=next_day, acting=acting)


def published(day: date, comment: str = "", by: str = "Rut Rating") -> RatingList:
    """Approve, build and return the list of the period that contains the day."""
    open_next_period(period(day))
    up_to_date()
    acting = ActionContext(UserFactory(name=by).pk, NOON)
    seen = proposal_seen(period(day))
    approval = approve_list(
        period(day).pk, seen=seen, comment=comment, today=LONG_AFTER, acting=acting
    )
    built = publish_list(approval.pk, at=NOON)
    assert built is not None
    return built


def rulebook_game(score: int = 2) -> tuple[Player, Player, Report]:
    """Post Adam 1950 – Bertil 2220 (SSF rating, Examples), with White's half points:
    Adam wins +26 and −13, a draw +10 and −5, Bertil wins −6 and +3.
    """
    adam = rated(1950, first_name="Adam", last_name="Ek")
    bertil = rated(2220, first_name="Bertil", last_name="Öberg")
    report = accepted(
        line(adam, bertil, score, SPRING, key=1), source_number=77, name="Spring Open"
    )
    return adam, bertil, report


def corrected(adam: Player, bertil: Player, score: int) -> Report:
    """Post the rulebook's game with another result."""
    return accepted(
        line(adam, bertil, score, SPRING, key=1), source_number=77, name="Spring Open"
    )
