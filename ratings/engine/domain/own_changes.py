"""What single games changed for a player, by the rules that computed them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ratings.engine.domain.explaining import Explanation, explain_step
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import PoolStep
from ratings.rules.explained import ExplainedGame
from ratings.rules.step import CannotCompute

Origin = tuple[int, int]
"""A game's report and its key in that report."""
Place = tuple[int, date]
"""A game's report and the day on which it is booked."""


@dataclass(frozen=True, slots=True)
class OwnLedgerGame:
    """A game in its player's ledger, and the step that rates it: the last day of a
    period, or the report of a tournament that is rated as a whole.
    """

    game: ExplainedGame
    end_date: date
    report_id: int


def own_changes(
    pool_id: int, player_id: int, places: Iterable[Place], number: int
) -> dict[Origin, OwnLedgerGame]:
    """Return every game of the player in the steps that rate these places, by report
    and key.

    `number` is the posting number to which the pool is computed. Each step is explained
    separately, so request few of them at once. A step that cannot be computed is left
    out.
    """
    found: dict[Origin, OwnLedgerGame] = {}
    snapshot = LedgerSnapshot.of(pool_id, number)
    for step in _steps(snapshot, set(places)):
        explanation = _explained(snapshot, player_id, step)
        if explanation is not None:
            found |= _games(explanation, step)
    return found


def _steps(snapshot: LedgerSnapshot, places: set[Place]) -> list[PoolStep]:
    reports = {report for report, _day in places}
    steps = snapshot.steps()
    whole = {step.report_id for step in steps} & reports
    days = {day for report, day in places if report not in whole}
    return [
        step
        for step in steps
        if step.report_id in whole
        or (not step.report_id and not step.carries_over and _holds(step, days))
    ]


def _holds(step: PoolStep, days: set[date]) -> bool:
    return any(step.start_date <= day <= step.end_date for day in days)


def _explained(
    snapshot: LedgerSnapshot, player_id: int, step: PoolStep
) -> Explanation | None:
    try:
        return explain_step(snapshot, player_id, step)
    except CannotCompute:
        return None


def _games(explanation: Explanation, step: PoolStep) -> dict[Origin, OwnLedgerGame]:
    return {
        (
            int(explanation.reports[game.row]),
            int(explanation.keys[game.row]),
        ): OwnLedgerGame(game, step.end_date, step.report_id)
        for game in explanation.step.games
    }
