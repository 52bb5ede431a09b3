"""Correct a report a given number of periods back in three ways: followed from player
to player, computed again from its period on in place, or computed again into the spare
slot; and in the way that the office chooses among them. Each run corrects a report that
no earlier run has corrected, and nothing is undone.

Needs a database that `bench.ledger_data` has filled:

    python -m bench.corrections --runs 3 [--games 1 10] [--back 1 30] [--ways chosen]
"""

import argparse
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from math import inf

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
os.environ.setdefault("RANKBOK_TESTING", "1")
django.setup()

from django.db import connection, transaction

from bench.ledger_data import POOL
from federation.domain.authorship import ActionContext
from ratings.engine.domain import incremental, replay
from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.ledger.domain.drafts import ReportDraft
from ratings.ledger.domain.posting import post_report
from ratings.ledger.domain.report_copies import copy_of
from ratings.ledger.domain.slots import CHANGES, empty_spare
from ratings.models import Computation, Period, Pool, Report, Run

AT = datetime(2026, 12, 31, tzinfo=UTC)
GAMES = (1, 10, 100, 1000)
BACK = (1, 30, 60)


def corrected(pool: Pool, back: int, games: int) -> ReportDraft:
    """Return a correction of the oldest of a period's reports that still count: the
    results of its first games are reversed, and draws become wins for White.
    """
    pool.refresh_from_db()
    period = Period.objects.filter(pool=pool).order_by("-end_date")[back - 1]
    report = Report.objects.filter(
        pool=pool,
        first_booked_date=period.start_date,
        countings__span__contains=pool.posted,
    ).earliest("pk")
    draft = copy_of(report)
    lines = [
        replace(line, score=2 - line.score if line.score != 1 else 2)
        if place < games
        else line
        for place, line in enumerate(draft.lines)
    ]
    return replace(draft, lines=lines)


def timed(pool: Pool, way: str, back: int, games: int) -> tuple[float, float, Run]:
    """Return the seconds of the posting, the seconds of the computation, and the run."""
    clear_away(pool)
    draft = corrected(pool, back, games)
    began = time.perf_counter()
    with transaction.atomic():
        post_report(draft, acting=ActionContext(None, AT), accepted=True)
    posted = time.perf_counter()
    with WAYS[way]():
        compute_pool(pool.pk, at=AT, cause="bench")
    computed = time.perf_counter()
    run = Run.objects.filter(pool=pool).latest("pk")
    return posted - began, computed - posted, run


def clear_away(pool: Pool) -> None:
    """Remove rows that the previous run replaced, over which the next one would have to
    step.
    """
    if not empty_spare(CHANGES, pool.pk):
        raise SystemExit("The spare slot is still read; try again in a minute.")
    slot, leaf = Computation.objects.get(pool=pool).slot, f"ratings_changerow_{pool.pk}"
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM ANALYZE {leaf}_{slot}")
        cursor.execute(f"VACUUM ANALYZE ratings_currentrating_{pool.pk}")


@contextmanager
def _costing(followed: float, in_place: float, in_spare: float) -> Iterator[None]:
    """Set the costs of a game in each way within the block, also for corrections so
    small that they are otherwise followed without comparing costs.
    """
    was = incremental.GAME_FOLLOWED, replay.GAME_IN_PLACE, replay.GAME_INTO_SPARE
    few = incremental.FOLLOWED_UNCHECKED
    incremental.GAME_FOLLOWED, incremental.FOLLOWED_UNCHECKED = followed, -1
    replay.GAME_IN_PLACE, replay.GAME_INTO_SPARE = in_place, in_spare
    try:
        yield
    finally:
        incremental.GAME_FOLLOWED, replay.GAME_IN_PLACE, replay.GAME_INTO_SPARE = was
        incremental.FOLLOWED_UNCHECKED = few


WAYS = {
    "followed": lambda: _costing(0.0, 1.0, 1.0),
    "in place": lambda: _costing(inf, 1.0, inf),
    "beside": lambda: _costing(inf, inf, 1.0),
    "chosen": nullcontext,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--games", type=int, nargs="+", default=GAMES)
    parser.add_argument("--back", type=int, nargs="+", default=BACK)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    options = parser.parse_args()
    pool = Pool.objects.get(code=POOL)
    if pool.computation.computed < pool.posted:
        replay_whole_pool(pool.pk, at=AT)
    print(
        "back  games  "
        + "".join(f"{way + ', rows, games':>29}" for way in options.ways)
    )
    for back in options.back:
        for games in options.games:
            print(f"{back:>4}  {games:>5}  ", end="", flush=True)
            for way in options.ways:
                found = [timed(pool, way, back, games) for _ in range(options.runs)]
                posting, median = (
                    statistics.median(each[place] for each in found) for place in (0, 1)
                )
                run = found[-1][2]
                line = f"{median:>9.2f} s {run.changed:>8} {run.games:>8} "
                print(line, end="", flush=True)
            print(f" posting {posting:.2f} s", flush=True)


if __name__ == "__main__":
    main()
