"""The time from a submission's commit to new ratings that the next request sees.

One tournament of 60 players and 270 games is submitted into a period that already has
200,000 games of a federation of a million players. The worker is a real Celery worker
process, the broker a real Valkey. Needs a database filled by

    python -m bench.ledger_data --games 600000 --players 1000000 --periods 3

and REDIS_URL; then

    python -m bench.submission_latency --runs 30
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import django
import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
django.setup()

from django.db import connection

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.drafts import DraftSide, GameLine, ReportDraft
from ratings.ledger.domain.posting import post_report
from ratings.models import Computation, Period, Pool, Run

PLAYERS, ROUNDS = 60, 9


def draft(pool: Pool, period: Period, source: int) -> ReportDraft:
    """Return a report in which sixty players with near numbers play nine rounds."""
    random = np.random.default_rng(source)
    first = int(random.integers(1, 900_000))
    ids = [first + 7 * place for place in range(PLAYERS)]
    day = period.start_date + timedelta(days=30)
    lines = []
    for number in range(ROUNDS):
        turned = ids[:1] + ids[1 + number :] + ids[1 : 1 + number]
        for board in range(PLAYERS // 2):
            white, black = turned[board], turned[PLAYERS - 1 - board]
            lines.append(
                GameLine(
                    key=len(lines) + 1,
                    played_date=day,
                    base_on=day,
                    booked_on=day,
                    round=number + 1,
                    board=board + 1,
                    white=_side(white),
                    black=_side(black),
                    score=int(random.integers(0, 3)),
                    played=True,
                    minutes=120,
                )
            )
    return ReportDraft(
        pool.pk, "latency", source, "Latency", None, None, day, day, True, lines
    )


def _side(player: int) -> DraftSide:
    return DraftSide(
        player, is_member=True, birth_year=1940 + player % 70, adopts=False
    )


def wait_until_computed(pool: Pool, number: int) -> None:
    while True:
        computed = Computation.objects.values_list("computed", flat=True).get(
            pk=pool.pk
        )
        if computed >= number:
            return
        time.sleep(0.002)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    pool = Pool.objects.get(code="bench")
    moment = datetime.now(UTC)
    compute_pool(pool.pk, at=moment, cause="bench")
    period = Period.objects.filter(pool=pool).newest_first()[0]
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "federation", "worker", "-Q", "recompute",
         "--pool", "threads", "--concurrency", "2", "--without-gossip",
         "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"],
    )  # fmt: skip
    try:
        time.sleep(8)
        _measure(pool, period, options.runs)
    finally:
        worker.terminate()
        worker.wait()


def _measure(pool: Pool, period: Period, runs: int) -> None:
    submitted, visible, computing = [], [], []
    start = int(time.time())
    for number in range(runs):
        report = draft(pool, period, start + number)
        began = time.perf_counter()
        post_report(report, acting=ActionContext(None, datetime.now(UTC)))
        committed = time.perf_counter()
        posted = Pool.objects.values_list("posted", flat=True).get(pk=pool.pk)
        wait_until_computed(pool, posted)
        visible.append((time.perf_counter() - committed) * 1000)
        submitted.append((committed - began) * 1000)
        run = Run.objects.filter(pool=pool, state="done").order_by("-pk").first()
        computing.append(run.milliseconds if run else 0.0)
        time.sleep(0.3)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM ratings_game WHERE booked_on >= %s",
            [period.start_date],
        )
        print(f"games in the period: {cursor.fetchone()[0]}")
    for name, values in (
        ("submission itself", submitted),
        ("recomputation (the worker's own clock)", computing),
        (
            "queue and the rest",
            [v - c for v, c in zip(visible, computing, strict=True)],
        ),
        ("commit → visible", visible),
    ):
        print(
            f"{name}: median {statistics.median(values):.1f} ms"
            f" (min {min(values):.1f}, max {max(values):.1f})"
        )


if __name__ == "__main__":
    main()
