"""Imported start ratings: decisions that no officer made."""

from collections.abc import Mapping
from datetime import date

from django.db import connection

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import carries_out
from ratings.enums import DecisionKind, PostingType
from ratings.imports.domain.files import NamedFile, cause_of, reason_of
from ratings.pools.domain.postings import post_together

_DECISIONS = """
INSERT INTO ratings_decision (pool_id, kind, player_id, on_date, points, reason,
  made_at, confirmed_at)
SELECT %(pool)s, %(kind)s, player, %(day)s, points, %(reason)s, %(at)s, %(at)s
FROM unnest(%(players)s::bigint[], %(points)s::int[]) AS each (player, points)
RETURNING id
"""
_SPANS = """
UPDATE ratings_decision SET span = int8range(number, NULL)
FROM unnest(%s::bigint[], %s::bigint[]) AS each (decision, number)
WHERE ratings_decision.id = decision
"""


@carries_out(Matter.HISTORY)
def decide_starts(
    pool_id: int,
    file: NamedFile,
    on: date,
    starts: Mapping[int, int],
    *,
    acting: ActionContext,
) -> None:
    """Store start ratings by player, valid from a day on. Each takes a posting number;
    listeners are not notified here (`postings.post_together`).
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _DECISIONS,
            {
                "pool": pool_id,
                "kind": DecisionKind.START,
                "day": on,
                "reason": cause_of(file),
                "at": acting.at,
                "players": list(starts),
                "points": list(starts.values()),
            },
        )
        decisions = [row[0] for row in cursor.fetchall()]

    def effect(numbers: range) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_SPANS, [decisions, list(numbers)])

    post_together(
        pool_id, PostingType.DECIDE, acting, decisions, effect, reason=reason_of(file)
    )
