"""The effects of decisions, read for a whole page at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from django.db.models import Count, F, Min, Q, Sum

from ratings.enums import DecisionKind
from ratings.models import Change, CurrentRating, Decision, Period, RatingList


class DecisionOrDraft(Protocol):
    """A decision, or the draft of one."""

    @property
    def pool_id(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def player_id(self) -> int | None: ...
    @property
    def on_date(self) -> date: ...


@dataclass(frozen=True, slots=True)
class DecisionImpact:
    """What depends on a decision that is about to be made: the period that contains its
    day (None if there is none), the player's rating after it, the bonus given there,
    how many published lists come after the day and may change, and how many decisions
    of the kind there are about the same player and day.
    """

    period: Period | None
    is_before_all: bool
    first_rated_on: date | None
    rating: float | None
    after: float | None
    bonus: float
    bonus_players: int
    lists: int
    same_kind: int


def decision_impacts(decided: Sequence[DecisionOrDraft]) -> list[DecisionImpact]:
    """Return the impact of each decision; the number of queries does not depend on how
    many there are.
    """
    facts = _Facts(decided)
    return [facts.impact(each) for each in decided]


class _Facts:
    def __init__(self, decided: Sequence[DecisionOrDraft]) -> None:
        self.pools = {each.pool_id for each in decided}
        self.players = {each.player_id for each in decided if each.player_id}
        self.periods = self._periods()
        held = {self.period(each) for each in decided} - {None}
        self.ends = {period.end_date for period in held if period}
        self.changes = self._changes()
        self.ratings = self._ratings()
        self.first = self._first()
        self.lists = self._lists()
        self.others = self._others({each.on_date for each in decided})
        everybodys = any(self._is_everybodys_bonus(each) for each in decided)
        self.bonus = self._bonus() if everybodys else {}

    def impact(self, one: DecisionOrDraft) -> DecisionImpact:
        period, whose = self.period(one), (one.pool_id, one.player_id)
        end = period.end_date if period else None
        change = self.changes.get((*whose, end))
        bonus = self._bonus_of(one, end, change)
        starts = [each.start_date for each in self.periods.get(one.pool_id, ())]
        return DecisionImpact(
            period=period,
            is_before_all=all(one.on_date < start for start in starts),
            first_rated_on=self.first.get(whose),
            rating=self.ratings.get(whose),
            after=change.after if change else None,
            bonus=bonus[0],
            bonus_players=bonus[1],
            lists=sum(day > one.on_date for day in self.lists.get(one.pool_id, ())),
            same_kind=self.others.get((*whose, one.kind, one.on_date), 0),
        )

    def period(self, one: DecisionOrDraft) -> Period | None:
        for each in self.periods.get(one.pool_id, ()):
            if each.start_date <= one.on_date <= each.end_date:
                return each
        return None

    def _periods(self) -> dict[int, list[Period]]:
        found: dict[int, list[Period]] = {}
        for period in Period.objects.filter(pool__in=self.pools):
            found.setdefault(period.pool_id, []).append(period)
        return found

    def _changes(self) -> dict[tuple[int, int | None, date | None], Change]:
        rows = Change.objects.filter(
            pool_id__in=self.pools,
            player_id__in=self.players,
            ended_on__in=self.ends,
            report_id=0,
        )
        return {(row.pool_id, row.player_id, row.ended_on): row for row in rows}

    def _ratings(self) -> dict[tuple[int, int | None], float]:
        rows = CurrentRating.objects.filter(
            pool_id__in=self.pools, player_id__in=self.players
        )
        return {(row.pool_id, row.player_id): row.rating for row in rows}

    def _first(self) -> dict[tuple[int, int | None], date]:
        rows = (
            Change.objects.filter(
                pool_id__in=self.pools,
                player_id__in=self.players,
                before__isnull=False,
            )
            .values_list("pool_id", "player_id")
            .annotate(first=Min("started_on"))
        )
        return {(pool, player): first for pool, player, first in rows}

    def _lists(self) -> dict[int, set[date]]:
        found: dict[int, set[date]] = {}
        # Where corrections are carried, approved periods stay as they are.
        rows = RatingList.objects.filter(
            pool__in=self.pools, pool__carries_from__isnull=True
        )
        for pool, day in rows.values_list("pool_id", "valid_from").distinct():
            found.setdefault(pool, set()).add(day)
        return found

    def _others(self, days: set[date]) -> dict[tuple[Any, ...], int]:
        """Return how many decisions count or wait to do so, by pool, player, kind and
        day.
        """
        rows = (
            Decision.objects.filter(
                Q(span__isnull=False, span__endswith=None)
                | Q(confirmed_at=None, rejected_at=None),
                pool__in=self.pools,
                on_date__in=days,
            )
            .values_list("pool_id", "player_id", "kind", "on_date")
            .annotate(count=Count("pk"))
        )
        return {tuple(row[:-1]): row[-1] for row in rows}

    def _bonus(self) -> dict[tuple[int, date], tuple[float, int]]:
        rows = (
            Change.objects.filter(
                pool_id__in=self.pools, ended_on__in=self.ends, bonus__gt=0
            )
            .values_list("pool_id", "ended_on")
            .annotate(points=Sum(F("bonus")), players=Count("player_id"))
        )
        return {(pool, end): (points, players) for pool, end, points, players in rows}

    def _bonus_of(
        self, one: DecisionOrDraft, end: date | None, change: Change | None
    ) -> tuple[float, int]:
        if end is not None and self._is_everybodys_bonus(one):
            return self.bonus.get((one.pool_id, end), (0, 0))
        return (change.bonus, 1) if change and change.bonus else (0, 0)

    def _is_everybodys_bonus(self, one: DecisionOrDraft) -> bool:
        return one.kind == DecisionKind.WITHHOLD_BONUS and one.player_id is None
