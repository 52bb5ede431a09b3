"""Looks through an office's ledger and ratings.

    python -m tests.processes.audit

prints as JSON which tournaments count, in how many versions, and whether a replay
from nothing gives the rows that stand.
"""

import json
import sys
from collections import Counter

import django


def main() -> None:
    from ratings.models import Counting, Pool, Report  # noqa: PLC0415

    pool = Pool.objects.get(code="chess-long")
    counting = Counting.objects.filter(pool=pool).as_of(pool.posted)
    counted = Counter(counting.values_list("report__source_number", flat=True))
    before, replayed, after = derived(), replay(pool.pk), derived()
    told = {
        "counted": sorted(counted.elements()),
        "reports": Report.objects.count(),
        "rows": len(before[0]),
        "replayed": replayed,
        "same": before == after,
    }
    sys.stdout.write(json.dumps(told) + "\n")


def derived() -> tuple[list, list]:
    from ratings.models import Change, CurrentRating  # noqa: PLC0415

    # A replay fills the other slot.
    said = [each.name for each in Change._meta.fields if each.name != "slot"]  # noqa: SLF001
    changes = Change.objects.order_by("player_id", "ended_on").values_list(*said)
    current = CurrentRating.objects.order_by("player_id").values_list(
        "player_id", "rating", "base", "games", "ended_on", "last_played"
    )
    return list(changes), list(current)


def replay(pool_id: int) -> bool:
    """Whether it was done; a worker that places the list may hold the pool."""
    from django.utils import timezone  # noqa: PLC0415

    from ratings.engine.domain.computation import replay_whole_pool  # noqa: PLC0415

    tries = (replay_whole_pool(pool_id, at=timezone.now()) for _ in range(50))
    return any(done is not None for done in tries)


if __name__ == "__main__":
    django.setup()
    main()
