"""The organiser's deadlines, if the rating system or a sanction sets any."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from ratings.enums import ReportState
from ratings.models import Edition, Report
from ratings.pools.queries.systems import systems_of_pools
from ratings.rules.norms import SetsDeadlines
from ratings.rules.systems import systems
from tournaments.enums import (
    DeadlineKind,
    DeadlineStage,
    SanctionState,
    TournamentState,
)
from tournaments.models import ConditionsSent, Sanction, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.reports import SOURCE_KIND
from tournaments.rules.sanctions.application import results_due

NEAR = timedelta(days=3)
"""How long before its last day a deadline counts as near."""
LATE = timedelta(weeks=1)
"""How long after its last day the district is notified of a deadline that a sanction
sets.
"""
BEGUN = (TournamentState.RUNNING, TournamentState.FINISHED)

NOT_CANCELLED = (TournamentState.DRAFT, *BEGUN)


@dataclass(frozen=True, slots=True)
class Deadline:
    """What has to be done by when, and its stage today."""

    tournament: Tournament
    kind: DeadlineKind
    due_date: date
    done_on: date | None
    stage: DeadlineStage

    @property
    def is_pressing(self) -> bool:
        """Whether it is near or passed, and not done."""
        return self.stage == DeadlineStage.NEAR or self.has_passed

    @property
    def has_passed(self) -> bool:
        return self.stage in (DeadlineStage.PASSED, DeadlineStage.LATE)


def deadlines_of(
    tournaments: Sequence[Tournament], today: date
) -> dict[int, tuple[Deadline, ...]]:
    """Return the deadlines of those tournaments that have any, by tournament id, in
    five queries.
    """
    held = systems_of_pools({each.pool_id for each in tournaments})
    bound: dict[Tournament, SetsDeadlines] = {}
    for each in tournaments:
        system = held[each.pool_id].on(each.start_date)
        cancelled = each.state == TournamentState.CANCELLED
        if isinstance(system, SetsDeadlines) and not cancelled:
            bound[each] = system
    sanctioned = _sanctioned(tournaments)
    if not bound and not sanctioned:
        return {}
    sent = _conditions_sent([each.pk for each in bound])
    presented = _presented([each.pk for each in (*bound, *sanctioned)])
    found = {
        each.pk: _deadlines(
            each, system, sent.get(each.pk), presented.get(each.pk), today
        )
        for each, system in bound.items()
    }
    for each in sanctioned:
        of_sanction = _of_sanction(each, presented.get(each.pk), today)
        found[each.pk] = (*found.get(each.pk, ()), of_sanction)
    return found


def pressing_deadlines(today: date) -> list[Deadline]:
    """Return the near or passed deadlines of all tournaments that have begun or are
    sanctioned, the oldest first.
    """
    found = deadlines_of(list(_not_presented()), today)
    pressing = (each for each in _all(found.values()) if each.is_pressing)
    return sorted(pressing, key=lambda each: (each.due_date, each.tournament.pk))


def overdue_deadlines(today: date) -> list[Deadline]:
    """Return the deadlines that have passed, for the office."""
    return [each for each in pressing_deadlines(today) if each.has_passed]


def _all(found: Iterable[tuple[Deadline, ...]]) -> Iterable[Deadline]:
    for deadlines in found:
        yield from deadlines


def _not_presented() -> TournamentQuerySet:
    """Return tournaments whose results are not presented, and which are sanctioned or
    have begun in a pool that was ever rated with deadlines.
    """
    names = [
        name for name, each in systems().items() if isinstance(each, SetsDeadlines)
    ]
    presented = _whole().filter(source_number=OuterRef("pk"))
    return (
        Tournament.objects.filter(
            Q(
                state__in=BEGUN,
                pool__in=Edition.objects.filter(system__in=names).values("pool"),
            )
            | Q(
                state__in=NOT_CANCELLED,
                sanction__state=SanctionState.SANCTIONED,
            )
        )
        .exclude(Exists(presented))
        .select_related("organiser", "district")
        .order_by("pk")
    )


def _sanctioned(tournaments: Sequence[Tournament]) -> list[Tournament]:
    """Return those whose sanction requires results in time (SSF §6, point 3)."""
    active = [each for each in tournaments if each.state in NOT_CANCELLED]
    given = Sanction.objects.sanctioned().filter(tournament__in=active)
    ids = set(given.values_list("tournament_id", flat=True))
    return [each for each in active if each.pk in ids]


def _of_sanction(
    tournament: Tournament, presented: date | None, today: date
) -> Deadline:
    due = results_due(tournament.end_date)
    stage = _stage(due, presented, today)
    if stage == DeadlineStage.PASSED and today > due + LATE:
        stage = DeadlineStage.LATE
    return Deadline(tournament, DeadlineKind.RESULTS, due, presented, stage)


def _conditions_sent(ids: Sequence[int]) -> dict[int, date]:
    rows = ConditionsSent.objects.filter(tournament__in=ids).values("tournament")
    first = rows.annotate(first=Min("sent_date")).order_by()
    return dict(first.values_list("tournament", "first"))


def _whole() -> "QuerySet[Report]":
    """Return the reports of whole tournaments, without recalled and withdrawn ones."""
    final = Report.objects.filter(source_kind=SOURCE_KIND, is_final=True)
    return final.exclude(state=ReportState.WITHDRAWN)


def _presented(ids: Sequence[int]) -> dict[int, date]:
    """Return the days on which whole tournaments were first submitted."""
    rows = _whole().filter(source_number__in=ids).values("source_number")
    first = rows.annotate(first=Min("sent_at")).order_by()
    return {
        number: timezone.localdate(moment)
        for number, moment in first.values_list("source_number", "first")
    }


def _deadlines(
    tournament: Tournament,
    system: SetsDeadlines,
    sent: date | None,
    presented: date | None,
    today: date,
) -> tuple[Deadline, ...]:
    conditions = system.conditions_due(tournament.start_date)
    computation = system.computation_due(tournament.end_date)
    return (
        Deadline(
            tournament,
            DeadlineKind.CONDITIONS,
            conditions,
            sent,
            # Conditions are not needed once the tournament is played and presented.
            _stage(conditions, sent, today, over=presented is not None),
        ),
        Deadline(
            tournament,
            DeadlineKind.COMPUTATION,
            computation,
            presented,
            _stage(computation, presented, today),
        ),
    )


def _stage(
    due: date, done: date | None, today: date, *, over: bool = False
) -> DeadlineStage:
    if done is not None:
        return DeadlineStage.DONE
    if over:
        return DeadlineStage.OVER
    if today > due:
        return DeadlineStage.PASSED
    return DeadlineStage.NEAR if due - NEAR <= today else DeadlineStage.AHEAD
