"""Rate a step, and find which report is responsible when the rules cannot."""

from collections.abc import Sequence

import numpy as np

from ratings.engine.domain.step_decisions import DecisionLine, decisions_of_step
from ratings.engine.domain.step_lines import Ids, StepLines
from ratings.engine.domain.time_line import PoolStep
from ratings.rules.step import CannotCompute, Decisions, Lines, State, StepOutcome


class ReportAtFault(Exception):
    """The rules cannot compute these games (keys) of a report, for the stated
    reason.
    """

    def __init__(self, report_id: int, reason: str, keys: tuple[int, ...]) -> None:
        """Store the report, the code of the reason and the keys of its games."""
        super().__init__(f"report {report_id}: {reason}")
        self.report_id = report_id
        self.reason = reason
        self.keys = keys


def others_at_fault(fault: ReportAtFault, origin: StepLines, players: Ids) -> list[int]:
    """Return who played the games at fault, besides these players (ids, ascending),
    of whom alone all lines were read: by lines that were not read, their side of these
    games may not be rated at all.
    """
    blamed = (origin.reports == fault.report_id) & np.isin(origin.keys, fault.keys)
    of_fault = np.union1d(origin.lines.white[blamed], origin.lines.black[blamed])
    others: list[int] = np.setdiff1d(of_fault, players).tolist()
    return others


class OrderNeeded(Exception):
    """The rules cannot compute a step that was read without its lines' origins."""


def rate_or_blame_report(
    step: PoolStep, origin: StepLines, lines: Lines, state: State, decisions: Decisions
) -> StepOutcome:
    """Rate the lines of the step by its system.

    Raises ReportAtFault for the first report that cannot be computed, or OrderNeeded
    when `origin` does not name the lines' reports.
    """
    try:
        return step.system.rate_step(
            lines, state, decisions, step.span, step.parameters
        )
    except CannotCompute as fault:
        if not origin.whole:
            raise OrderNeeded from fault
        first = int(origin.reports[fault.rows[0]])
        keys = tuple(
            int(origin.keys[row])
            for row in fault.rows
            if int(origin.reports[row]) == first
        )
        raise ReportAtFault(first, fault.reason, keys) from fault


def rate_players(
    step: PoolStep,
    origin: StepLines,
    players: Ids,
    state: State,
    decided: Sequence[DecisionLine],
) -> StepOutcome:
    """Rate those lines of the step that belong to these players (ids, ascending);
    `state` has a row for each of them. Raises as `rate_or_blame_report`.
    """
    row_of = {player: row for row, player in enumerate(players.tolist())}
    lines = origin.placed(
        np.searchsorted(players, origin.lines.white),
        np.searchsorted(players, origin.lines.black),
    )
    decisions = decisions_of_step(decided, step, row_of.get, len(players))
    return rate_or_blame_report(step, origin, lines, state, decisions)
