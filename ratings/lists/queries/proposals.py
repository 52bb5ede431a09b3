"""Query the periods of a pool: what each waits for, and the proposal of its list."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby, takewhile

from django.db import connection
from django.db.models import Q, QuerySet

from ratings.board.queries.board import waiting_for_board
from ratings.enums import ReportState
from ratings.ledger.queries.current_rows import changes_in_sql
from ratings.models import Approval, Period, Pool, Posting, RatingList, Report
from ratings.pools.queries.periods_with_lists import (
    REVISED,
    UNCOMPARED,
    PeriodWithLists,
    periods_with_lists,
)

MOST_POSTINGS = 30


class PeriodStage(StrEnum):
    """How far a period is on its way to a list."""

    OPEN = "open"
    WAITS = "waits"
    BOARD = "board"
    READY = "ready"
    BUILDING = "building"
    PUBLISHED = "published"
    RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class PeriodStatus:
    """A period with what it waits for: the numbers of `waiting` reports and of levels
    `for_board`. `revises`: a list is published, and later postings change it;
    `comparing`: whether they do is not known yet.
    """

    period: Period
    stage: PeriodStage
    waiting: int
    newest_list: RatingList | None
    revises: bool
    comparing: bool
    players: int
    for_board: int = 0

    @property
    def valid_from(self) -> date:
        return self.period.valid_from


def periods_for_officer(today: date) -> "QuerySet[PeriodWithLists]":
    """Return the periods that are running or have ended without the list that they
    should have: first those that wait, the earliest first, since later ones build on
    it; then those that are running.
    """
    return (
        periods_with_lists()
        .filter(
            Q(end_date__gte=today)
            | Q(newest_list_id=None, reconstructed=False)
            | REVISED
        )
        .annotate(is_running=Q(end_date__gte=today))
        .order_by("is_running", "end_date", "pool")
    )


def pools_with_chains(today: date) -> list[tuple[Pool, int]]:
    """Return the pools in which two lists or more can be approved one after the other,
    with their number: an officer may look at them together.
    """
    ended = periods_for_officer(today).filter(end_date__lt=today, is_requested=False)
    rows = list(ended.order_by("pool", "end_date"))
    for_board = _for_board(rows)
    chains = []
    for pool, periods in groupby(rows, key=lambda row: row.pool):
        ready = takewhile(lambda row: not (row.waiting or for_board[row.pk]), periods)
        chains.append((pool, sum(1 for _row in ready)))
    return [(pool, count) for pool, count in chains if count > 1]


def uncompared_periods() -> "QuerySet[PeriodWithLists]":
    """Return the periods whose revised list is not compared with the published one yet."""
    return periods_with_lists().filter(UNCOMPARED, is_requested=False)


def period_statuses(
    periods: Iterable[PeriodWithLists], today: date
) -> list[PeriodStatus]:
    """Return the periods of one page with their stages."""
    rows = list(periods)
    lists = RatingList.objects.select_related("approved_by").in_bulk(
        [row.newest_list_id for row in rows if row.newest_list_id]
    )
    players = _players(rows)
    stages = {row.pk: _stage(row, today) for row in rows}
    for_board = _for_board([row for row in rows if stages[row.pk] == PeriodStage.READY])
    return [
        PeriodStatus(
            period=row,
            stage=PeriodStage.BOARD if for_board[row.pk] else stages[row.pk],
            waiting=row.waiting or 0,
            newest_list=lists.get(row.newest_list_id),
            revises=_revises(row),
            comparing=_has_moved(row) and not _revises(row),
            players=players.get(row.pk, 0),
            for_board=for_board[row.pk],
        )
        for row in rows
    ]


def periods_for_board(periods: Iterable[Period]) -> set[int]:
    """Return the ids of the periods with levels that wait for the board."""
    return set(+_for_board(periods))


def _for_board(periods: Iterable[Period]) -> Counter[int]:
    """Return how many levels of each period's events wait for the board."""
    rows = list(periods)
    if not rows:
        return Counter()
    waiting = waiting_for_board(
        {row.pool_id for row in rows},
        first=min(row.start_date for row in rows),
        last=max(row.end_date for row in rows),
    )
    return Counter(
        row.pk
        for row in rows
        for each in waiting
        if each.pool_id == row.pool_id
        and row.start_date <= each.ended_on <= row.end_date
    )


def period_status(period_id: int, today: date) -> PeriodStatus | None:
    rows = period_statuses(periods_with_lists().filter(pk=period_id), today)
    return rows[0] if rows else None


_PLAYERS = f"""
SELECT period.id, count(*) FILTER (WHERE change.report_id = 0)
  + count(DISTINCT change.player_id) FILTER (WHERE change.report_id <> 0)
FROM ratings_period AS period CROSS JOIN LATERAL (
  SELECT report_id, player_id FROM {changes_in_sql("period.pool_id")} AS stored
  WHERE stored.ended_on BETWEEN period.start_date AND period.end_date
    AND stored.games > 0 OFFSET 0
) AS change
WHERE period.id = ANY(%s) GROUP BY period.id
"""


def _players(rows: list[PeriodWithLists]) -> dict[int, int]:
    """Count the players with a rated game in each period, a player of several events
    once.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLAYERS, [[row.pk for row in rows]])
        return dict(cursor.fetchall())


def _has_moved(row: PeriodWithLists) -> bool:
    return bool(
        row.newest_list_number is not None and row.newest_list_number < row.moved
    )


def _revises(row: PeriodWithLists) -> bool:
    return _has_moved(row) and row.compared >= row.moved


def _stage(row: PeriodWithLists, today: date) -> PeriodStage:
    if row.end_date >= today:
        return PeriodStage.OPEN
    if row.is_requested:
        return PeriodStage.BUILDING
    if row.newest_list_id is None and row.reconstructed:
        return PeriodStage.RECONSTRUCTED
    if row.newest_list_id is not None and not _revises(row):
        return PeriodStage.PUBLISHED
    return PeriodStage.WAITS if row.waiting else PeriodStage.READY


def postings_since(pool_id: int, number: int) -> list[Posting]:
    """Return the postings after a number, the latest first: they moved a proposal."""
    return list(
        Posting.objects.filter(pool_id=pool_id, number__gt=number)
        .select_related("report", "decision__player", "by")
        .order_by("-number")[:MOST_POSTINGS]
    )


def earlier_without_list(period: Period) -> Period | None:
    """Return the earliest period before this one that should have a list and has none."""
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


def earlier_revised(period: Period) -> list[Period]:
    """Return the earlier periods of the pool whose revised lists wait, the earliest
    first: a later list published ahead of them has corrections that theirs lack.
    """
    found = periods_with_lists().filter(
        REVISED,
        pool=period.pool_id,
        end_date__lt=period.start_date,
        is_requested=False,
    )
    return list(found.order_by("end_date"))


def waiting_reports(period: Period) -> list[Report]:
    """Return the reports booked in the period that no officer has decided on yet; if
    corrections are carried, those of earlier days too, since they are booked here.
    """
    carries = period.pool.carries_from is not None
    first = date.min if carries else period.start_date
    return list(
        Report.objects.filter(pool_id=period.pool_id)
        .filter(state=ReportState.SUBMITTED)
        .booked_between(first, period.end_date)
        .order_by("sent_at")
    )


def last_approval(period: Period) -> Approval | None:
    return period.approvals.select_related("by").order_by("-pk").first()


def lists_of(period: Period) -> list[RatingList]:
    return list(period.lists.select_related("approved_by").order_by("-revision"))
