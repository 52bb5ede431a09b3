"""FIDE's ratings of the register's players: beside a rating of the office, and by
month.

The player of a FIDE rating is found by today's FIDE number in the register. The ratings
of a month are read from those that are kept; a FIDE number that was entered in the
register later is looked up on the newest list.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from federation.models import Player
from ratings.enums import FideTempo
from ratings.models import FideLine, FideList, FideRating

MONTHS_SHOWN = 24

_MONTHS = """
WITH mine AS (SELECT fide_id FROM federation_player WHERE id = %(player)s),
said AS (
  SELECT list_id, title, inactive, standard, rapid, blitz
  FROM ratings_fiderating WHERE fide_id = (SELECT fide_id FROM mine)
  UNION
  SELECT list_id, title, inactive, standard, rapid, blitz
  FROM ratings_fideline WHERE fide_id = (SELECT fide_id FROM mine)
)
SELECT month, title, inactive, standard, rapid, blitz
FROM said JOIN ratings_fidelist AS list ON list.id = list_id
WHERE month <= %(today)s ORDER BY month DESC, list.id DESC
"""


@dataclass(frozen=True, slots=True)
class FideListInForce:
    """The list that is valid on a day for a kind of play."""

    pk: int
    month: date
    tempo: str

    @property
    def kind(self) -> str:
        """The kind of play in words."""
        return str(FideTempo(self.tempo).label)


@dataclass(frozen=True, slots=True)
class FideMonth:
    """A player's ratings of a month; None for a kind of play without one."""

    month: date
    title: str
    inactive: bool
    standard: int | None
    rapid: int | None
    blitz: int | None

    def rating(self, tempo: str) -> int | None:
        found: int | None = getattr(self, tempo)
        return found


@dataclass(frozen=True, slots=True)
class FideBeside:
    """FIDE's rating shown beside one of the office's: its kind of play and month."""

    rating: int
    tempo: str
    month: date

    @property
    def kind(self) -> str:
        """The kind of play in words."""
        return str(FideTempo(self.tempo).label)


def find_fide_list(tempo: str, day: date) -> FideListInForce | None:
    """Return the list of that kind of play that is valid on the day; None if there is
    none, and for the empty `tempo` of a pool that shows none.
    """
    if not tempo:
        return None
    lists = FideList.objects.of_tempo(tempo).in_force_on(day)
    found = lists.values_list("pk", "month").first()
    return FideListInForce(*found, tempo) if found else None


def fide_list_on_day(now: FideListInForce | None, day: date) -> FideListInForce | None:
    """Return the list that was valid on a day; `now` is the one valid today."""
    if now is None or now.month <= day:
        return now
    return find_fide_list(now.tempo, day)


def rating_on(held: FideListInForce) -> Coalesce:
    """Return a player's rating on that list, for a queryset of players."""
    line = {"list": held.pk, "fide_id": OuterRef("fide_id")}
    kept = FideRating.objects.filter(**line).values(held.tempo)
    shown = FideLine.objects.filter(**line).values(held.tempo)
    return Coalesce(Subquery(kept[:1]), Subquery(shown[:1]))


def with_rating(held: FideListInForce) -> "QuerySet[Any]":
    """Return the players who have a rating on that list."""
    players = Player.objects.filter(fide_id__isnull=False)
    return players.alias(on_fide_list=rating_on(held)).filter(
        on_fide_list__isnull=False
    )


def ratings_on(held: FideListInForce | None, players: Iterable[int]) -> dict[int, int]:
    """Return the ratings on that list, by the ids of the players who have one."""
    if held is None:
        return {}
    rated: QuerySet[Any] = with_rating(held).filter(pk__in=list(players))
    return dict(rated.annotate(held=rating_on(held)).values_list("pk", "held"))


def fide_rating_of(held: FideListInForce | None, player_id: int) -> FideBeside | None:
    """Return FIDE's rating of a player on that list."""
    rating = ratings_on(held, [player_id]).get(player_id)
    if held is None or rating is None:
        return None
    return FideBeside(rating, held.tempo, held.month)


def months_of(player_id: int, today: date) -> list[FideMonth]:
    """Return the player's ratings by month, the newest first, for the last
    `MONTHS_SHOWN` months with any. If two lists of a month have a rating of the same
    kind, the later one holds.
    """
    with connection.cursor() as cursor:
        cursor.execute(_MONTHS, {"player": player_id, "today": today})
        found = [FideMonth(*row) for row in cursor.fetchall()]
    months: dict[date, FideMonth] = {}
    for each in found:
        later = months.get(each.month)
        months[each.month] = _together(later, each) if later else each
    return list(months.values())[:MONTHS_SHOWN]


def _together(later: FideMonth, earlier: FideMonth) -> FideMonth:
    return replace(
        later,
        standard=later.standard or earlier.standard,
        rapid=later.rapid or earlier.rapid,
        blitz=later.blitz or earlier.blitz,
    )
