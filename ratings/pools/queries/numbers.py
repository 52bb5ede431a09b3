"""The posting numbers of a pool: of its newest posting, and up to which it is computed."""

from ratings.models import Computation, Pool


def posted_number(pool_id: int) -> int:
    """Return the number of the pool's newest posting."""
    return Pool.objects.values_list("posted", flat=True).get(pk=pool_id)


def computed_number(pool_id: int) -> int:
    """Return the posting number up to which the pool's ledger is computed."""
    return Computation.objects.values_list("computed", flat=True).get(pk=pool_id)
