"""The lines of the desk: what waits for whom, the most urgent first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery

from federation.permissions import Actor, Permission
from ratings.enums import ReportState
from ratings.lists.queries.proposals import periods_for_board, periods_for_officer
from ratings.models import Period, Report
from ratings.pools.queries.periods_with_lists import PeriodWithLists
from tournaments.enums import RequestState, StageKind, TournamentState
from tournaments.models import ClassMovement, EntryRequest, TeamMatch, Tournament
from tournaments.models.removals import KEPT_DAYS
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.deadlines import Deadline, deadlines_of
from tournaments.queries.movements.rows import to_decide
from tournaments.queries.progress.outstanding import NOTHING, Outstanding, outstanding
from tournaments.queries.reports import SOURCE_KIND
from tournaments.queries.stages import TournamentStage, stages_of


class NextStep(StrEnum):
    """What the organiser of a tournament does next."""

    PREPARE = "prepare"
    ENTER = "enter"
    SEND = "send"
    OVERDUE = "overdue"
    MEND = "mend"
    WAIT = "wait"


SENT_WITHIN = timedelta(weeks=2)
"""Results are due within two weeks after the last round (SSF §6)."""
PRESSING = (
    StageKind.RETURNED,
    StageKind.HELD,
    StageKind.WITHDRAWN,
    StageKind.WAITING,
)
ORDER = (*PRESSING, StageKind.RUNNING, StageKind.DRAFT)
NEXT_AFTER = {
    StageKind.RETURNED: NextStep.MEND,
    StageKind.WITHDRAWN: NextStep.MEND,
    StageKind.HELD: NextStep.WAIT,
}


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A tournament that waits for its organiser, and the next step.

    `deadlines` are those that are near or have passed.
    """

    tournament: Tournament
    stage: TournamentStage
    left: Outstanding
    next_step: NextStep
    deadlines: tuple[Deadline, ...] = ()
    open_requests: int = 0
    """How many players wait for an answer to their entry request."""
    requests_section_id: int | None = None
    """The first section that one of these requests is for."""
    objections: tuple[TeamMatch, ...] = ()
    """Team matches with an objection that the organiser has to decide."""


@dataclass(frozen=True, slots=True)
class OfficerDesk:
    """What waits for an officer.

    `approvable` are ended periods whose proposal differs from their newest list and in
    which no report waits. An imported history needs no list. `newest_list_id` of
    each is the list that a new one would revise.
    """

    waiting: int
    held: int
    approvable: tuple[PeriodWithLists, ...]
    blocked: tuple[PeriodWithLists, ...]
    for_board: tuple[PeriodWithLists, ...]


def organiser_desk(actor: Actor, today: date, now: datetime) -> list[DeskLine]:
    """Return the tournaments of the actor's own clubs that wait for something."""
    clubs = actor.club_ids(Permission.RUN_TOURNAMENT)
    rows = Tournament.objects.filter(organiser__in=clubs) if clubs else None
    return _lines(rows, today, now) if rows is not None else []


def district_desk(actor: Actor, today: date, now: datetime) -> list[DeskLine]:
    """Return the district's own tournaments, and those of its clubs whose results
    should be submitted.
    """
    districts = actor.district_ids(Permission.RUN_TOURNAMENT)
    if not districts:
        return []
    rows = Tournament.objects.filter(district__in=districts)
    return [
        line
        for line in _lines(rows, today, now)
        if line.tournament.organiser_id is None or line.stage.kind in PRESSING
    ]


def officer_desk(today: date) -> OfficerDesk:
    counts = Report.objects.aggregate(
        waiting=Count("pk", filter=Q(state=ReportState.SUBMITTED)),
        held=Count("pk", filter=Q(state=ReportState.HELD)),
    )
    periods = _with_something_new(today)
    waiting = list(
        Report.objects.waiting().values_list(
            "pool_id", "first_booked_date", "last_booked_date"
        )
    )
    blocked = [period for period in periods if _is_blocked(period, waiting)]
    free = [period for period in periods if period not in blocked]
    with_levels = periods_for_board(free)
    return OfficerDesk(
        waiting=counts["waiting"],
        held=counts["held"],
        approvable=tuple(each for each in free if each.pk not in with_levels),
        blocked=tuple(blocked),
        for_board=tuple(each for each in free if each.pk in with_levels),
    )


def movements_to_decide() -> int:
    return to_decide().count()


def movements_to_check_again() -> int:
    return ClassMovement.objects.to_check_again().count()


def _with_something_new(today: date) -> list[PeriodWithLists]:
    return list(
        periods_for_officer(today)
        .filter(end_date__lt=today, moved__gt=0, is_requested=False)
        .order_by("end_date", "pk")
    )


def _is_blocked(period: Period, waiting: Sequence[tuple[int, date, date]]) -> bool:
    return any(
        pool_id == period.pool_id
        and first <= period.end_date
        and last >= period.start_date
        for pool_id, first, last in waiting
    )


def deleted_drafts(actor: Actor, today: date, at: datetime) -> list[Tournament]:
    """Return the actor's drafts that were cancelled before they were public: for 30
    days or until their last day, whichever is later.
    """
    clubs = actor.club_ids(Permission.RUN_TOURNAMENT)
    districts = actor.district_ids(Permission.RUN_TOURNAMENT)
    if not clubs and not districts:
        return []
    rows = Tournament.objects.filter(
        Q(organiser__in=clubs) | Q(organiser=None, district__in=districts),
        Q(end_date__gte=today) | Q(pk__in=_cancelled_since(at)),
        state=TournamentState.CANCELLED,
    ).exclude(pk__in=Tournament.objects.public().values("pk"))
    return list(rows.newest_first())


def _cancelled_since(at: datetime) -> Any:
    """Return the audit log's rows of tournaments that were cancelled in the days before
    a moment.
    """
    events = Tournament.pgh_event_model.objects  # type: ignore[attr-defined]
    return events.filter(
        state=TournamentState.CANCELLED,
        pgh_created_at__gt=at - timedelta(days=KEPT_DAYS),
    ).values("pgh_obj_id")


def _lines(rows: TournamentQuerySet, today: date, now: datetime) -> list[DeskLine]:
    open_ones = list(_unsettled(rows))
    left = outstanding(open_ones, now)
    stages = stages_of(open_ones, today, now, for_those_concerned=True, left=left)
    due = deadlines_of(open_ones, today)
    requests, objections = _count_entry_requests(open_ones), _objections(open_ones)
    lines = []
    for each in open_ones:
        players, requests_section_id = requests.get(each.pk, (0, None))
        line = DeskLine(
            each,
            stages[each.pk],
            left.get(each.pk, NOTHING),
            _next_step(each, stages[each.pk], left.get(each.pk, NOTHING), today),
            tuple(line for line in due.get(each.pk, ()) if line.is_pressing),
            players,
            requests_section_id,
            tuple(objections.get(each.pk, ())),
        )
        lines.append(line)
    lines.sort(key=lambda line: (_urgency(line.stage), _ordering_day(line)))
    return lines


def _unsettled(rows: TournamentQuerySet) -> Iterable[Tournament]:
    """Yield the tournaments that are not finished, and the finished ones whose results
    are neither waiting for the office nor accepted; cancelled ones are left out.
    """
    newest = Report.objects.filter(
        source_kind=SOURCE_KIND, source_number=OuterRef("pk")
    ).order_by("-version")
    return (
        rows.exclude(state=TournamentState.CANCELLED)
        .annotate(report_state=Subquery(newest.values("state")[:1]))
        .exclude(
            state=TournamentState.FINISHED,
            report_state__in=[ReportState.SUBMITTED, ReportState.ACCEPTED],
        )
        .select_related("organiser", "district")
    )


def _count_entry_requests(
    tournaments: Sequence[Tournament],
) -> dict[int, tuple[int, int]]:
    """Return how many players wait for an answer of each tournament's organiser, and
    the first section that they asked for.
    """
    counted = (
        EntryRequest.objects.filter(
            section__tournament__in=tournaments,
            section__started_at=None,
            state=RequestState.ASKED,
        )
        .values("section__tournament", "section", "section__number")
        .annotate(players=Count("pk"))
        .order_by("section__number")
        .values_list("section__tournament", "section", "players")
    )
    found: dict[int, tuple[int, int]] = {}
    for tournament_id, section_id, number in counted:
        before, first = found.get(tournament_id, (0, section_id))
        found[tournament_id] = (before + number, first)
    return found


def _objections(tournaments: Sequence[Tournament]) -> dict[int, list[TeamMatch]]:
    """Return the matches of each tournament with an objection that is not decided."""
    rows = (
        TeamMatch.objects.filter(section__tournament__in=tournaments, confirmed_at=None)
        .exclude(objection="")
        .with_teams()
        .select_related("section")
        .in_order()
    )
    found: dict[int, list[TeamMatch]] = {}
    for match in rows:
        found.setdefault(match.section.tournament_id, []).append(match)
    return found


def _next_step(
    tournament: Tournament, stage: TournamentStage, left: Outstanding, today: date
) -> NextStep:
    if stage.kind in NEXT_AFTER:
        return NEXT_AFTER[stage.kind]
    if tournament.state == TournamentState.DRAFT:
        return NextStep.PREPARE
    if tournament.end_date + SENT_WITHIN < today:
        return NextStep.OVERDUE
    is_over = tournament.end_date <= today
    return NextStep.SEND if is_over and not left else NextStep.ENTER


def _ordering_day(line: DeskLine) -> date:
    """Return the first day of a tournament in preparation, and the last day of any
    other.
    """
    tournament = line.tournament
    is_prepared = line.stage.kind == StageKind.DRAFT
    return tournament.start_date if is_prepared else tournament.end_date


def _urgency(stage: TournamentStage) -> int:
    return ORDER.index(stage.kind) if stage.kind in ORDER else len(ORDER)
