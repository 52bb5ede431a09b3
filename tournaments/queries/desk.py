"""What needs whom: the lines of the desk, worst first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, F, Max, OuterRef, Q, Subquery

from federation.permissions import Actor, Permission
from ratings.enums import ApprovalState, ReportState
from ratings.models import Period, Report
from tournaments.enums import TournamentState
from tournaments.models import ClassMovement, Pairing, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.deadlines import Deadline, deadlines_of
from tournaments.queries.movement_rows import to_decide
from tournaments.queries.reports import SOURCE_KIND
from tournaments.queries.whereabouts import Whereabouts, whereabouts_of

AWAITED = ("", "adjourned", "postponed")
SENT_WITHIN = timedelta(weeks=2)
"""After the last round results are due within two weeks (SSF §6)."""
ORDER = ("returned", "held", "withdrawn", "waiting", "running", "draft")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """One tournament that waits for its organiser, and what to do next; `deadlines`
    are those that are near or have passed.
    """

    tournament: Tournament
    where: Whereabouts
    missing: int
    next_step: str
    deadlines: tuple[Deadline, ...] = ()


@dataclass(frozen=True, slots=True)
class OfficerDesk:
    """`approvable` are ended periods whose proposal differs from their newest
    list and in which no report waits. History that came in needs no list.
    """

    waiting: int
    held: int
    approvable: tuple[Period, ...]
    blocked: tuple[Period, ...]


def organiser_desk(actor: Actor, today: date) -> list[DeskLine]:
    """The tournaments of the actor's own clubs that wait for something."""
    clubs = actor.club_ids(Permission.RUN_TOURNAMENT)
    rows = Tournament.objects.filter(organiser__in=clubs) if clubs else None
    return _lines(rows, today) if rows is not None else []


def district_desk(actor: Actor, today: date) -> list[DeskLine]:
    """The district's own tournaments, and its clubs' that should be sent in."""
    districts = actor.district_ids(Permission.RUN_TOURNAMENT)
    if not districts:
        return []
    rows = Tournament.objects.filter(district__in=districts)
    return [
        line
        for line in _lines(rows, today)
        if line.tournament.organiser_id is None
        or line.where.kind in ("returned", "held", "waiting", "withdrawn")
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
    return OfficerDesk(
        waiting=counts["waiting"],
        held=counts["held"],
        approvable=tuple(each for each in periods if each not in blocked),
        blocked=tuple(blocked),
    )


def movements_to_decide() -> int:
    return to_decide().count()


def movements_to_look_at() -> int:
    return ClassMovement.objects.to_look_at().count()


def _with_something_new(today: date) -> list[Period]:
    return list(
        Period.objects.ended(today)
        .annotate(published=Max("lists__posting_number"))
        .filter(
            Q(published=None, reconstructed=False) | Q(published__lt=F("moved")),
            moved__gt=0,
        )
        .exclude(approvals__state=ApprovalState.REQUESTED)
        .select_related("pool")
        .order_by("end_date", "pk")
    )


def _is_blocked(period: Period, waiting: Sequence[tuple[int, date, date]]) -> bool:
    return any(
        pool_id == period.pool_id
        and first <= period.end_date
        and last >= period.start_date
        for pool_id, first, last in waiting
    )


def _lines(rows: TournamentQuerySet, today: date) -> list[DeskLine]:
    open_ones = list(_unsettled(rows))
    where = whereabouts_of(open_ones, today, for_those_concerned=True)
    missing = _missing(open_ones)
    due = deadlines_of(open_ones, today)
    lines = [
        DeskLine(
            each,
            where[each.pk],
            missing.get(each.pk, 0),
            _next_step(each, where[each.pk], missing.get(each.pk, 0), today),
            tuple(line for line in due.get(each.pk, ()) if line.is_pressing),
        )
        for each in open_ones
    ]
    lines.sort(key=lambda line: (_urgency(line.where), line.tournament.end_date))
    return lines


def _unsettled(rows: TournamentQuerySet) -> Iterable[Tournament]:
    """Not finished, or finished and neither sent in nor accepted."""
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


def _missing(tournaments: Sequence[Tournament]) -> dict[int, int]:
    counted = (
        Pairing.objects.filter(
            section__tournament__in=tournaments,
            result__in=AWAITED,
            black__isnull=False,
            white__withdrawn_after=None,
            black__withdrawn_after=None,
        )
        .values("section__tournament")
        .annotate(missing=Count("pk"))
        .order_by()
        .values_list("section__tournament", "missing")
    )
    return dict(counted)


def _next_step(
    tournament: Tournament, where: Whereabouts, missing: int, today: date
) -> str:
    settled = {"returned": "mend", "withdrawn": "mend", "held": "wait"}
    if where.kind in settled:
        return settled[where.kind]
    if tournament.state == TournamentState.DRAFT:
        return "prepare"
    if tournament.end_date + SENT_WITHIN < today:
        return "overdue"
    is_over = tournament.end_date <= today
    return "send" if is_over and not missing else "enter"


def _urgency(where: Whereabouts) -> int:
    return ORDER.index(where.kind) if where.kind in ORDER else len(ORDER)
