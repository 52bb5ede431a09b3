"""Query merges of two cards: which wait, which hold, and what distinguishes the two."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Count, Max, Min, Q, QuerySet
from django.db.models.functions import ExtractYear

from federation.models import ClassMembership, Player
from federation.queries.duplicates import CardFacts, card_of
from ratings.enums import DecisionKind
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import CurrentRating, Decision, Game, Merge, Pool, RatingList
from ratings.pools.queries.systems import systems_of_pools
from ratings.rules.protocol import HasLevels


class MergeStatus(StrEnum):
    ALIKE = "alike"
    UNCONFIRMED = "unconfirmed"
    IN_FORCE = "standing"
    SETTLED = "settled"


_PEOPLE = ("gone", "stays", "made_by", "confirmed_by", "rejected_by", "undone_by")


def merges_on(status: MergeStatus) -> "QuerySet[Merge]":
    """Return the merges of a status, the newest first; the waiting ones oldest first."""
    found = {
        MergeStatus.UNCONFIRMED: Merge.objects.waiting().order_by("made_at", "pk"),
        MergeStatus.IN_FORCE: Merge.objects.in_force().order_by("-confirmed_at", "-pk"),
        MergeStatus.SETTLED: Merge.objects.settled().order_by("-made_at", "-pk"),
    }
    return found.get(status, Merge.objects.none()).select_related(*_PEOPLE)


def status_counts() -> dict[MergeStatus, int]:
    """Return how many merges there are of each status."""
    counted = Merge.objects.aggregate(
        waiting=Count("pk", Q(confirmed_at=None, rejected_at=None)),
        in_force=Count("pk", Q(confirmed_at__isnull=False, undone_at=None)),
        settled=Count("pk", Q(rejected_at__isnull=False) | Q(undone_at__isnull=False)),
    )
    return {
        MergeStatus.UNCONFIRMED: counted["waiting"],
        MergeStatus.IN_FORCE: counted["in_force"],
        MergeStatus.SETTLED: counted["settled"],
    }


def merge_of(one_id: int, other_id: int) -> Merge | None:
    """Return the newest merge of the two players, in either direction."""
    found = Merge.objects.about(one_id).about(other_id).select_related(*_PEOPLE)
    return found.order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class ApartUntil:
    """A pool that carries corrections, and the last day of its periods with a list,
    until which it counts two cards separately even if they are merged.
    """

    pool: str
    until: date


def pools_kept_apart(players: Collection[int]) -> list[ApartUntil]:
    """Return the pools in which a merge of these cards does not rebook games of periods
    with a list that were played by one of them, or by a card that leads to them.
    """
    carrying = (
        RatingList.objects.filter(pool__carries_from__isnull=False)
        .values_list("pool_id")
        .annotate(until=Max("period__end_date"))
        .order_by("pool_id")
    )
    until: dict[int, date] = dict(carrying)
    pools = Pool.objects.in_bulk(list(until))
    games = Game.objects.of_players(aliases_now().cards(players))
    return [
        ApartUntil(pools[pool_id].label, day)
        for pool_id, day in until.items()
        if games.filter(pool=pool_id, booked_on__lte=day).exists()
    ]


@dataclass(frozen=True, slots=True)
class RatedInPool:
    """A player's live rating in a pool, and its level where it is one."""

    pool: str
    rating: float
    levels: HasLevels | None = None


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card with what was played under it: ratings, classes, the number of games by
    year (those that count now), and the first and the last day.
    """

    card: CardFacts
    ratings: tuple[RatedInPool, ...]
    starts: tuple[RatedInPool, ...]
    """The start ratings decided by officers."""
    player_class: str
    games: dict[int, int]
    first: object
    last: object

    @property
    def player(self) -> Player:
        return self.card.player


def played_card(player: Player, today: date) -> PlayedCard:
    played = Game.objects.between_players().of_players([player.pk])
    games = played.filter(report__countings__span__endswith=None)
    by_year = games.values(year=ExtractYear("played_date")).annotate(count=Count("pk"))
    days = games.aggregate(first=Min("played_date"), last=Max("played_date"))
    held = ClassMembership.objects.filter(player=player).order_by("-from_date", "-pk")
    rated = CurrentRating.objects.filter(player_id=player.pk).order_by("pool_id")
    decided = Decision.objects.filter(
        player_id=player.pk, kind=DecisionKind.START, span__endswith=None
    ).exclude(span=None)
    starts = decided.order_by("pool_id", "on_date", "pk")
    pools = Pool.objects.in_bulk()
    systems = systems_of_pools(pools)
    return PlayedCard(
        card=card_of(player),
        ratings=tuple(
            RatedInPool(
                pools[each.pool_id].label,
                each.rating,
                systems[each.pool_id].levels_on(today),
            )
            for each in rated
        ),
        starts=tuple(
            RatedInPool(
                pools[each.pool_id].label,
                float(each.points),
                systems[each.pool_id].levels_on(today),
            )
            for each in starts
            if each.points is not None
        ),
        player_class=held.values_list("player_class", flat=True).first() or "",
        games=dict(by_year.order_by("-year").values_list("year", "count")),
        **days,
    )
