"""Pools: sets of games that are rated together."""

from datetime import date
from typing import Any

from django.db import transaction

from ratings.models import Computation, Edition, LiveList, Pool
from ratings.models.partitions import add_partitions
from ratings.rules import systems


@transaction.atomic
def create_pool(
    *, code: str, name: str, system: str, parameters: dict[str, Any], from_date: date
) -> Pool:
    """Opens a pool with its first edition and room for its derived rows.

    Raises KeyError for a system that does not exist, or BadParameters.
    """
    systems.system(system).Parameters.from_json(parameters)
    pool = Pool.objects.create(code=code, name=name)
    Computation.objects.create(pool=pool)
    LiveList.objects.create(pool=pool)
    Edition.objects.create(
        pool=pool, system=system, parameters=parameters, from_date=from_date
    )
    add_partitions(pool.pk)
    return pool
