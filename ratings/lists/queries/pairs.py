"""Pairs of players who met unusually often in one period."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from ratings.ledger.queries.player_aliases import aliases_as_of
from ratings.lists.queries.limits import LineLimits
from ratings.lists.queries.proposals import PeriodStatus

MOST_PAIRS = 100


@dataclass(frozen=True, slots=True)
class FrequentPair:
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


# For a revised list, only pairs whose number of games has changed are shown.
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


def frequent_pairs(
    status: PeriodStatus, computed: int, limits: LineLimits
) -> list[FrequentPair]:
    """Return pairs who met unusually often in the period, the most games first."""
    period, games = status.period, limits.pair_games
    if games is None:
        return []
    approved = status.newest_list.posting_number if status.newest_list else 0
    parameters: dict[str, Any] = {
        "pool": period.pool_id,
        "first": period.start_date,
        "last": period.end_date,
        "number": computed,
        "approved": approved,
        "games": games,
        "most": MOST_PAIRS,
        **aliases_as_of(period.pool_id, computed).columns,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, parameters)
        return [FrequentPair(*row) for row in cursor.fetchall()]
