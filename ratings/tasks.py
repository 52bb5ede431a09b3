"""What the workers do for the ratings: ids in, one act, the outcome logged."""

import structlog
from celery import shared_task
from django.utils import timezone

from ratings.domain.computation import compute_pool
from ratings.domain.effects import forget_moves_without_effect
from ratings.domain.experiments import experiments_lying, run_experiment_now
from ratings.domain.live_list import place_live_list
from ratings.domain.numbering import Hand
from ratings.domain.periods import open_period_of_today
from ratings.domain.publishing import publish_list
from ratings.domain.sweeping import (
    approvals_lying,
    live_lists_behind,
    sweep_pools,
)
from ratings.models import Pool

log = structlog.get_logger(__name__)


@shared_task(name="ratings.recompute_pool")
def recompute_pool(*, pool_id: int, cause: str = "posting") -> None:
    """Brings a pool up to date, then the positions of its live list."""
    runs = compute_pool(pool_id, at=timezone.now(), cause=cause)
    log.info("pool computed", pool=pool_id, runs=runs, cause=cause)
    if runs:
        place_pool.delay(pool_id=pool_id)
        compare_lists.delay(pool_id=pool_id)


@shared_task(name="ratings.place_pool")
def place_pool(*, pool_id: int, anew: bool = False) -> None:
    listed = place_live_list(pool_id, today=timezone.localdate(), anew=anew)
    log.info("live list placed", pool=pool_id, listed=listed)


@shared_task(name="ratings.compare_lists")
def compare_lists(*, pool_id: int) -> None:
    """Lets no revised list wait that would say what the standing one says."""
    forgotten = forget_moves_without_effect(pool_id)
    log.info("proposals compared", pool=pool_id, without_effect=len(forgotten))


@shared_task(name="ratings.build_list")
def build_list(*, approval_id: int) -> None:
    published = publish_list(approval_id, at=timezone.now())
    log.info("list built", approval=approval_id, published=published is not None)


@shared_task(name="ratings.run_experiment")
def run_experiment(*, experiment_id: int) -> None:
    games = run_experiment_now(experiment_id, at=timezone.now())
    log.info("experiment run", experiment=experiment_id, games=games)


@shared_task(name="ratings.sweep")
def sweep() -> None:
    """Finds what was lost on the way and sends it again."""
    for pool_id in sweep_pools(at=timezone.now()):
        recompute_pool.delay(pool_id=pool_id, cause="sweep")
    for approval_id in approvals_lying(at=timezone.now()):
        build_list.delay(approval_id=approval_id)
    for pool_id in live_lists_behind():
        place_pool.delay(pool_id=pool_id)
    for experiment_id in experiments_lying(at=timezone.now()):
        run_experiment.delay(experiment_id=experiment_id)


@shared_task(name="ratings.open_periods")
def open_periods() -> None:
    for pool in Pool.objects.order_by("pk"):
        opened = open_period_of_today(
            pool, today=timezone.localdate(), hand=Hand(None, timezone.now())
        )
        log.info("period of today", pool=pool.pk, opened=opened)
        # Members come and go, and 24 months pass, without any posting.
        place_pool.delay(pool_id=pool.pk, anew=True)
