"""Players whose ratings an edition would leave below its floor."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db.models import Count

from ratings.models import CurrentRating
from ratings.rules import systems
from ratings.rules.conversion import Conversion
from ratings.rules.protocol import HasFloor

SHOWN = 20


@dataclass(frozen=True, slots=True)
class BelowFloor:
    """How many of today's ratings an edition would leave below its floor, and whose
    they are, the highest first; no more than `SHOWN`.
    """

    floor: int
    players: int
    first: tuple[int, ...]


def below_floor(
    pool_id: int,
    system: str,
    parameters: dict[str, Any],
    conversion: Conversion | None,
) -> BelowFloor | None:
    """Return the ratings that an edition would leave below its floor; None if its
    system has no floor, or no rating is below it.
    """
    known = systems.system(system)
    if not isinstance(known, HasFloor):
        return None
    floor = known.floor_of(known.Parameters.from_json(parameters))
    rated = CurrentRating.objects.filter(pool_id=pool_id)
    counted = list(
        rated.values_list("rating").annotate(players=Count("player_id")).order_by()
    )
    before = np.array([row[0] for row in counted], float)
    after = before
    if conversion is not None and before.size:
        defined = np.where(conversion.undefined(before), np.nan, before)
        after = conversion.convert(defined)
    falls = after < floor
    if not falls.any():
        return None
    whose = rated.filter(rating__in=before[falls].tolist())
    first = whose.order_by("-rating", "player_id").values_list("player_id", flat=True)
    players = sum(
        row[1] for row, falling in zip(counted, falls, strict=True) if falling
    )
    return BelowFloor(floor, players, tuple(first[:SHOWN]))
