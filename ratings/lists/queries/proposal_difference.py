"""Compare a proposed list with the published one; the proposal is computed only once."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db import connection

from ratings.lists.queries.limits import LineLimits, limits_of
from ratings.lists.queries.listing import (
    DIGEST,
    PLACED,
    months_before,
    placed_parameters,
)
from ratings.lists.queries.move_reasons import MoveReason
from ratings.models import Period, RatingList

DAY = timedelta(days=1)


class ProposalPart(StrEnum):
    """The parts in the order shown. `FIGURES`: same rating, other change or games."""

    ODD = "odd"
    UP = "up"
    DOWN = "down"
    FIGURES = "figures"
    NEW = "new"
    GONE = "gone"


class Oddity(StrEnum):
    """Why a line of the proposal is unusual."""

    CHANGE = "change"
    NEWCOMER = "newcomer"
    GAMES = "games"
    GAP = "gap"
    IDLE = "idle"
    """The rating moves far without a game in the period."""


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """One player on the proposal and on the published list; None where not rated there.
    `base`, `change` and `games` are the period's; `…_before`: on the published list.
    """

    player_id: int
    name: str
    birth_year: int | None
    club: str
    position: int | None
    position_before: int | None
    rating: float | None
    rating_before: float | None
    moved: float | None
    change: float | None
    change_before: float | None
    games: int | None
    games_before: int | None
    base: float | None
    base_before: float | None
    is_newcomer: bool
    played_before: date | None
    last_played: date | None
    status: str
    oddities: tuple[str, ...] = ()
    reasons: tuple[MoveReason, ...] = ()
    """Why the rating moves without a game in the period (`why_moved.with_reasons`)."""
    is_namesake: bool = False
    """Whether another line that was read is of a player with the same name."""

    @property
    def with_year(self) -> str:
        """The name for places where the club is shown next to it."""
        return self._with(self.birth_year)

    @property
    def distinct_name(self) -> str:
        """The name for running text, with year of birth and club if it is ambiguous."""
        return self._with(self.birth_year, self.club)

    def _with(self, *facts: int | str | None) -> str:
        apart = ", ".join(str(each) for each in facts if each)
        return f"{self.name} ({apart})" if self.is_namesake and apart else self.name

    @property
    def largest_move(self) -> float:
        """The change in the period or against the published list, the larger one."""
        return max(self.change or 0, self.moved or 0, key=abs)

    @property
    def months_away(self) -> int | None:
        """Whole months between the last game before the period and the last in it."""
        if self.played_before is None or self.last_played is None:
            return None
        last, before = self.last_played, self.played_before
        months = 12 * (last.year - before.year) + last.month - before.month
        return months - (last.day < before.day)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of a part, and how many there are."""

    lines: tuple[DifferenceLine, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class ListDifference:
    """`digest`: of the whole proposed list; `limits`: by which lines are unusual;
    `unplayed`: how many players go up or down without a rated game in the period.
    """

    digest: str
    limits: LineLimits
    listed: int
    listed_before: int
    players: int
    up: int
    down: int
    same: int
    unplayed: int
    parts: Mapping[str, Excerpt] = field(default_factory=dict)


# For a revised list, only lines that have changed can be unusual: the others were looked
# at when the published list was approved.
_FLAGGED = f"""
WITH placed AS MATERIALIZED ({PLACED}),
published AS (
  SELECT player_id, position, rating, games, score, base, change, club_id, last_played
  FROM ratings_listentry WHERE pool_id = %(pool)s AND list_id = %(against)s
), compared AS (
  SELECT player_id, placed.position, published.position AS position_before,
    placed.rating, published.rating AS rating_before,
    placed.rating - published.rating AS moved,
    placed.change, published.change AS change_before,
    placed.games, published.games AS games_before,
    placed.base, published.base AS base_before,
    placed.in_step, placed.played_before,
    coalesce(placed.last_played, published.last_played) AS last_played,
    coalesce(placed.club_id, published.club_id) AS club_id, placed.sort_key,
    coalesce(placed.in_step AND placed.start_from <> 0, false) AS is_newcomer,
    NOT %(revises)s OR (placed.rating, placed.games, placed.score, placed.change,
      placed.position IS NULL) IS DISTINCT FROM (published.rating, published.games,
      published.score, published.change, published.position IS NULL) AS is_news,
    coalesce(placed.games = 0 AND greatest(abs(placed.change),
      abs(placed.rating - published.rating)) > %(idle)s::int, false) AS is_idle
  FROM placed FULL JOIN published USING (player_id)
), flagged AS MATERIALIZED (
  SELECT compared.*, CASE WHEN is_news THEN array_remove(ARRAY[
    CASE WHEN NOT is_idle AND in_step AND greatest(abs(change), abs(moved))
      > %(big_change)s::int THEN '{Oddity.CHANGE}' END,
    CASE WHEN is_newcomer AND rating > %(newcomer)s::int
      THEN '{Oddity.NEWCOMER}' END,
    CASE WHEN in_step AND games > %(games)s::int THEN '{Oddity.GAMES}' END,
    CASE WHEN games > 0 AND played_before < %(gap)s::date THEN '{Oddity.GAP}' END,
    CASE WHEN is_idle THEN '{Oddity.IDLE}' END
  ], NULL) ELSE ARRAY[]::text[] END AS oddities
  FROM compared
)
SELECT 'counts' AS part, 0 AS total, jsonb_build_object(
  'listed', count(position), 'listed_before', count(position_before),
  'players', count(*) FILTER (WHERE games > 0),
  'digest', (SELECT digest FROM ({DIGEST}) AS said),
  'up', count(*) FILTER (WHERE moved > 0 AND {{both}}),
  'down', count(*) FILTER (WHERE moved < 0 AND {{both}}),
  'same', count(*) FILTER (WHERE moved = 0 AND {{both}}),
  'unplayed', count(*) FILTER (
    WHERE moved <> 0 AND coalesce(games, 0) = 0 AND {{both}})) AS line
FROM flagged
""".format(both="position > 0 AND position_before > 0")

_PART = """
UNION ALL (
SELECT '{part}', total, to_jsonb(cut) || jsonb_build_object(
  'name', player.first_name || ' ' || player.last_name, 'status', player.status,
  'birth_year', player.birth_year,
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
    ProposalPart.ODD: (
        "cardinality(oddities) > 0",
        f"oddities = ARRAY['{Oddity.GAP}'], cardinality(oddities) DESC,"
        " greatest(abs(change), abs(moved)) DESC",
    ),
    ProposalPart.UP: (
        "moved > 0 AND position > 0 AND position_before > 0",
        "moved DESC",
    ),
    ProposalPart.DOWN: ("moved < 0 AND position > 0 AND position_before > 0", "moved"),
    ProposalPart.FIGURES: (
        "%(revises)s AND moved = 0 AND is_news AND position > 0 AND position_before > 0",
        "position",
    ),
    ProposalPart.NEW: ("position > 0 AND position_before IS NULL", "position"),
    ProposalPart.GONE: ("position_before > 0 AND position IS NULL", "position_before"),
}


def difference(
    period: Period,
    against: RatingList | None,
    windows: Mapping[ProposalPart, tuple[int, int]],
) -> ListDifference:
    """Compare the list that would be published for the period now with the published
    one. `windows`: by part, the lines to read (limit, offset).
    """
    limits = limits_of(period.pool_id, period.end_date)
    parameters = {
        **placed_parameters(period),
        **_limit_parameters(limits, period),
        "against": against.pk if against else None,
        "revises": against is not None and against.period_id == period.pk,
    }
    statement = _FLAGGED
    for part, (limit, offset) in windows.items():
        where, order = _PARTS[part]
        statement += _PART.format(part=part, where=where, order=order)
        parameters |= {f"{part}_limit": limit, f"{part}_offset": offset}
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return _read(cursor.fetchall(), limits)


def _limit_parameters(limits: LineLimits, period: Period) -> dict[str, Any]:
    months = limits.gap_months
    return {
        "big_change": limits.change,
        "newcomer": limits.newcomer,
        "games": limits.games,
        "idle": limits.idle,
        "gap": months_before(period.start_date, months) if months else None,
    }


def _read(rows: list[tuple[str, int, Any]], limits: LineLimits) -> ListDifference:
    counts = json.loads(rows[0][2])
    parts: dict[str, list[DifferenceLine]] = {}
    totals: dict[str, int] = {}
    for part, total, line in rows[1:]:
        parts.setdefault(part, []).append(_line(json.loads(line)))
        totals[part] = total
    shared = _shared_names(each for lines in parts.values() for each in lines)
    return ListDifference(
        **counts,
        limits=limits,
        parts={
            part: Excerpt(
                tuple(
                    replace(each, is_namesake=each.name.casefold() in shared)
                    for each in parts.get(part, ())
                ),
                totals.get(part, 0),
            )
            for part in ProposalPart
        },
    )


def _shared_names(lines: Iterable[DifferenceLine]) -> set[str]:
    """Return the names that more than one player has."""
    names = dict.fromkeys((each.player_id, each.name.casefold()) for each in lines)
    counts = Counter(name for _player, name in names)
    return {name for name, count in counts.items() if count > 1}


_OTHER = {"played_before", "last_played", "oddities", "reasons", "is_namesake"}


def _line(row: dict[str, Any]) -> DifferenceLine:
    return DifferenceLine(
        **{
            each.name: row[each.name]
            for each in fields(DifferenceLine)
            if each.name not in _OTHER
        },
        played_before=_day(row["played_before"]),
        last_played=_day(row["last_played"]),
        oddities=tuple(row["oddities"]),
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
