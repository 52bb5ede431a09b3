"""Find pools and lists whose computation was lost with a message, worker or broker."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from ratings.enums import ApprovalState, RunState
from ratings.models import Approval, Computation, LiveList, Pool, Run, Sweep

GRACE = timedelta(seconds=5)
"""A message sent less than this ago does not count as lost."""


@dataclass(frozen=True, slots=True)
class SweepResult:
    """What the sweep found in a pool: `is_stale` if it is out of date and no worker is
    computing it; `died_runs`, the number of runs whose worker died.
    """

    pool_id: int
    is_stale: bool = False
    died_runs: int = 0


@transaction.atomic
def sweep_pool(pool: Pool, *, at: datetime) -> SweepResult:
    """Check whether a pool has been out of date for a while without a worker. Runs that
    are stored as running although no worker holds the pool died with their worker:
    they are closed as failed.
    """
    computation = Computation.objects.select_for_update(skip_locked=True)
    free = computation.filter(pool_id=pool.pk).first()
    if free is None:
        return SweepResult(pool.pk)
    died = _close_dead_runs(pool.pk, at)
    is_behind = free.computed < pool.posted
    return SweepResult(pool.pk, is_behind and _posted_before(pool, at - GRACE), died)


def record_sweep(found: Iterable[SweepResult], *, at: datetime) -> None:
    """Store what the sweep found, if it found anything."""
    pools = [each for each in found if each.is_stale or each.died_runs]
    if pools:
        Sweep.objects.create(
            at=at,
            pools=sum(each.is_stale for each in pools),
            died_runs=sum(each.died_runs for each in pools),
        )


def overdue_approvals(*, at: datetime) -> list[int]:
    """Return the approvals whose list should have been built by now, oldest first."""
    return list(
        Approval.objects.filter(state=ApprovalState.REQUESTED, at__lt=at - GRACE)
        .order_by("pk")
        .values_list("pk", flat=True)
    )


@transaction.atomic
def outdated_live_lists() -> list[int]:
    """Return the pools whose live list is older than the computed ratings while no
    worker numbers it. This happens when a worker finds another one numbering the list
    and gives up: what was computed in the meantime then waits to be numbered.
    """
    behind = LiveList.objects.filter(placed__lt=F("pool__computation__computed"))
    free = behind.select_for_update(skip_locked=True, of=("self",))
    return list(free.order_by("pool").values_list("pool_id", flat=True))


def _posted_before(pool: Pool, at: datetime) -> bool:
    return not pool.postings.filter(number=pool.posted, at__gt=at).exists()


def _close_dead_runs(pool_id: int, at: datetime) -> int:
    return Run.objects.filter(
        pool_id=pool_id, state=RunState.RUNNING, started_at__lt=at - GRACE
    ).update(state=RunState.FAILED, finished_at=at, error="the worker died")
