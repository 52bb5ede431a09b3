"""The lock of a pool's computations: that on its Computation row, held until the commit."""

from django.db import transaction

from ratings.models import Computation, Pool
from ratings.signals import pool_posted


def lock_computation(pool_id: int) -> Computation:
    """Wait for the lock of the pool and take it, for an act other than computing.

    A worker that tries in the meantime finds the pool locked and gives up; so postings
    made in the meantime are announced again after the commit.
    """
    computation = Computation.objects.select_for_update().get(pk=pool_id)
    transaction.on_commit(lambda: announce_if_outdated(pool_id))
    return computation


def lock_computation_if_free(pool_id: int) -> Computation | None:
    """Take the lock of the pool as `lock_computation` does, or return None if it is taken."""
    free = Computation.objects.select_for_update(skip_locked=True, of=("self",))
    computation = free.select_related("pool").filter(pk=pool_id).first()
    if computation is not None:
        transaction.on_commit(lambda: announce_if_outdated(pool_id))
    return computation


def announce_if_outdated(pool_id: int) -> None:
    """Send `pool_posted` if the pool is out of date: a worker that tried while it was
    locked has given up.
    """
    if Pool.objects.out_of_date().filter(pk=pool_id).exists():
        pool_posted.send_robust(sender=None, pool_id=pool_id)
