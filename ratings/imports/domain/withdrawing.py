"""Withdraw everything that was posted from a file, in one step."""

from collections.abc import Sequence

from django.db import connection

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import carries_out
from ratings.enums import COUNTING, PostingType, ReportState
from ratings.imports.domain.reports import SOURCE_KIND
from ratings.ledger.domain.periods import (
    leaves_empty_periods,
    lock_unlisted_periods,
    remove_empty_periods,
)
from ratings.ledger.domain.report_copies import close_claims_of_withdrawn
from ratings.models import Claim, Report
from ratings.pools.domain.pools import lock_last_day
from ratings.pools.domain.postings import post_together

_COUNTS_INSTEAD = """
SELECT DISTINCT ON (older.source_number) older.id, stopped.id
FROM ratings_report AS older JOIN ratings_report AS stopped
  ON stopped.pool_id = older.pool_id AND stopped.source_kind = older.source_kind
  AND stopped.source_number = older.source_number AND stopped.version > older.version
JOIN ratings_pool AS pool ON pool.id = older.pool_id
WHERE stopped.id = ANY(%s) AND older.state = 'superseded'
  AND older.accepted_at IS NOT NULL
  AND (older.last_booked_date > pool.ends_on) IS NOT TRUE
ORDER BY older.source_number, older.version DESC
"""
_STOP = """
UPDATE ratings_counting SET span = int8range(lower(span), number)
FROM unnest(%s::bigint[], %s::bigint[]) AS each (report, number)
WHERE report_id = report AND upper_inf(span)
"""
_START = """
INSERT INTO ratings_counting (pool_id, report_id, span)
SELECT %s, report, int8range(number, NULL)
FROM unnest(%s::bigint[], %s::bigint[]) AS each (report, number)
"""
_REVOKE = """
UPDATE ratings_decision SET span = int8range(lower(span), number)
FROM unnest(%s::bigint[], %s::bigint[]) AS each (decision, number)
WHERE id = decision
"""


@carries_out(Matter.UNDONE_IMPORT)
def withdraw_together(
    pool_id: int, reports: Sequence[int], reason: str, *, acting: ActionContext
) -> None:
    """Withdraw imported reports, whose sources the caller has locked: with the same
    result as `ledger.domain.reports.withdraw_report` for each, but in a few statements.
    No letters are sent, and listeners are not notified here (`postings.post_together`).
    """
    rows = Report.objects.filter(pk__in=list(reports))
    counted = list(
        rows.filter(state__in=COUNTING).order_by("pk").values_list("pk", flat=True)
    )
    rows.update(
        state=ReportState.WITHDRAWN,
        reason=reason,
        public_reason="",
        decided_by=acting.user_id,
        decided_at=acting.at,
        accepted_at=None,
    )
    lock_unlisted_periods(pool_id)
    lock_last_day(pool_id)
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS_INSTEAD, [counted])
        counts_instead = {stopped: older for older, stopped in cursor.fetchall()}
    Report.objects.filter(pk__in=counts_instead.values()).update(
        state=ReportState.ACCEPTED
    )
    _close_requests(pool_id, reports, acting)

    def effect(numbers: range) -> None:
        number_of = dict(zip(posted, numbers, strict=True))
        again = [number_of[stopped] for stopped in counts_instead]
        with connection.cursor() as cursor:
            cursor.execute(_STOP, [posted, list(numbers)])
            cursor.execute(_START, [pool_id, list(counts_instead.values()), again])
        remove_empty_periods(pool_id)

    posted = counted
    if not counted and leaves_empty_periods(pool_id):
        posted = list(reports)
    if posted:
        post_together(
            pool_id, PostingType.WITHDRAW_REPORT, acting, posted, effect, reason=reason
        )


@carries_out(Matter.UNDONE_IMPORT)
def revoke_together(
    pool_id: int, decisions: Sequence[int], reason: str, *, acting: ActionContext
) -> None:
    """Revoke imported start ratings, with the same result as
    `decisions.domain.decisions.revoke_decision` for each, and remove periods that are
    empty then. Listeners are not notified here.
    """

    def effect(numbers: range) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_REVOKE, [list(decisions), list(numbers)])
        # A start rating may have been all that a period contained.
        remove_empty_periods(pool_id)

    if decisions:
        lock_unlisted_periods(pool_id)
        post_together(
            pool_id, PostingType.REVOKE, acting, decisions, effect, reason=reason
        )


def _close_requests(
    pool_id: int, reports: Sequence[int], acting: ActionContext
) -> None:
    """Close the correction requests about games that no longer count."""
    requests = Claim.objects.filter(pool=pool_id, source_kind=SOURCE_KIND).open()
    sources = requests.values("source_number")
    for report in Report.objects.filter(
        pk__in=list(reports), source_number__in=sources
    ).order_by("pk"):
        close_claims_of_withdrawn(report, acting=acting)
