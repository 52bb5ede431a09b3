"""Compare a period's proposed list with the published one, in one statement, so that
the proposal is computed once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db import connection

from ratings.lists.queries.listing import PLACED, SAID, months_before, placed_parameters
from ratings.models import Period, RatingList

DAY = timedelta(days=1)

BIG_CHANGE = 150
STRONG_NEWCOMER = 1800
MANY_GAMES = 40
SAME_PAIR = 3
GAP_MONTHS = 12


class Part(StrEnum):
    """What an officer looks at, in this order."""

    ODD = "odd"
    UP = "up"
    DOWN = "down"
    NEW = "new"
    GONE = "gone"


class Oddity(StrEnum):
    """Why a line of the proposal is looked at first."""

    CHANGE = "change"
    NEWCOMER = "newcomer"
    GAMES = "games"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """One player on the proposal and on the published list; None where not rated there.
    `change` and `games` are the period's.
    """

    player_id: int
    name: str
    club: str
    position: int | None
    position_before: int | None
    rating: float | None
    rating_before: float | None
    moved: float | None
    change: float | None
    games: int | None
    is_newcomer: bool
    played_before: date | None
    last_played: date | None
    status: str
    oddities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of a part, and how many there are."""

    lines: tuple[DifferenceLine, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class ListDifference:
    """`digest`: of everything on the proposed list."""

    digest: str
    listed: int
    listed_before: int
    players: int
    up: int
    down: int
    same: int
    parts: Mapping[str, Excerpt] = field(default_factory=dict)


# Of a revised list only those lines are odd that say something new: the others
# were looked at when the list that stands was approved.
_FLAGGED = f"""
WITH placed AS MATERIALIZED ({PLACED}),
standing AS (
  SELECT player_id, position, rating, games, change, club_id, last_played
  FROM ratings_listentry WHERE pool_id = %(pool)s AND list_id = %(against)s
), compared AS (
  SELECT player_id, placed.position, standing.position AS position_before,
    placed.rating, standing.rating AS rating_before,
    placed.rating - standing.rating AS moved,
    placed.change, placed.games, placed.in_step, placed.played_before,
    coalesce(placed.last_played, standing.last_played) AS last_played,
    coalesce(placed.club_id, standing.club_id) AS club_id, placed.sort_key,
    coalesce(placed.in_step AND placed.start_from <> 0, false) AS is_newcomer,
    NOT %(revises)s OR (placed.rating, placed.games, placed.change,
      placed.position IS NULL) IS DISTINCT FROM (standing.rating, standing.games,
      standing.change, standing.position IS NULL) AS is_news
  FROM placed FULL JOIN standing USING (player_id)
), flagged AS MATERIALIZED (
  SELECT compared.*, CASE WHEN is_news AND in_step THEN array_remove(ARRAY[
    CASE WHEN abs(change) > {BIG_CHANGE} OR abs(moved) > {BIG_CHANGE}
      THEN '{Oddity.CHANGE}' END,
    CASE WHEN is_newcomer AND rating > {STRONG_NEWCOMER}
      THEN '{Oddity.NEWCOMER}' END,
    CASE WHEN games > {MANY_GAMES} THEN '{Oddity.GAMES}' END,
    CASE WHEN games > 0 AND played_before < %(gap)s THEN '{Oddity.GAP}' END
  ], NULL) ELSE ARRAY[]::text[] END AS oddities
  FROM compared
)
SELECT 'counts' AS part, 0 AS total, jsonb_build_object(
  'listed', count(position), 'listed_before', count(position_before),
  'players', count(*) FILTER (WHERE games > 0),
  'digest', (SELECT digest FROM ({SAID}) AS said),
  'up', count(*) FILTER (WHERE moved > 0 AND {{both}}),
  'down', count(*) FILTER (WHERE moved < 0 AND {{both}}),
  'same', count(*) FILTER (WHERE moved = 0 AND {{both}})) AS line
FROM flagged
""".format(both="position > 0 AND position_before > 0")

_PART = """
UNION ALL (
SELECT '{part}', total, to_jsonb(cut) || jsonb_build_object(
  'name', player.first_name || ' ' || player.last_name, 'status', player.status,
  'club', coalesce(club.short_name, ''))
FROM (
  SELECT *, count(*) OVER () AS total FROM flagged WHERE {where}
  ORDER BY {order}, sort_key, player_id LIMIT %({part}_limit)s OFFSET %({part}_offset)s
) AS cut JOIN federation_player AS player ON player.id = cut.player_id
LEFT JOIN federation_club AS club ON club.id = cut.club_id
ORDER BY {order}, cut.sort_key, cut.player_id
)
"""
_PARTS = {
    Part.ODD: (
        "cardinality(oddities) > 0",
        f"oddities = ARRAY['{Oddity.GAP}'], cardinality(oddities) DESC,"
        " abs(change) DESC",
    ),
    Part.UP: ("moved > 0 AND position > 0 AND position_before > 0", "moved DESC"),
    Part.DOWN: ("moved < 0 AND position > 0 AND position_before > 0", "moved"),
    Part.NEW: ("position > 0 AND position_before IS NULL", "position"),
    Part.GONE: ("position_before > 0 AND position IS NULL", "position_before"),
}


def difference(
    period: Period,
    against: RatingList | None,
    windows: Mapping[Part, tuple[int, int]],
) -> ListDifference:
    """Compare the list that would be published for the period now with the published
    one; of each part the lines in its window (how many, after how many).
    """
    asked = {
        **placed_parameters(period),
        "against": against.pk if against else None,
        "revises": against is not None and against.period_id == period.pk,
        "gap": months_before(period.start_date, GAP_MONTHS),
    }
    statement = _FLAGGED
    for part, (limit, offset) in windows.items():
        where, order = _PARTS[part]
        statement += _PART.format(part=part, where=where, order=order)
        asked |= {f"{part}_limit": limit, f"{part}_offset": offset}
    with connection.cursor() as cursor:
        cursor.execute(statement, asked)
        return _read(cursor.fetchall())


def standing_list(period: Period) -> RatingList | None:
    """What a proposal is compared with: the newest list of its own period, or
    else the newest of the periods before it.
    """
    lists = RatingList.published.filter(pool_id=period.pool_id).newest_first()
    own = lists.filter(period=period).first()
    return own or lists.filter(valid_from__lt=period.end_date + DAY).first()


def _read(rows: list[tuple[str, int, Any]]) -> ListDifference:
    counts = json.loads(rows[0][2])
    parts: dict[str, list[DifferenceLine]] = {}
    totals: dict[str, int] = {}
    for part, total, line in rows[1:]:
        parts.setdefault(part, []).append(_line(json.loads(line)))
        totals[part] = total
    return ListDifference(
        **counts,
        parts={
            part: Excerpt(tuple(parts.get(part, ())), totals.get(part, 0))
            for part in Part
        },
    )


def _line(said: dict[str, Any]) -> DifferenceLine:
    return DifferenceLine(
        **{
            name: said[name]
            for name in DifferenceLine.__dataclass_fields__
            if name not in ("played_before", "last_played", "oddities")
        },
        played_before=_day(said["played_before"]),
        last_played=_day(said["last_played"]),
        oddities=tuple(said["oddities"]),
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
