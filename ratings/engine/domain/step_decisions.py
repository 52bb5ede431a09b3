"""The decisions that affect a step."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Q

from ratings.engine.domain.time_line import PoolStep
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Decision, Report
from ratings.rules.activity import Activity, spans_of_activity
from ratings.rules.calendar import day_number
from ratings.rules.step import NEVER, Decisions

RowOf = Callable[[int], int | None]
"""Returns the row of a player by id, None if there is none."""


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A confirmed decision as the engine needs it."""

    kind: str
    player_id: int | None
    on_date: date
    points: int | None
    by_rules: int | None = None
    """For a decision of the board: what the rules gave, together with `events`."""
    events: frozenset[int] = frozenset()
    """The versions (reports) of the event that the decision is about."""

    @property
    def is_start(self) -> bool:
        """Whether the decision sets a start rating."""
        return self.kind == DecisionKind.START

    def bears_on(self, step: PoolStep) -> bool:
        """Return whether the decision may affect a step: a period by any decision made
        up to its last day; an event that is rated as a whole by start ratings and by
        the board's decisions about it.
        """
        if self.kind == DecisionKind.BOARD:
            return step.report_id in self.events
        in_time = self.on_date <= step.end_date
        return in_time and (not step.report_id or self.is_start)


def decisions_as_of(
    pool_id: int, number: int, aliases: PlayerAliases
) -> list[DecisionLine]:
    """Return every decision that applies as of a posting number, oldest first; a
    decision about a merged card is about the player it leads to. If both cards have a
    start rating, that of the remaining card applies.
    """
    rows = (
        Decision.objects.filter(pool_id=pool_id)
        .filter(Q(span__contains=number))
        .order_by("on_date", "pk")
        .values_list("kind", "player_id", "on_date", "points", "by_rules", "report_id")
    )
    events = _events_of([row[-1] for row in rows if row[-1] is not None])
    leads = aliases.leads
    own_starts = {
        player: points
        for kind, player, _on_date, points, *_rest in rows
        if kind == DecisionKind.START and player not in leads
    }
    return [
        DecisionLine(
            kind,
            leads.get(player, player),
            on_date,
            own_starts.get(leads.get(player, player), points)
            if kind == DecisionKind.START and player in leads
            else points,
            by_rules,
            events.get(report, frozenset()),
        )
        for kind, player, on_date, points, by_rules, report in rows
    ]


def _events_of(reports: Sequence[int]) -> dict[int, frozenset[int]]:
    """Return all versions of the event of each of these reports."""
    if not reports:
        return {}
    versions = Report.objects.of_outer_source()
    found = Report.objects.filter(pk__in=reports).values_list(
        "pk", ArraySubquery(versions.values("pk"))
    )
    return {report: frozenset(ids) for report, ids in found}


def for_events_by_player(
    lines: Iterable[DecisionLine],
) -> Mapping[int, list[DecisionLine]]:
    """Return those of the decisions that may affect an event which is rated as a whole,
    by player, in the order given.
    """
    found: dict[int, list[DecisionLine]] = defaultdict(list)
    for line in lines:
        if line.kind in _FOR_EVENTS and line.player_id is not None:
            found[line.player_id].append(line)
    return found


_FOR_EVENTS = frozenset({DecisionKind.START, DecisionKind.BOARD})


@dataclass(frozen=True, slots=True)
class BookedPoints:
    """Points and start ratings, by player, that are booked in a step in addition to
    decisions; start ratings only for players with neither a rating nor a decided one.
    """

    points: Mapping[int, float]
    starts: Mapping[int, float]

    def __bool__(self) -> bool:
        """Whether anything is booked."""
        return bool(self.points or self.starts)


NOTHING_BOOKED = BookedPoints({}, {})


def decisions_of_step(
    lines: Iterable[DecisionLine],
    step: PoolStep,
    row_of: RowOf,
    size: int,
    booked: BookedPoints = NOTHING_BOOKED,
) -> Decisions:
    """Return the decisions that affect a step, for players in rows.

    Start ratings apply from their day on to players who have no rating yet; activity
    over the board also applies from its day on; all other decisions belong to the
    period of their day.
    """
    decided = [line for line in lines if line.bears_on(step)]
    if not decided and not booked:
        return Decisions.none(size)
    columns = Decisions(
        start=np.full(size, np.nan),
        adjustment=np.zeros(size),
        assessed=np.full(size, np.nan),
        bonus_withheld=np.zeros(size, np.bool_),
        start_day=np.full(size, NEVER, np.int64),
        active=_active(decided, row_of),
        board=_board(decided, row_of),
    )
    for line in decided:
        if line.kind not in _BY_ROW:
            _enter(columns, line, row_of, within=line.on_date >= step.start_date)
    _enter_booked(columns, booked, row_of)
    return columns


def activity_by_player(
    lines: Iterable[DecisionLine],
) -> dict[int, tuple[Activity, ...]]:
    """Return when each player is active over the board according to these decisions,
    oldest first.
    """
    turns: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for line in lines:
        if line.kind in ACTIVITY_DECISIONS and line.player_id is not None:
            begins = line.kind == DecisionKind.ACTIVE
            turns[line.player_id].append((day_number(line.on_date), begins))
    return {player: spans_of_activity(theirs) for player, theirs in turns.items()}


def _active(
    decided: Iterable[DecisionLine], row_of: RowOf
) -> dict[int, tuple[Activity, ...]]:
    found = activity_by_player(decided).items()
    rows = ((row_of(player), spans) for player, spans in found)
    return {row: spans for row, spans in rows if row is not None}


_BY_ROW = ACTIVITY_DECISIONS | {DecisionKind.BOARD}


def _board(decided: Iterable[DecisionLine], row_of: RowOf) -> dict[int, dict[int, int]]:
    """Return what the board has decided, by row. A level that it has decided is final
    even if a correction makes the rules give exactly that level.
    """
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for line in decided:
        row = None if line.player_id is None else row_of(line.player_id)
        if line.kind != DecisionKind.BOARD or row is None:
            continue
        if line.points is not None and line.by_rules is not None:
            found[row][line.points] = line.points
            found[row][line.by_rules] = line.points
    return dict(found)


def _enter_booked(columns: Decisions, booked: BookedPoints, row_of: RowOf) -> None:
    for player, start in booked.starts.items():
        row = row_of(player)
        if row is not None:
            columns.start[row] = start
    for player, points in booked.points.items():
        row = row_of(player)
        if row is not None:
            columns.adjustment[row] += points


def _enter(
    columns: Decisions, line: DecisionLine, row_of: RowOf, *, within: bool
) -> None:
    if line.player_id is None:
        if within and line.kind == DecisionKind.WITHHOLD_BONUS:
            columns.bonus_withheld[:] = True
        return
    row = row_of(line.player_id)
    if row is None:
        return
    if line.kind == DecisionKind.START:
        _enter_start(columns, line, row)
    elif within:
        _enter_result(columns, line, row)


def _enter_start(columns: Decisions, line: DecisionLine, row: int) -> None:
    columns.start[row] = line.points
    if columns.start_day is not None:
        columns.start_day[row] = day_number(line.on_date)


def _enter_result(columns: Decisions, line: DecisionLine, row: int) -> None:
    if line.kind == DecisionKind.ADJUSTMENT:
        columns.adjustment[row] += line.points or 0
    elif line.kind == DecisionKind.ASSESSED:
        columns.assessed[row] = line.points
    else:
        columns.bonus_withheld[row] = True
