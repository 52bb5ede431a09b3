"""Figures about the computation for `/metrics`, read again on every request."""

from collections.abc import Iterator
from typing import Any

from django.db import connection
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

_RUNS = """
SELECT pool.code, count(*) FILTER (WHERE run.state = 'done'),
  count(*) FILTER (WHERE run.state = 'failed'),
  coalesce(sum(milliseconds) FILTER (WHERE run.state = 'done'), 0) / 1000,
  extract(epoch FROM max(finished_at) FILTER (WHERE run.state = 'done'))::float8
FROM ratings_pool AS pool LEFT JOIN ratings_run AS run ON run.pool_id = pool.id
GROUP BY pool.id ORDER BY pool.id
"""
_BEHIND = """
SELECT pool.code, pool.posted - computation.computed,
  extract(epoch FROM next.at)::float8
FROM ratings_pool AS pool
JOIN ratings_computation AS computation ON computation.pool_id = pool.id
LEFT JOIN ratings_posting AS next
  ON next.pool_id = pool.id AND next.number = computation.computed + 1
ORDER BY pool.id
"""


def run_figures() -> Iterator[Metric]:
    """Yield how often each pool was computed, how long it took, and when it was last."""
    runs = CounterMetricFamily(
        "rankbok_computations", "Computations that ended", labels=["pool", "state"]
    )
    seconds = CounterMetricFamily(
        "rankbok_computation_seconds", "How long those took", labels=["pool"]
    )
    last = GaugeMetricFamily(
        "rankbok_computation_end_timestamp_seconds",
        "When the last good one ended",
        labels=["pool"],
    )
    for code, done, failed, took, ended in _rows(_RUNS):
        runs.add_metric([code, "done"], done)
        runs.add_metric([code, "failed"], failed)
        seconds.add_metric([code], took)
        if ended is not None:
            last.add_metric([code], ended)
    yield from (runs, seconds, last)


def pool_figures() -> Iterator[Metric]:
    """Yield which pools are out of date, and since when."""
    behind = GaugeMetricFamily(
        "rankbok_pool_postings_behind", "Postings not computed yet", labels=["pool"]
    )
    since = GaugeMetricFamily(
        "rankbok_pool_out_of_date_timestamp_seconds",
        "When the first of them was posted; of pools that are out of date only",
        labels=["pool"],
    )
    for code, postings, posted_at in _rows(_BEHIND):
        behind.add_metric([code], postings)
        if posted_at is not None:
            since.add_metric([code], posted_at)
    yield from (behind, since)


def _rows(query: str) -> Iterator[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        yield from cursor.fetchall()
