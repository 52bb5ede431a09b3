"""Decisions about ratings: which wait, which count, and the effect that one would have."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Count, F, Q, QuerySet

from federation.models import Membership, Player
from federation.models.sorting import folded_text
from ratings.enums import DecisionKind, PostingType
from ratings.models import CurrentRating, Decision, Period, Posting
from ratings.pages.level_words import rating_words
from ratings.pools.queries.systems import systems_of_pools
from ratings.rules.protocol import HasLevels

MAX_SEARCH_WORDS = 6


class DecisionStatus(StrEnum):
    UNCONFIRMED = "unconfirmed"
    IN_FORCE = "standing"
    SETTLED = "settled"


_STANDS = Q(span__isnull=False, span__endswith=None)
_ON = {
    DecisionStatus.UNCONFIRMED: Q(confirmed_at=None, rejected_at=None),
    DecisionStatus.IN_FORCE: _STANDS,
    DecisionStatus.SETTLED: Q(rejected_at__isnull=False)
    | Q(span__isnull=False, span__endswith__isnull=False),
}
_ORDER = {
    DecisionStatus.UNCONFIRMED: ("made_at", "pk"),
    DecisionStatus.IN_FORCE: ("-confirmed_at", "-pk"),
    DecisionStatus.SETTLED: ("-made_at", "-pk"),
}


def decisions_on(status: DecisionStatus, text: str = "") -> "QuerySet[Decision]":
    """Return the decisions of a status; with a text, those about a player whose name
    contains every word of it. The board's own decisions have a page of their own.
    """
    found = _of_officers().filter(_ON[status])
    for word in text.split()[:MAX_SEARCH_WORDS]:
        found = found.filter(player__search_text__contains=folded_text(word))
    beside = ("pool", "player", "made_by", "confirmed_by", "rejected_by")
    return found.select_related(*beside).order_by(*_ORDER[status])


def _of_officers() -> "QuerySet[Decision]":
    return Decision.objects.exclude(kind=DecisionKind.BOARD)


def status_counts() -> dict[DecisionStatus, int]:
    counted = _of_officers().aggregate(
        **{status.value: Count("pk", filter=on) for status, on in _ON.items()}
    )
    return {status: counted[status.value] for status in DecisionStatus}


def revocations(decisions: Sequence[Decision]) -> dict[int, Posting]:
    """Return the postings that ended these decisions, by decision."""
    lines = Posting.objects.filter(
        decision__in=[each.pk for each in decisions], act=PostingType.REVOKE
    ).select_related("by")
    return {line.decision_id: line for line in lines if line.decision_id}


def decisions_in(period: Period) -> list[Decision]:
    """Return the decisions that count in the period or wait to do so, the waiting ones
    first.
    """
    return list(
        Decision.objects.filter(
            _STANDS | _ON[DecisionStatus.UNCONFIRMED],
            pool_id=period.pool_id,
            on_date__range=(period.start_date, period.end_date),
        )
        .select_related("player", "made_by", "confirmed_by")
        .order_by(F("confirmed_at").desc(nulls_first=True), "pk")
    )


def levels_of_each(decisions: Sequence[Decision]) -> dict[int, HasLevels | None]:
    """Return by decision the levels by which its pool is rated on its day, None for
    numbers.
    """
    systems = systems_of_pools(each.pool_id for each in decisions)
    return {
        each.pk: systems[each.pool_id].levels_on(each.on_date) for each in decisions
    }


@dataclass(frozen=True, slots=True)
class PlayerToChoose:
    """One of several players who match, with facts to distinguish them."""

    player: Player
    club: str
    rating: str
    """As formatted for the first pool in which the player has one."""


def players_to_choose(players: Sequence[Player], today: date) -> list[PlayerToChoose]:
    ids = [player.pk for player in players]
    clubs = dict(
        Membership.objects.main()
        .on(today)
        .filter(player__in=ids)
        .values_list("player_id", "club__name")
    )
    rated = list(
        CurrentRating.objects.filter(player_id__in=ids)
        .order_by("-pool_id")
        .values_list("pool_id", "player_id", "rating")
    )
    systems = systems_of_pools(pool for pool, _player, _rating in rated)
    ratings = {
        player: rating_words(systems[pool].levels_on(today), rating)
        for pool, player, rating in rated
    }
    return [
        PlayerToChoose(each, clubs.get(each.pk, ""), ratings.get(each.pk, ""))
        for each in players
    ]
