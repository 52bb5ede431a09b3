"""Bring a pool up to date: the lock, one transaction, and the log.

The worker locks the pool's Computation row. Everything that it reads comes from one
REPEATABLE READ snapshot, so that a posting committed in the meantime is either seen
completely or left for the next run.
"""

import time
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import Q

from ratings.engine.domain.damage import Damage, find_damage
from ratings.engine.domain.derived_rows import refresh_current
from ratings.engine.domain.holding import hold_report_at_fault
from ratings.engine.domain.incremental import (
    IncrementalRun,
    ReplayIsCheaper,
    recompute_step,
)
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.replay import SpareSlotWanted, delete_all_rows, replay_pool
from ratings.engine.domain.report_faults import ReportAtFault
from ratings.engine.domain.shut_periods import shift_damage_to_open_period
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import RunState
from ratings.ledger.domain.slots import CHANGES, Slots, empty_spare, is_spare_empty
from ratings.ledger.domain.spare_filling import SpareSlotTaken
from ratings.models import Computation, Period, Run
from ratings.pools.queries.snapshots import one_snapshot
from ratings.signals import pool_computed

MAX_TRIES = 20


@dataclass(frozen=True, slots=True)
class ComputationOutcome:
    """What one computation did; `first_changed` is the end of the earliest step
    whose rows changed. Lists after the steps that end on `lists_moved` differ from
    before; those from `moved_from` on may differ.
    """

    computed: int
    first_changed: date | None
    lists_moved: frozenset[date] = frozenset()
    moved_from: date | None = None
    steps: int = 0
    games: int = 0
    players: int = 0
    changed: int = 0
    is_replay: bool = False


class TriedAgain(Exception):
    """A run held a report, lost to another transaction or needs a slot; a new run may
    succeed.
    """


@dataclass(slots=True)
class Attempts:
    """What earlier runs of a computation have done so that the next one may succeed."""

    is_outermost: bool
    """Whether a run's transaction is not nested; an outer one would keep a slot
    locked."""
    tried_to_empty: bool = False
    """Whether emptying the spare slot was tried: once only, as a reader may be using
    it.
    """
    spare_taken: bool = False
    """Whether another computation writes to the spare slot."""
    held: set[int] = field(default_factory=set)
    """The reports that the rules cannot compute."""

    def slots(self, pool_id: int, current: int) -> Slots:
        """Return the slots of the changes, with what the next run may do with them."""
        can_fill = not self.spare_taken and is_spare_empty(CHANGES, pool_id)
        may_empty = self.is_outermost and not self.tried_to_empty
        return Slots(CHANGES, pool_id, current, can_fill, may_empty, self.is_outermost)


def compute_pool(pool_id: int, *, at: datetime, cause: str) -> int:
    """Compute everything that is out of date in a pool and return the number of runs: 0
    when nothing is out of date or another worker computes it.

    A report that the rules cannot compute is held, naming the rows, and the rest of the
    pool is computed. Any other failure is logged in the run, leaves the last good state
    in place and is raised; so is that of a report which cannot be computed although it
    is held (it counted when a period was shut).
    """
    runs = 0
    began = time.perf_counter()
    attempts = Attempts(is_outermost=not connection.in_atomic_block)
    for _try in range(MAX_TRIES):
        now = at + timedelta(seconds=time.perf_counter() - began)
        try:
            done = _run(pool_id, now, cause, attempts)
        except TriedAgain:
            continue
        if done is None:
            break
        runs += 1
        attempts.tried_to_empty = attempts.spare_taken = False
    return runs


def replay_whole_pool(pool_id: int, *, at: datetime) -> ComputationOutcome | None:
    """Compute the whole pool from scratch, even if it is up to date. Holds reports and
    raises as `compute_pool` does. Returns None when another worker computes it, or no
    try succeeds.
    """
    empty_spare(CHANGES, pool_id)
    attempts = Attempts(not connection.in_atomic_block, tried_to_empty=True)
    for _try in range(MAX_TRIES):
        try:
            return _run(pool_id, at, "replay", attempts, from_nothing=True)
        except TriedAgain:
            continue
    return None


def _run(
    pool_id: int,
    at: datetime,
    cause: str,
    attempts: Attempts,
    *,
    from_nothing: bool = False,
) -> ComputationOutcome | None:
    computation = Computation.objects.filter(pool_id=pool_id)
    numbers = computation.values_list("computed", "pool__posted").first()
    if numbers is None or (numbers[0] >= numbers[1] and not from_nothing):
        return None
    run = Run.objects.create(
        pool_id=pool_id, cause=cause, computed_before=numbers[0], started_at=at
    )
    started = time.perf_counter()
    try:
        with one_snapshot(writes=True):
            done = _compute_locked(pool_id, attempts, from_nothing=from_nothing)
            if done is None:
                run.delete()
                return None
            _log_done(run, done, started)
    except Exception as error:
        if not _may_be_tried_again(error, attempts.held):
            _log_failed(run, error, started)
            raise
        run.delete()
        if isinstance(error, ReportAtFault):
            hold_report_at_fault(error, at=at)
            attempts.held.add(error.report_id)
        if isinstance(error, SpareSlotWanted):
            empty_spare(CHANGES, pool_id)
            attempts.tried_to_empty = True
        attempts.spare_taken = isinstance(error, SpareSlotTaken)
        raise TriedAgain from error
    pool_computed.send_robust(sender=None, pool_id=pool_id, number=done.computed)
    return done


def _may_be_tried_again(error: Exception, held: set[int]) -> bool:
    """Return whether a computation that failed may be repeated: not if the faulty
    report is already among those `held`, since it would fail again. A transaction that
    lost to another may succeed next time.
    """
    if isinstance(error, ReportAtFault):
        return error.report_id not in held
    codes = {getattr(each, "sqlstate", "") for each in (error, error.__cause__)}
    lost = not codes.isdisjoint(("40001", "40P01", "55P03"))
    return lost or isinstance(error, (SpareSlotWanted, SpareSlotTaken))


def _compute_locked(
    pool_id: int, attempts: Attempts, *, from_nothing: bool
) -> ComputationOutcome | None:
    computation = Computation.objects.filter(pool_id=pool_id)
    free = computation.select_for_update(skip_locked=True, of=("self",))
    numbers = free.values_list("computed", "pool__posted", "slot").first()
    if numbers is None or (numbers[0] >= numbers[1] and not from_nothing):
        return None
    computed, posted, slot = numbers
    snapshot = LedgerSnapshot.of(pool_id, posted)
    if from_nothing:
        damage = Damage(replay_from=date.min)
    else:
        found = find_damage(snapshot, computed)
        damage = shift_damage_to_open_period(snapshot, found, computed)
    slots = attempts.slots(pool_id, slot)
    if attempts.tried_to_empty and slots.can_fill and damage.players:
        # The previous run has found that a replay into the spare slot is cheapest.
        damage.mark_from(min(damage.players))
    done = _repair(IncrementalRun(snapshot, slots), snapshot.steps(), damage, posted)
    computation.update(computed=posted)
    moved = Q(end_date__in=done.lists_moved)
    if done.moved_from:
        moved |= Q(end_date__gte=done.moved_from)
    periods = Period.objects.filter(moved, pool_id=pool_id)
    list(periods.locked().values_list("pk"))
    periods.update(moved=posted)
    return done


def _repair(
    run: IncrementalRun, steps: list[PoolStep], damage: Damage, posted: int
) -> ComputationOutcome:
    if damage.replay_from and not steps:
        delete_all_rows(run.slots)
        return ComputationOutcome(posted, None, is_replay=True)
    for place, step in enumerate(steps):
        if damage.replay_from and step.end_date >= damage.replay_from:
            return _replay_from(run, steps[place:], damage.replay_from, posted)
        players = {
            player
            for day, those in damage.players.items()
            if step.start_date <= day <= step.end_date
            for player in those
        }
        if not players and not run.moved:
            continue
        if step.by_tournament:
            return _replay_from(run, _from_day(steps, step.end_date), None, posted)
        try:
            recompute_step(run, step, players)
        except ReplayIsCheaper:
            return _replay_from(run, steps[place:], None, posted)
    refresh_current(run.pool_id, run.changed)
    return ComputationOutcome(
        posted,
        run.first_changed,
        lists_moved=frozenset(run.lists_moved),
        steps=run.steps,
        games=run.games,
        players=len(run.changed),
        changed=len(run.changed),
    )


def _from_day(steps: list[PoolStep], day: date) -> list[PoolStep]:
    """Return the steps that end on the day or later: rows are replaced by end day."""
    return [step for step in steps if step.end_date >= day]


def _replay_from(
    run: IncrementalRun, tail: list[PoolStep], day: date | None, posted: int
) -> ComputationOutcome:
    """Recompute the `tail`, the last of the pool's steps, and delete all rows that
    ended on the day or later, also those of steps that no longer exist.
    """
    first = day or tail[0].end_date
    replayed = replay_pool(run.snapshot, run.slots, tail, first)
    if not replayed.into_spare:
        # Players who changed before the replay's first step and have no row in it.
        refresh_current(run.pool_id, run.changed)
    return ComputationOutcome(
        posted,
        run.first_changed or first,
        lists_moved=frozenset(run.lists_moved),
        moved_from=first,
        steps=run.steps + replayed.steps,
        games=run.games + replayed.games,
        players=replayed.players,
        changed=replayed.rows,
        is_replay=replayed.whole,
    )


def _log_done(run: Run, done: ComputationOutcome, started: float) -> None:
    run.state, run.computed_after = RunState.DONE, done.computed
    run.from_date = done.first_changed
    run.steps, run.games, run.players = done.steps, done.games, done.players
    run.changed, run.is_replay = done.changed, done.is_replay
    _stamp(run, started)


def _log_failed(run: Run, error: Exception, started: float) -> None:
    run.state = RunState.FAILED
    run.error = f"{type(error).__name__}: {error}"[:2000]
    _stamp(run, started)


def _stamp(run: Run, started: float) -> None:
    run.milliseconds = (time.perf_counter() - started) * 1000
    run.finished_at = run.started_at + timedelta(milliseconds=run.milliseconds)
    run.save()
