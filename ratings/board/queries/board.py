"""Query what waits for the board: levels from tournaments that become final only when
the board has decided. The system of each edition determines which those are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import zip_longest
from typing import Any

from django.db import connection

from federation.enums import RoleKind
from federation.models import Role, User
from ratings.enums import BaseOrigin, DecisionKind
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Decision, Edition
from ratings.pages.level_words import rating_words
from ratings.pools.queries.systems import levels_of
from ratings.rules.protocol import RequiresBoardDecision
from ratings.rules.systems import system

_WAITING = """
SELECT change.pool_id, change.player_id, change.report_id, report.name,
  change.started_on, change.ended_on,
  CASE WHEN change.change > 0 OR change.start_from <> %(by_rules)s
    THEN change.after - change.change END AS had,
  change.after, coalesce(notice.at, report.sent_at), report.sent_by_id,
  report.decided_by_id, asked.system
FROM unnest(%(pools)s::int[], %(from)s::date[], %(until)s::date[], %(level)s::int[],
  %(systems)s::text[]) AS asked (pool_id, from_date, until_date, level, system)
JOIN ratings_change AS change ON change.pool_id = asked.pool_id
  AND change.started_on >= asked.from_date AND change.started_on < asked.until_date
  AND change.after >= asked.level AND change.report_id > 0
JOIN ratings_report AS report ON report.id = change.report_id
LEFT JOIN ratings_boardnotice AS notice ON notice.report_id = change.report_id
  AND notice.player_id = change.player_id AND notice.level = change.after
WHERE change.ended_on BETWEEN %(first)s AND %(last)s
  AND (%(players)s::int[] IS NULL OR change.player_id = ANY(%(players)s))
  AND (%(reports)s::int[] IS NULL OR change.report_id = ANY(%(reports)s))
  AND (change.change > 0 OR change.start_from = %(by_rules)s AND NOT EXISTS (
    SELECT FROM ratings_change AS earlier
    WHERE earlier.pool_id = change.pool_id AND earlier.player_id = change.player_id
      AND earlier.after IS NOT NULL
      AND (earlier.ended_on, earlier.started_on, earlier.report_id)
        < (change.ended_on, change.started_on, change.report_id)))
  AND NOT EXISTS (
    SELECT FROM ratings_decision AS decision
    JOIN ratings_report AS about ON about.id = decision.report_id
    LEFT JOIN unnest(%(gone)s::bigint[], %(stays)s::bigint[])
      AS merged (gone, stays) ON merged.gone = decision.player_id
    WHERE decision.kind = %(board)s AND upper_inf(decision.span)
      AND change.after IN (decision.points, decision.by_rules)
      AND coalesce(merged.stays, decision.player_id) = change.player_id
      AND about.pool_id = report.pool_id AND about.source_kind = report.source_kind
      AND about.source_number = report.source_number)
ORDER BY coalesce(notice.at, report.sent_at), change.report_id, change.player_id
"""


@dataclass(frozen=True, slots=True)
class WaitingLevel:
    """A level that waits for the board: `level` is what the rules give, `had` what the
    player had before, None for a player without a level. It has waited since `since`.
    """

    pool_id: int
    player_id: int
    report_id: int
    event: str
    started_on: date
    ended_on: date
    had: float | None
    level: float
    since: datetime
    sent_by_id: int | None
    accepted_by_id: int | None
    system: str

    @property
    def words(self) -> str:
        """The level as its system formats it."""
        return level_in_words(self.system, self.level)

    @property
    def had_words(self) -> str:
        """The player's previous level, formatted in the same way; empty if there was
        none.
        """
        return "" if self.had is None else level_in_words(self.system, self.had)

    def may_decide(self, user_id: int | None) -> bool:
        """Return whether the user may decide: neither submitted nor accepted the
        results.
        """
        return user_id not in {self.sent_by_id, self.accepted_by_id}


def waiting_for_board(
    pools: Iterable[int] | None = None,
    *,
    players: Sequence[int] | None = None,
    reports: Sequence[int] | None = None,
    first: date = date.min,
    last: date = date.max,
) -> list[WaitingLevel]:
    """Return every level that waits according to what is computed, the oldest first: of
    these pools, players and events (None: of all) that ended on these days. A level on
    which the board has decided no longer waits, even if the decision has not been
    computed yet.
    """
    board_days = _days_of_board(pools)
    if not board_days["pools"]:
        return []
    parameters = {
        **board_days,
        **aliases_now().columns,
        "by_rules": BaseOrigin.DEFAULT,
        "board": DecisionKind.BOARD,
        "players": None if players is None else list(players),
        "reports": None if reports is None else list(reports),
        "first": first,
        "last": last,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, parameters)
        return [WaitingLevel(*row) for row in cursor.fetchall()]


def _days_of_board(pools: Iterable[int] | None) -> dict[str, list[Any]]:
    """Return columns with a row for each edition under which the board decides: its
    pool, first day, day after the last, lowest level for the board, and system.
    """
    editions = Edition.objects.order_by("pool_id", "from_date")
    if pools is not None:
        editions = editions.filter(pool__in=list(pools))
    rows = list(editions.only("pool_id", "from_date", "system"))
    board_days: dict[str, list[Any]] = {
        "pools": [], "from": [], "until": [], "level": [], "systems": [],
    }  # fmt: skip
    for row, following in zip_longest(rows, rows[1:]):
        rates = system(row.system)
        if isinstance(rates, RequiresBoardDecision):
            goes_on = following is not None and following.pool_id == row.pool_id
            board_days["pools"].append(row.pool_id)
            board_days["from"].append(row.from_date)
            board_days["until"].append(following.from_date if goes_on else date.max)
            board_days["level"].append(rates.board_from)
            board_days["systems"].append(row.system)
    return board_days


@dataclass(frozen=True, slots=True)
class BoardDecision:
    """A decision of the board about a player. All of it is public except the `reason`,
    which is for those concerned.
    """

    player_id: int
    report_id: int
    event: str
    level: int
    by_rules: int
    reason: str
    public_reason: str
    by: str
    at: datetime
    system: str

    @property
    def words(self) -> str:
        """The level as its system formats it."""
        return level_in_words(self.system, self.level)

    @property
    def by_rules_words(self) -> str:
        """The level that the rules gave, formatted in the same way."""
        return level_in_words(self.system, self.by_rules)


def decided_by_board(
    pool_id: int | None = None, *, players: Sequence[int] | None = None, most: int = 50
) -> list[BoardDecision]:
    """Return the board's decisions, the newest first; with `players`, those about them
    and about all cards that lead to them.
    """
    rows = Decision.objects.filter(kind=DecisionKind.BOARD, span__isnull=False)
    if pool_id is not None:
        rows = rows.filter(pool_id=pool_id)
    aliases = aliases_now()
    if players is not None:
        rows = rows.filter(player__in=aliases.cards(players))
    shown = list(
        rows.select_related("report", "made_by").order_by("-made_at", "-pk")[:most]
    )
    systems = _systems_of(shown)
    return [
        BoardDecision(
            player_id=aliases.person(row.player_id or 0),
            report_id=row.report_id or 0,
            event=row.report.name if row.report else "",
            level=row.points or 0,
            by_rules=row.by_rules or 0,
            reason=row.reason,
            public_reason=row.public_reason,
            by=str(row.made_by),
            at=row.made_at,
            system=systems[row.pk],
        )
        for row in shown
    ]


def _systems_of(decisions: Sequence[Decision]) -> dict[int, str]:
    """Return the system that rated the event of each decision."""
    pools = {each.pool_id for each in decisions}
    editions = list(Edition.objects.filter(pool__in=pools).order_by("from_date"))
    return {
        each.pk: [
            edition.system
            for edition in editions
            if edition.pool_id == each.pool_id
            and each.report is not None
            and edition.from_date <= each.report.start_date
        ][-1]
        for each in decisions
    }


def board_members(today: date) -> list[User]:
    """Return the users who decide for the board on a day."""
    held = Role.objects.on(today).filter(kind=RoleKind.BOARD)
    users = User.objects.filter(pk__in=held.values("user_id"), is_active=True)
    return list(users.order_by("pk"))


def level_in_words(name: str, level: float) -> str:
    """Return a rating as the system of that name formats it."""
    return rating_words(levels_of(system(name)), level)
