"""Bring a pool up to date by following what changed from step to step.

In each step only those players are computed whose own games changed, whose base
rating changed, or who met an opponent whose base changed. Most corrections die out
after a few steps, because the table absorbs small differences.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

import numpy as np

from ratings.engine.domain.derived_rows import (
    DerivedRow,
    replace_rows,
    rows_of,
    stored_rows,
)
from ratings.engine.domain.late_adjustments import late_adjustments_of
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.replay import replay_cost
from ratings.engine.domain.report_faults import (
    ReportAtFault,
    others_at_fault,
    rate_or_blame_report,
)
from ratings.engine.domain.step_decisions import decisions_of_step
from ratings.engine.domain.step_lines import (
    Ids,
    StepLines,
    read_lines,
    read_lines_and_those_met,
)
from ratings.engine.domain.step_state import state_of_players, without_players
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.domain.slots import Slots
from ratings.rules.step import State

GAME_FOLLOWED = 95.0
"""Microseconds for a game of a player who is followed, as `bench.corrections` measured
it: the game, the row stored so far and the rating before it are looked up one by one.
"""
FOLLOWED_UNCHECKED = 1000
"""Up to this number of games is followed without estimating the cost of a replay."""
FEW_MOVED = 200
"""The opponents of up to this number of players are found in one statement, which also
reads their games."""

_BASE = 0
_STATE = slice(5, 6), slice(9, 12)
"""The parts of a stored row on which later steps build: after; last played, adopts,
memory."""


@dataclass(slots=True)
class IncrementalRun:
    """An incremental run in progress: what it has computed and changed so far."""

    snapshot: LedgerSnapshot
    slots: Slots
    moved: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    first_changed: date | None = None
    lists_moved: set[date] = field(default_factory=set)
    """Ends of the steps after which a player's rating differs from before."""
    steps: int = 0
    games: int = 0
    first_share: float = 0.0
    """The part of the first step's games that was followed, if there were many."""

    @property
    def pool_id(self) -> int:
        """The pool that is computed."""
        return self.snapshot.pool_id


class ReplayIsCheaper(Exception):
    """A step has so many games to compute that a replay is cheaper."""


def recompute_step(run: IncrementalRun, step: PoolStep, players: Iterable[int]) -> None:
    """Compute a step for these players and for all players affected by ratings that
    changed in earlier steps, and replace the rows that differ.

    Raises ReplayIsCheaper, or ReportAtFault when the rules cannot compute a report.
    """
    lines, touched = _concerned(run, step, set(players) | run.moved)
    lines, touched, old, new = _computed_with_others(run, step, lines, touched)
    if run.snapshot.shut:
        # A late game may give a newcomer a rating with which to begin this very step.
        changed_bases = {
            each for each in touched if _base(old, each) != _base(new, each)
        }
        met = _opponents(lines, changed_bases)
        if not met <= touched:
            touched |= met
            lines = _lines_of(run, step, touched)
            lines, touched, old, new = _computed_with_others(run, step, lines, touched)
    run.games += len(lines.lines)
    _note(run, step, old, new, replace_rows(run.slots, step.key, old, new))


def _computed(
    run: IncrementalRun, step: PoolStep, lines: StepLines, touched: set[int]
) -> tuple[dict[int, DerivedRow], dict[int, DerivedRow]]:
    """Return these players' rows as stored, and as computed from their lines.

    Raises ReplayIsCheaper or ReportAtFault.
    """
    refuse_if_replay_is_cheaper(run, step, len(lines.lines))
    known = _Known.of(run, step, touched | _everybody(lines))
    new = _compute(run, step, lines, known, touched)
    return stored_rows(run.slots, step.key, touched), new


def _computed_with_others(
    run: IncrementalRun, step: PoolStep, lines: StepLines, touched: set[int]
) -> tuple[StepLines, set[int], dict[int, DerivedRow], dict[int, DerivedRow]]:
    """Compute these players' rows; if a report is at fault, with all lines of everybody
    in its games before it is blamed. Return lines and players with what `_computed`
    returns.
    """
    while True:
        try:
            return lines, touched, *_computed(run, step, lines, touched)
        except ReportAtFault as fault:
            others = others_at_fault(fault, lines, _ids(touched))
            if not others:
                raise
            touched = touched.union(others)
            lines = _lines_of(run, step, touched)


def refuse_if_replay_is_cheaper(
    run: IncrementalRun, step: PoolStep, games: int
) -> None:
    """Raise ReplayIsCheaper if recomputing this step and all later ones takes less time
    than following the changes through them. `games` of this step are followed; the part
    of a step's games that is followed is expected to keep growing as it has since the
    first step. The resulting rows are the same either way.
    """
    if games <= FOLLOWED_UNCHECKED:
        return
    replay = replay_cost(run.snapshot, run.slots, step)
    share = games / max(replay.here, 1)
    if not run.steps:
        run.first_share = share
    growth = max(share - run.first_share, 0) / max(run.steps, 1)
    steps_left = sum(each.key > step.key for each in run.snapshot.steps())
    expected = replay.left * min(share + growth * steps_left / 2, 1)
    if GAME_FOLLOWED * expected > replay.cheapest:
        raise ReplayIsCheaper


def _base(rows: dict[int, DerivedRow], player: int) -> float | None:
    """Return the base rating of a player in the step."""
    row = rows.get(player)
    base: float | None = row[_BASE] if row else None
    return base


def _ids(players: Iterable[int]) -> Ids:
    return np.array(sorted(players), np.int64)


def _lines_of(run: IncrementalRun, step: PoolStep, players: Iterable[int]) -> StepLines:
    games = step.games(run.snapshot.reports(step.end_date))
    return read_lines(games, _ids(players))


def _concerned(
    run: IncrementalRun, step: PoolStep, touched: set[int]
) -> tuple[StepLines, set[int]]:
    """Return the lines of these players and of all who met a player whose base changed,
    and the ids of all of them. What a newcomer counts as is stated on the line itself
    (`System.rate_step`), so only a changed base affects the opponents.
    """
    games = step.games(run.snapshot.reports(step.end_date))
    at_once = 0 < len(run.moved) <= FEW_MOVED and not games.aliases
    if at_once:
        lines = read_lines_and_those_met(games, _ids(touched), _ids(run.moved))
    else:
        lines = read_lines(games, _ids(touched))
    met = _opponents(lines, run.moved)
    if met <= touched:
        return lines, touched
    touched = touched | met
    return lines if at_once else read_lines(games, _ids(touched)), touched


def _opponents(lines: StepLines, players: set[int]) -> set[int]:
    """Return all opponents of these players."""
    white, black = lines.lines.white, lines.lines.black
    those = _ids(players)
    met = np.concatenate((black[np.isin(white, those)], white[np.isin(black, those)]))
    return set(met.tolist())


def _everybody(lines: StepLines) -> set[int]:
    return set(lines.players().tolist())


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of these players (ids, ascending) when a step begins."""

    players: Ids
    state: State

    @classmethod
    def of(
        cls, run: IncrementalRun, step: PoolStep, players: Iterable[int]
    ) -> "_Known":
        ids = _ids(players)
        state = state_of_players(run.pool_id, ids, step)
        aliased = np.flatnonzero(np.isin(ids, run.snapshot.aliased_cards(step)))
        return cls(ids, without_players(state, aliased))


def _compute(
    run: IncrementalRun,
    step: PoolStep,
    lines: StepLines,
    known: _Known,
    touched: set[int],
) -> dict[int, DerivedRow]:
    row_of = {int(player): row for row, player in enumerate(known.players)}
    outcome = rate_or_blame_report(
        step,
        lines,
        lines.placed(
            np.searchsorted(known.players, lines.lines.white),
            np.searchsorted(known.players, lines.lines.black),
        ),
        known.state,
        decisions_of_step(
            run.snapshot.decisions(step.end_date),
            step,
            row_of.get,
            len(row_of),
            late_adjustments_of(run.snapshot, step).booked,
        ),
    )
    rows = np.searchsorted(known.players, _ids(touched))
    return rows_of(outcome, rows, known.players)


def _note(
    run: IncrementalRun,
    step: PoolStep,
    old: dict[int, DerivedRow],
    new: dict[int, DerivedRow],
    differing: list[int],
) -> None:
    """Record what the step changed, and which players start the next step from another
    base than before.
    """
    run.steps += 1
    if differing and run.first_changed is None:
        run.first_changed = step.end_date
    run.changed.update(differing)
    run.moved -= {player for player in new if _same_state(old.get(player), new[player])}
    run.moved |= {
        player
        for player in differing
        if not _same_state(old.get(player), new.get(player))
    }
    if differing or run.moved:
        run.lists_moved.add(step.end_date)


def _same_state(old: DerivedRow | None, new: DerivedRow | None) -> bool:
    if old is None or new is None:
        return False
    return all(old[part] == new[part] for part in _STATE)
