"""Find out which games of some reports are rated, and why others are not."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np

from ratings.engine.domain.late_adjustments import late_adjustments_of
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_decisions import decisions_of_step
from ratings.engine.domain.step_lines import (
    GamesToRead,
    StepLines,
    read_lines,
    read_whole_lines,
)
from ratings.engine.domain.step_state import state_of_step
from ratings.engine.domain.time_line import PoolStep
from ratings.models import Game
from ratings.rules.explained import ExplainedGame


@dataclass(slots=True)
class JudgedGames:
    """Counts of a report's games: those rated for at least one player, those not rated,
    by reason, and those of shut periods (`late`).
    """

    rated: int = 0
    not_rated: Counter[str] = field(default_factory=Counter)
    late: int = 0


def judge_games(
    pool_id: int, number: int, reports: Collection[int]
) -> dict[int, JudgedGames]:
    """Judge the games of reports of a pool that is computed to this number, by report.

    Raises CannotCompute as `System.explain_player` does.
    """
    found: dict[int, JudgedGames] = defaultdict(JudgedGames)
    snapshot = LedgerSnapshot.of(pool_id, number)
    games = Game.objects.filter(report__in=reports)
    days = set(games.values_list("booked_on", flat=True).distinct())
    seen: dict[int, set[int]] = defaultdict(set)
    for step in snapshot.steps():
        if _has_games(step, days, reports):
            for report, key, reason in _judged(snapshot, step, reports):
                seen[report].add(key)
                if reason:
                    found[report].not_rated[reason] += 1
                else:
                    found[report].rated += 1
    for report, key in games.values_list("report", "key"):
        found[report].late += key not in seen[report]
    return dict(found)


def _has_games(step: PoolStep, days: set[date], reports: Collection[int]) -> bool:
    if step.by_tournament:
        return step.report_id in reports
    return any(step.start_date <= day <= step.end_date for day in days)


def _judged(
    snapshot: LedgerSnapshot, step: PoolStep, reports: Collection[int]
) -> Iterator[tuple[int, int, str]]:
    """Yield each game of the reports in a step: report, key, and why it is not rated."""
    games = step.games(snapshot.reports(step.end_date))
    own_games = replace(games, reports=[one for one in games.reports if one in reports])
    own = read_whole_lines(own_games)
    if not len(own.lines):
        return
    reasons: dict[tuple[int, int], str] = {}
    for report, key, explained in _explained(snapshot, step, games, own):
        game = report, key
        # A game counts as rated if it is rated for one of the two players.
        if explained.rated or game not in reasons:
            reasons[game] = "" if explained.rated else str(explained.reason)
    for report, key in zip(own.reports.tolist(), own.keys.tolist(), strict=True):
        yield report, key, reasons[report, key]


def _explained(
    snapshot: LedgerSnapshot, step: PoolStep, games: GamesToRead, own: StepLines
) -> Iterator[tuple[int, int, ExplainedGame]]:
    """Yield every game of the players in `own`, as the step explains it to each of them."""
    playing = own.players()
    read = read_whole_lines(games) if step.report_id else read_lines(games, playing)
    players = read.players()
    row_of = {int(player): row for row, player in enumerate(players)}
    state = state_of_step(snapshot.pool_id, players, step)
    decisions = decisions_of_step(
        snapshot.decisions(step.end_date),
        step,
        row_of.get,
        len(players),
        late_adjustments_of(snapshot, step).booked,
    )
    lines = read.placed(
        np.searchsorted(players, read.lines.white),
        np.searchsorted(players, read.lines.black),
    )
    for player in playing.tolist():
        row = row_of[player]
        mine = np.flatnonzero((lines.white == row) | (lines.black == row))
        given = lines if step.report_id else lines.take(mine)
        explained = step.system.explain_player(
            given, state, decisions, step.span, step.parameters, row
        )
        for each in explained.games:
            at = each.row if step.report_id else int(mine[each.row])
            yield int(read.reports[at]), int(read.keys[at]), each
