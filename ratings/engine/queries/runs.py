"""The health of the computation: pools, runs and what sweeps found."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F, OuterRef, QuerySet, Subquery

from federation.models import TaskFailure
from ratings.enums import RunState
from ratings.models import Pool, Posting, Run, Sweep

SWEEPS_SHOWN = 20
FAILURES_SHOWN = 20

_FIGURES = """
SELECT count(*) FILTER (WHERE state = 'done'),
  count(*) FILTER (WHERE state = 'failed'),
  percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds)
    FILTER (WHERE state = 'done'),
  max(milliseconds) FILTER (WHERE state = 'done'),
  percentile_cont(0.5) WITHIN GROUP (ORDER BY
    1000 * extract(epoch FROM run.finished_at - posting.at))
    FILTER (WHERE state = 'done')
FROM ratings_run AS run LEFT JOIN ratings_posting AS posting
  ON posting.pool_id = run.pool_id AND posting.number = run.computed_before + 1
WHERE run.started_at >= %s
"""
_FAILURES = """
SELECT pool.id, count(failed.id), min(failed.started_at),
  (array_agg(failed.error ORDER BY failed.id DESC))[1]
FROM ratings_pool AS pool JOIN ratings_run AS failed ON failed.pool_id = pool.id
  AND failed.state = 'failed' AND failed.id > coalesce((
    SELECT max(id) FROM ratings_run AS done
    WHERE done.pool_id = pool.id AND done.state = 'done'), 0)
GROUP BY pool.id
"""


@dataclass(frozen=True, slots=True)
class Failures:
    """What has failed in a pool since its last successful run."""

    count: int
    since: datetime
    error: str


@dataclass(frozen=True, slots=True)
class PoolHealth:
    """`behind` postings are not computed yet, the first of them since `since`."""

    pool: Pool
    behind: int
    since: datetime | None
    running: Run | None
    failures: Failures | None

    @property
    def is_failing(self) -> bool:
        return self.failures is not None and self.behind > 0


@dataclass(frozen=True, slots=True)
class RunFigures:
    """Figures of the runs since some time; durations in milliseconds, None without
    runs. `out_of_date` is the time from a posting to the ratings that include it.
    """

    done: int
    failed: int
    median: float | None
    slowest: float | None
    out_of_date: float | None


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run with the two parts of the time in which its pool was out of date, in
    milliseconds: waiting for a worker, and computing.
    """

    run: Run
    waited: float | None

    @property
    def out_of_date(self) -> float | None:
        if self.waited is None or self.run.milliseconds is None:
            return None
        return self.waited + self.run.milliseconds


def pools_health() -> list[PoolHealth]:
    next_posting = Posting.objects.filter(
        pool=OuterRef("pk"), number=F("pool__computation__computed") + 1
    )
    pools = (
        Pool.objects.select_related("computation", "live_list")
        .annotate(behind_since=Subquery(next_posting.values("at")[:1]))
        .order_by("pk")
    )
    running = {
        run.pool_id: run
        for run in Run.objects.filter(state=RunState.RUNNING).order_by("pk")
    }
    failures = _failures()
    return [
        PoolHealth(
            pool=pool,
            behind=pool.posted - pool.computation.computed,
            since=getattr(pool, "behind_since", None),
            running=running.get(pool.pk),
            failures=failures.get(pool.pk),
        )
        for pool in pools
    ]


def _failures() -> dict[int, Failures]:
    with connection.cursor() as cursor:
        cursor.execute(_FAILURES)
        return {row[0]: Failures(*row[1:]) for row in cursor.fetchall()}


def runs_to_show(*, only_failed: bool) -> "QuerySet[Run]":
    """Return the runs, newest first, each with the time of its first posting."""
    first = Posting.objects.filter(
        pool=OuterRef("pool"), number=OuterRef("computed_before") + 1
    )
    runs = Run.objects.select_related("pool").annotate(
        posted_at=Subquery(first.values("at")[:1])
    )
    if only_failed:
        runs = runs.filter(state=RunState.FAILED)
    return runs.newest_first()


def run_rows(runs: "QuerySet[Run] | list[Run]") -> list[RunRow]:
    return [RunRow(run, _waited(run)) for run in runs]


def _waited(run: Run) -> float | None:
    posted_at: datetime | None = getattr(run, "posted_at", None)
    if posted_at is None or run.cause == "replay":
        return None
    return max((run.started_at - posted_at) / timedelta(milliseconds=1), 0)


def figures_since(moment: datetime) -> RunFigures:
    with connection.cursor() as cursor:
        cursor.execute(_FIGURES, [moment])
        return RunFigures(*cursor.fetchone())


def newest_sweeps() -> list[Sweep]:
    return list(Sweep.objects.order_by("-at")[:SWEEPS_SHOWN])


def sweeps_since(moment: datetime) -> int:
    return Sweep.objects.filter(at__gte=moment).count()


def task_failures() -> list[TaskFailure]:
    """Return the failures of background tasks: tasks that still fail come first."""
    return list(TaskFailure.objects.unhealed_first()[:FAILURES_SHOWN])
