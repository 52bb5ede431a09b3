"""The laboratory's answer for a pool of a million games, by its own worker's act,
compared with only reading the same games.

Run with DATABASE_URL naming a database that this fills:

    python -m bench.ledger_data --games 1000000 --players 100000 --periods 60
    python -m bench.laboratory

Every player has a decided start rating, so that every system rates every game. The
pool's own edition is compared with every other system that rates by period; and again
with Scrabble, tournament after tournament.
"""

import argparse
import os
import platform
import resource
import statistics
import time
from datetime import UTC, date, datetime

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
django.setup()

from django.db import connection, transaction

from bench.ledger_data import POOL
from federation.domain.authorship import ActionContext
from ratings.enums import DecisionsInExperiment
from ratings.laboratory.domain.experiments import (
    CandidateDraft,
    ExperimentDraft,
    request_experiment,
    run_experiment_now,
)
from ratings.laboratory.domain.history import read_history
from ratings.models import Decision, Experiment, Pool

WANTED = 10.0
OWN = CandidateDraft("As it is rated")
BY_PERIOD = (
    OWN,
    CandidateDraft("LASK", "lask_1970", {"minutes": 120}),
    CandidateDraft("FIDE Elo", "elo", {"floor": 0}),
    CandidateDraft("Glicko-2", "glicko2"),
)
WITH_TOURNAMENTS = (OWN, CandidateDraft("Scrabble", "scrabble"))
UNTIL = date(2026, 12, 31)


def decide_starts(pool: Pool) -> None:
    """Decide a start rating for every player, from 1000 to 1999."""
    if Decision.objects.filter(pool=pool).exists():
        return
    with transaction.atomic(), connection.cursor() as cursor:
        # Skip the audit's triggers, which process every row separately.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "INSERT INTO ratings_decision (pool_id, kind, player_id, on_date, points,"
            " reason, made_at, confirmed_at, span)"
            " SELECT %s, 'start', id, '1990-01-01', 1000 + (id * 7919) %% 1000, 'bench',"
            " now(), now(), int8range(1, NULL) FROM federation_player",
            [pool.pk],
        )


def read_alone(pool: Pool) -> float:
    """Return the seconds for reading the games into columns."""
    started = time.perf_counter()
    read_history(pool.pk, pool.posted, DecisionsInExperiment.ALL, UNTIL)
    return time.perf_counter() - started


def run_experiment(pool: Pool, candidates: tuple[CandidateDraft, ...]) -> Experiment:
    """Request an experiment, run it as a worker does, and return it."""
    draft = ExperimentDraft(pool.pk, "bench", candidates)
    now = datetime.now(UTC)
    experiment = request_experiment(draft, today=UNTIL, acting=ActionContext(None, now))
    run_experiment_now(experiment.pk, at=now)
    experiment.refresh_from_db()
    return experiment


def measured(
    pool: Pool, candidates: tuple[CandidateDraft, ...], rounds: int
) -> tuple[float, Experiment]:
    """Return the median of the seconds it took, and the last experiment."""
    done = [run_experiment(pool, candidates) for _ in range(rounds)]
    seconds = [(each.milliseconds or 0) / 1000 for each in done]
    return statistics.median(seconds), done[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    pool = Pool.objects.get(code=POOL)
    decide_starts(pool)
    print(f"{platform.machine()}, {os.cpu_count()} cores\n")
    alone = statistics.median(read_alone(pool) for _ in range(options.rounds))
    print(f"{'the read alone':34}{alone:>8.2f} s")
    for name, candidates in (
        ("four systems by period", BY_PERIOD),
        ("with Scrabble's tournaments", WITH_TOURNAMENTS),
    ):
        seconds, done = measured(pool, candidates, options.rounds)
        games = done.result["games"]
        print(
            f"{name:34}{seconds:>8.2f} s  {games:,} games × {len(candidates)},"
            f" {seconds / alone:.1f} × the read (wanted: under {WANTED:.0f} s)"
        )
        for row in done.result["quality"]:
            label = done.candidates[row["candidate"]]["label"]
            print(f"    {label:30}log loss {row['log_loss']:.4f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak} MB")


if __name__ == "__main__":
    main()
