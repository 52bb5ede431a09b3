"""Check an office's ledger and ratings.

    python -m tests.processes.commands.audit [compute]

prints as JSON which tournaments count, in how many versions, and which rows a full
replay computes differently; with `compute` waiting postings are computed first, if no
worker does it.
"""

import json
import sys
from collections import Counter

import django

Rows = tuple[Counter[str], Counter[str]]


def main() -> None:
    from ratings.models import Counting, Pool, Report  # noqa: PLC0415

    pool = Pool.objects.get(code="chess-long")
    if "compute" in sys.argv[1:]:
        compute(pool.pk)
    counting = Counting.objects.filter(pool=pool).as_of(pool.posted)
    counted = Counter(counting.values_list("report__source_number", flat=True))
    seen = {
        "counted": sorted(counted.elements()),
        "reports": Report.objects.count(),
        **beside_a_replay(pool.pk),
    }
    sys.stdout.write(json.dumps(seen) + "\n")


def beside_a_replay(pool_id: int) -> dict[str, object]:
    """Return how many rows there are, and which of them a replay computes differently."""
    before, replayed, after = derived(), replay(pool_id), derived()
    return {
        "rows": before[0].total(),
        "replayed": replayed,
        "differences": differences(before, after),
    }


def differences(before: Rows, after: Rows) -> list[str]:
    """Return the rows that only one side has."""
    return [
        f"{side}: {row}"
        for kind, kinds in enumerate(("changes", "current ratings"))
        for side, rows, others in (
            (f"{kinds} before", before[kind], after[kind]),
            (f"{kinds} replayed", after[kind], before[kind]),
        )
        for row in (rows - others).elements()
    ]


def derived() -> Rows:
    """Return the rows, unordered: those of several pools end on one day."""
    from ratings.models import Change, CurrentRating  # noqa: PLC0415

    # A replay fills the other slot.
    field_names = [each.name for each in Change._meta.fields if each.name != "slot"]  # noqa: SLF001
    changes = Change.objects.values_list(*field_names)
    current = CurrentRating.objects.values_list(
        *(each.name for each in CurrentRating._meta.fields)  # noqa: SLF001
    )
    return Counter(map(str, changes)), Counter(map(str, current))


def compute(pool_id: int) -> None:
    from django.utils import timezone  # noqa: PLC0415

    from ratings.engine.domain.computation import compute_pool  # noqa: PLC0415

    compute_pool(pool_id, at=timezone.now(), cause="audit")


def replay(pool_id: int) -> bool:
    """Replay the pool and return whether it was done; a worker that numbers the list
    may hold the pool.
    """
    from django.utils import timezone  # noqa: PLC0415

    from ratings.engine.domain.computation import replay_whole_pool  # noqa: PLC0415

    tries = (replay_whole_pool(pool_id, at=timezone.now()) for _ in range(50))
    return any(done is not None for done in tries)


if __name__ == "__main__":
    django.setup()
    main()
