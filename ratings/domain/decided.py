"""The decisions that bear on a step."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from django.db.models import Q

from ratings.domain.time_line import Step
from ratings.enums import DecisionKind
from ratings.models import Decision
from ratings.rules.step import Decisions


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A confirmed decision as the engine needs it."""

    kind: str
    player_id: int | None
    on_date: date
    points: int | None


def decisions_as_of(pool_id: int, number: int) -> list[DecisionLine]:
    """Every decision that stands as of a posting number, oldest first."""
    rows = (
        Decision.objects.filter(pool_id=pool_id)
        .filter(Q(span__contains=number))
        .order_by("on_date", "pk")
        .values_list("kind", "player_id", "on_date", "points")
    )
    return [DecisionLine(*row) for row in rows]


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
    for whoever has none yet; everything else belongs to the period of its day.
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
    )
    for line in decided:
        _enter(columns, line, row_of, within=line.on_date >= step.start_date)
    _enter_booked(columns, booked, row_of)
    return columns


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
