"""Query the periods of a pool: what each waits for, and the proposal of its list."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db import connection
from django.db.models import (
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from ratings.enums import SETTLED, ApprovalState, ReportState
from ratings.ledger.queries.player_aliases import merged_as_of
from ratings.ledger.queries.standing_rows import changes_of
from ratings.lists.queries.proposal_difference import SAME_PAIR
from ratings.models import Approval, Period, Posting, RatingList, Report

MOST_PAIRS = 100
MOST_POSTINGS = 30


class Stage(StrEnum):
    """How far a period is on its way to a list."""

    OPEN = "open"
    WAITS = "waits"
    READY = "ready"
    BUILDING = "building"
    PUBLISHED = "published"
    RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class PeriodStanding:
    """A period with what it waits for. `revises`: a list is published, and later
    postings change it.
    """

    period: Period
    stage: Stage
    waiting: int
    standing: RatingList | None
    revises: bool
    players: int

    @property
    def valid_from(self) -> date:
        return self.period.end_date + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who met often in one period; `score` is the first one's half
    points.
    """

    first_id: int
    first: str
    second_id: int
    second: str
    games: int
    score: int

    @property
    def other_score(self) -> int:
        return 2 * self.games - self.score


# Of a revised list only those pairs are named whose number of games is news.
_PAIRS = """
WITH merged AS (
  SELECT * FROM unnest(%(gone)s::bigint[], %(stays)s::bigint[]) AS merged (gone, stays)
), game AS (
  SELECT coalesce(white.stays, white_id) AS white_id,
    coalesce(black.stays, black_id) AS black_id, report_id, score
  FROM ratings_game LEFT JOIN merged AS white ON white.gone = white_id
  LEFT JOIN merged AS black ON black.gone = black_id
  WHERE pool_id = %(pool)s AND booked_on BETWEEN %(first)s AND %(last)s AND played
), met AS (
  SELECT least(white_id, black_id) AS first_id,
    greatest(white_id, black_id) AS second_id,
    count(*) FILTER (WHERE span @> %(number)s::bigint) AS games,
    count(*) FILTER (WHERE span @> %(approved)s::bigint) AS games_before,
    coalesce(sum(CASE WHEN white_id < black_id THEN score ELSE 2 - score END)
      FILTER (WHERE span @> %(number)s::bigint), 0) AS score
  FROM game JOIN ratings_counting AS counting USING (report_id)
  WHERE span @> %(number)s::bigint OR span @> %(approved)s::bigint
  GROUP BY 1, 2
)
SELECT first_id, a.first_name || ' ' || a.last_name, second_id,
  b.first_name || ' ' || b.last_name, games, score
FROM met JOIN federation_player AS a ON a.id = first_id
JOIN federation_player AS b ON b.id = second_id
WHERE games >= %(games)s AND games <> games_before
ORDER BY games DESC, a.sort_key, first_id, second_id LIMIT %(most)s
"""


Staged = Any
"""A Period with the numbers that `periods_with_lists` adds to it."""


def periods_with_lists() -> "QuerySet[Period]":
    """All periods, the newest first, with the numbers that tell their stage."""
    # Where corrections are carried, what is late for earlier days is booked here too.
    reaches = Q(last_booked_date__gte=OuterRef("start_date"))
    reports = Report.objects.filter(
        reaches | Q(pool__carries_from__isnull=False),
        pool=OuterRef("pool"),
        state=ReportState.SUBMITTED,
        first_booked_date__lte=OuterRef("end_date"),
    )
    lists = RatingList.objects.filter(period=OuterRef("pk")).order_by("-revision")
    requested = Approval.objects.filter(
        period=OuterRef("pk"), state=ApprovalState.REQUESTED
    )
    return (
        Period.objects.select_related("pool__computation")
        .annotate(
            waiting=Subquery(
                reports.order_by()
                .values("pool")
                .annotate(count=Count("pk"))
                .values("count"),
                output_field=IntegerField(),
            ),
            standing_id=Subquery(lists.values("pk")[:1]),
            standing_number=Subquery(lists.values("posting_number")[:1]),
            is_requested=Exists(requested),
        )
        .order_by("-end_date", "pool")
    )


def needing_an_officer(today: date) -> "QuerySet[Period]":
    """Those that run or have ended without the list that they should have: first those
    that wait, the earliest before the later ones that build on it; then those that run.
    """
    return (
        periods_with_lists()
        .filter(
            Q(end_date__gte=today)
            | Q(standing_id=None, reconstructed=False)
            | Q(standing_number__lt=F("moved"))
        )
        .annotate(is_running=Q(end_date__gte=today))
        .order_by("is_running", "end_date", "pool")
    )


def standings(periods: Iterable[Staged], today: date) -> list[PeriodStanding]:
    """The stages of the periods of one page."""
    rows = list(periods)
    lists = RatingList.objects.select_related("approved_by").in_bulk(
        [row.standing_id for row in rows if row.standing_id]
    )
    players = _players(rows)
    return [
        PeriodStanding(
            period=row,
            stage=_stage(row, today),
            waiting=row.waiting or 0,
            standing=lists.get(row.standing_id),
            revises=_revises(row),
            players=players.get(row.pk, 0),
        )
        for row in rows
    ]


def standing_of(period_id: int, today: date) -> PeriodStanding | None:
    rows = standings(periods_with_lists().filter(pk=period_id), today)
    return rows[0] if rows else None


_PLAYERS = f"""
SELECT period.id, count(*) FILTER (WHERE change.report_id = 0)
  + count(DISTINCT change.player_id) FILTER (WHERE change.report_id <> 0)
FROM ratings_period AS period CROSS JOIN LATERAL (
  SELECT report_id, player_id FROM {changes_of("period.pool_id")} AS stored
  WHERE stored.ended_on BETWEEN period.start_date AND period.end_date
    AND stored.games > 0 OFFSET 0
) AS change
WHERE period.id = ANY(%s) GROUP BY period.id
"""


def _players(rows: list[Staged]) -> dict[int, int]:
    """Count the players with a rated game in each period, a player of several events
    once.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLAYERS, [[row.pk for row in rows]])
        return dict(cursor.fetchall())


def _revises(row: Staged) -> bool:
    return bool(row.standing_number is not None and row.standing_number < row.moved)


def _stage(row: Staged, today: date) -> Stage:
    if row.end_date >= today:
        return Stage.OPEN
    if row.is_requested:
        return Stage.BUILDING
    if row.standing_id is None and row.reconstructed:
        return Stage.RECONSTRUCTED
    if row.standing_id is not None and not _revises(row):
        return Stage.PUBLISHED
    return Stage.WAITS if row.waiting else Stage.READY


def frequent_pairs(standing: PeriodStanding, computed: int) -> list[Pair]:
    """Pairs who met three times or more in the period, the most games first."""
    period = standing.period
    approved = standing.standing.posting_number if standing.standing else 0
    asked: dict[str, Any] = {
        "pool": period.pool_id,
        "first": period.start_date,
        "last": period.end_date,
        "number": computed,
        "approved": approved,
        "games": SAME_PAIR,
        "most": MOST_PAIRS,
        **merged_as_of(period.pool_id, computed).columns,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, asked)
        return [Pair(*row) for row in cursor.fetchall()]


def postings_since(pool_id: int, number: int) -> list[Posting]:
    """What was posted after a number, the latest first: what moved a proposal."""
    return list(
        Posting.objects.filter(pool_id=pool_id, number__gt=number)
        .select_related("report", "decision__player", "by")
        .order_by("-number")[:MOST_POSTINGS]
    )


def earlier_without_list(period: Period) -> Period | None:
    """The earliest period before this one that should have a list and has none."""
    return (
        Period.objects.filter(
            pool_id=period.pool_id,
            end_date__lt=period.start_date,
            reconstructed=False,
            lists=None,
        )
        .order_by("end_date")
        .first()
    )


def waiting_reports(period: Period) -> list[Report]:
    """Reports booked in the period that nobody has judged yet; where corrections are
    carried, those of earlier days too, since they are booked here as well.
    """
    carries = period.pool.carries_from is not None
    first = date.min if carries else period.start_date
    return list(
        Report.objects.filter(pool_id=period.pool_id)
        .exclude(state__in=SETTLED)
        .booked_between(first, period.end_date)
        .order_by("sent_at")
    )


def last_approval(period: Period) -> Approval | None:
    return period.approvals.select_related("by").order_by("-pk").first()


def lists_of(period: Period) -> list[RatingList]:
    return list(period.lists.select_related("approved_by").order_by("-revision"))
