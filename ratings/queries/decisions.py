"""Decisions about ratings: what waits, what counts, and what one would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Count, F, Q, QuerySet, Sum

from federation.models import Membership, Player
from ratings.enums import Act, DecisionKind
from ratings.models import (
    Change,
    CurrentRating,
    Decision,
    Period,
    Posting,
    RatingList,
)


class Shelf(StrEnum):
    UNCONFIRMED = "unconfirmed"
    STANDING = "standing"
    SETTLED = "settled"


_STANDS = Q(span__isnull=False, span__endswith=None)
_ON = {
    Shelf.UNCONFIRMED: Q(confirmed_at=None, rejected_at=None),
    Shelf.STANDING: _STANDS,
    Shelf.SETTLED: Q(rejected_at__isnull=False)
    | Q(span__isnull=False, span__endswith__isnull=False),
}
_ORDER = {
    Shelf.UNCONFIRMED: ("made_at", "pk"),
    Shelf.STANDING: ("-confirmed_at", "-pk"),
    Shelf.SETTLED: ("-made_at", "-pk"),
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What bears on a decision that somebody is about to make: the period that
    holds its day (None where none does), the player's numbers in it, and how
    many published lists it reaches.
    """

    period: Period | None
    is_before_all: bool
    first_rated_on: date | None
    rating: float | None
    before: float | None
    after: float | None
    games: int
    bonus: float
    bonus_players: int
    lists: int
    same_kind: int


def decisions_on(shelf: Shelf) -> "QuerySet[Decision]":
    return (
        Decision.objects.filter(_ON[shelf])
        .select_related("pool", "player", "made_by", "confirmed_by")
        .order_by(*_ORDER[shelf])
    )


def shelf_counts() -> dict[Shelf, int]:
    counted = Decision.objects.aggregate(
        **{shelf.value: Count("pk", filter=on) for shelf, on in _ON.items()}
    )
    return {shelf: counted[shelf.value] for shelf in Shelf}


def revocations(decisions: Sequence[Decision]) -> dict[int, Posting]:
    """The journal's lines that ended these decisions, by decision."""
    lines = Posting.objects.filter(
        decision__in=[each.pk for each in decisions], act=Act.REVOKE
    ).select_related("by")
    return {line.decision_id: line for line in lines if line.decision_id}


def decisions_in(period: Period) -> list[Decision]:
    """Those that count in the period or wait to do so, the waiting first."""
    return list(
        Decision.objects.filter(
            _STANDS | _ON[Shelf.UNCONFIRMED],
            pool_id=period.pool_id,
            on_date__range=(period.start_date, period.end_date),
        )
        .select_related("player", "made_by", "confirmed_by")
        .order_by(F("confirmed_at").desc(nulls_first=True), "pk")
    )


def outlook(pool_id: int, kind: str, player_id: int | None, on_date: date) -> Outlook:
    period = Period.objects.filter(pool_id=pool_id).holding(on_date).first()
    change = _change(period, player_id)
    bonus = _bonus(period, player_id) if kind == DecisionKind.WITHHOLD_BONUS else {}
    current, first = _rating(pool_id, player_id) if player_id else (None, None)
    return Outlook(
        period=period,
        is_before_all=not Period.objects.filter(
            pool_id=pool_id, start_date__lte=on_date
        ).exists(),
        first_rated_on=first.started_on if first else None,
        rating=current.rating if current else None,
        before=change.before if change else None,
        after=change.after if change else None,
        games=change.games if change else 0,
        bonus=bonus.get("points") or 0,
        bonus_players=int(bonus.get("players") or 0),
        lists=_lists_after(pool_id, on_date),
        same_kind=_same_kind(pool_id, kind, player_id, on_date),
    )


def _rating(pool_id: int, player_id: int) -> tuple[CurrentRating | None, Change | None]:
    """The player's rating now, and the first period in which there was one."""
    first = (
        Change.objects.of_player(pool_id, player_id)
        .filter(before__isnull=False)
        .order_by("started_on")
        .first()
    )
    now = CurrentRating.objects.filter(pool_id=pool_id, player_id=player_id)
    return now.first(), first


def _change(period: Period | None, player_id: int | None) -> Change | None:
    if period is None or player_id is None:
        return None
    return Change.objects.filter(
        pool_id=period.pool_id, player_id=player_id, ended_on=period.end_date
    ).first()


def _bonus(period: Period | None, player_id: int | None) -> dict[str, float]:
    if period is None:
        return {}
    given = Change.objects.filter(
        pool_id=period.pool_id, ended_on=period.end_date, bonus__gt=0
    )
    if player_id is not None:
        given = given.filter(player_id=player_id)
    return given.aggregate(points=Sum("bonus"), players=Count("player_id"))


def _lists_after(pool_id: int, on_date: date) -> int:
    """Dates for which a list is published that the day bears on."""
    return (
        RatingList.objects.filter(pool_id=pool_id, valid_from__gt=on_date)
        .values("valid_from")
        .distinct()
        .count()
    )


def _same_kind(pool_id: int, kind: str, player_id: int | None, on_date: date) -> int:
    """Decisions of the same kind about the same player and day, not put aside."""
    whose = Q(player=player_id) if player_id else Q(player=None)
    return Decision.objects.filter(
        _STANDS | _ON[Shelf.UNCONFIRMED],
        whose,
        pool_id=pool_id,
        kind=kind,
        on_date=on_date,
    ).count()


@dataclass(frozen=True, slots=True)
class PlayerToChoose:
    """One of several who may be meant, with what tells them apart."""

    player: Player
    club: str
    rating: float | None


def players_to_choose(players: Sequence[Player], today: date) -> list[PlayerToChoose]:
    ids = [player.pk for player in players]
    clubs = dict(
        Membership.objects.main()
        .on(today)
        .filter(player__in=ids)
        .values_list("player_id", "club__name")
    )
    ratings = dict(
        CurrentRating.objects.filter(player_id__in=ids)
        .order_by("-pool_id")
        .values_list("player_id", "rating")
    )
    return [
        PlayerToChoose(each, clubs.get(each.pk, ""), ratings.get(each.pk))
        for each in players
    ]
