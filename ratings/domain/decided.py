"""The decisions that bear on a step."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db.models import Q

from ratings.domain.time_line import Step
from ratings.enums import TURNS_OF_ACTIVITY, DecisionKind
from ratings.models import Decision
from ratings.queries.merged import Merged, merged_as_of
from ratings.rules.calendar import day_number
from ratings.rules.step import Activity, Decisions, spans_of_activity


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A confirmed decision as the engine needs it."""

    kind: str
    player_id: int | None
    on_date: date
    points: int | None


def decisions_as_of(
    pool_id: int, number: int, merged: Merged | None = None
) -> list[DecisionLine]:
    """Every decision that stands as of a posting number, oldest first; of a card that
    leads to somebody else it is about that player (`merged`: as of another number).
    """
    rows = (
        Decision.objects.filter(pool_id=pool_id)
        .filter(Q(span__contains=number))
        .order_by("on_date", "pk")
        .values_list("kind", "player_id", "on_date", "points")
    )
    leads = (merged_as_of(pool_id, number) if merged is None else merged).leads
    return [
        DecisionLine(kind, leads.get(player, player), on_date, points)
        for kind, player, on_date, points in rows
    ]


def starts_by_player(
    lines: Iterable[DecisionLine],
) -> Mapping[int, list[DecisionLine]]:
    """The start ratings among these decisions, by player, in the order given."""
    found: dict[int, list[DecisionLine]] = defaultdict(list)
    for line in lines:
        if line.kind == DecisionKind.START and line.player_id is not None:
            found[line.player_id].append(line)
    return found


@dataclass(frozen=True, slots=True)
class Booked:
    """Points and start ratings, by player, that are booked in a step beside what was
    decided.
    """

    points: Mapping[int, float]
    starts: Mapping[int, float]

    def __bool__(self) -> bool:
        """Is anything booked."""
        return bool(self.points or self.starts)


NOTHING_BOOKED = Booked({}, {})


def decisions_of_step(
    lines: Iterable[DecisionLine],
    step: Step,
    row_of: Any,
    size: int,
    booked: Booked = NOTHING_BOOKED,
) -> Decisions:
    """The decisions that bear on a step, for players in rows.

    `row_of` maps an id to its row or None. Start ratings hold from their day on
    for whoever has none yet, and so does activity over the board; everything else
    belongs to the period of its day.
    """
    decided = [
        line
        for line in lines
        if line.on_date <= step.end_date
        and (not step.report_id or line.kind == DecisionKind.START)
    ]
    if not decided and not booked:
        return Decisions.none(size)
    columns = Decisions(
        start=np.full(size, np.nan),
        adjustment=np.zeros(size),
        assessed=np.full(size, np.nan),
        bonus_withheld=np.zeros(size, np.bool_),
        start_within=np.zeros(size, np.bool_),
        active=_active(decided, row_of),
    )
    for line in decided:
        if line.kind not in TURNS_OF_ACTIVITY:
            _enter(columns, line, row_of, within=line.on_date >= step.start_date)
    _enter_booked(columns, booked, row_of)
    return columns


def activity_by_player(
    lines: Iterable[DecisionLine],
) -> dict[int, tuple[Activity, ...]]:
    """When each player is active over the board by these decisions, oldest first."""
    turns: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for line in lines:
        if line.kind in TURNS_OF_ACTIVITY and line.player_id is not None:
            begins = line.kind == DecisionKind.ACTIVE
            turns[line.player_id].append((day_number(line.on_date), begins))
    return {player: spans_of_activity(theirs) for player, theirs in turns.items()}


def _active(
    decided: Iterable[DecisionLine], row_of: Any
) -> dict[int, tuple[Activity, ...]]:
    found = activity_by_player(decided).items()
    rows = ((row_of(player), spans) for player, spans in found)
    return {row: spans for row, spans in rows if row is not None}


def _enter_booked(columns: Decisions, booked: Booked, row_of: Any) -> None:
    for player, start in booked.starts.items():
        row = row_of(player)
        if row is not None and np.isnan(columns.start[row]):
            columns.start[row] = start
    for player, points in booked.points.items():
        row = row_of(player)
        if row is not None:
            columns.adjustment[row] += points


def _enter(
    columns: Decisions, line: DecisionLine, row_of: Any, *, within: bool
) -> None:
    if line.player_id is None:
        if within and line.kind == DecisionKind.WITHHOLD_BONUS:
            columns.bonus_withheld[:] = True
        return
    row = row_of(line.player_id)
    if row is None:
        return
    if line.kind == DecisionKind.START:
        _enter_start(columns, line, row, within=within)
    elif within:
        _enter_result(columns, line, row)


def _enter_start(
    columns: Decisions, line: DecisionLine, row: int, *, within: bool
) -> None:
    columns.start[row] = line.points
    if columns.start_within is not None:
        columns.start_within[row] = within


def _enter_result(columns: Decisions, line: DecisionLine, row: int) -> None:
    if line.kind == DecisionKind.ADJUSTMENT:
        columns.adjustment[row] += line.points or 0
    elif line.kind == DecisionKind.ASSESSED:
        columns.assessed[row] = line.points
    else:
        columns.bonus_withheld[row] = True
