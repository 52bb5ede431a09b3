"""The figures that are read on request, from the database and from Valkey. If one of
them does not answer its figures are left out, and that is reported.
"""

import time
from collections.abc import Callable, Iterator

import structlog
from django.conf import settings
from django.db import Error, connection, transaction
from django.db.models import Count, Min, Q
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from federation.context import build_number
from federation.models import Backup, OutboxMail, TaskFailure
from federation.watching.alive import (
    SCHEDULER,
    SILENCE,
    last_heartbeats,
    valkey_at,
    valkey_time,
)

log = structlog.get_logger(__name__)

STATEMENT_LIMIT = "SET LOCAL statement_timeout = '2s'"
UNACKED = "unacked"
"""The key under which Celery stores the messages that a worker has taken and not
finished.
"""
Figures = Callable[[], Iterator[Metric]]
FROM_DATABASE: list[Figures] = []
"""The upper apps add their own at start-up."""


def gauge(name: str, says: str, value: float | None = None) -> GaugeMetricFamily:
    """Return a figure; without a value, one that has labels or whose value is unknown."""
    made = GaugeMetricFamily(f"rankbok_{name}", says)
    if value is not None:
        made.add_metric([], value)
    return made


def labelled(name: str, says: str, label: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"rankbok_{name}", says, labels=[label])


class OfficeFigures(Collector):
    def collect(self) -> Iterator[Metric]:
        number = {"number": str(build_number())}
        yield InfoMetricFamily("rankbok_build", "What code this is", value=number)
        answers = labelled("part_answers", "Whether a server answers", "part")
        for part, read in (("database", _of_database), ("valkey", _of_valkey)):
            found = read()
            answers.add_metric([part], found is not None)
            yield from found or ()
        yield answers


def office_figures() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(OfficeFigures())
    return registry


def _of_database() -> list[Metric] | None:
    """Return the figures of the database, as of one moment; None when it does not
    answer.
    """
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(STATEMENT_LIMIT)
            every = (mail_figures, backup_figures, failure_figures, *FROM_DATABASE)
            return [metric for figures in every for metric in figures()]
    except Error as error:
        log.warning("no figures of the database", error=type(error).__name__)
        return None


def mail_figures() -> Iterator[Metric]:
    waiting = Q(given_up_at=None)
    found = OutboxMail.objects.unsent().aggregate(
        waiting=Count("pk", filter=waiting),
        failed=Count("pk", filter=~waiting),
        oldest=Min("written_at", filter=waiting),
    )
    yield gauge("mail_waiting", "Letters that have not left", found["waiting"])
    yield gauge("mail_failed", "Letters that were given up", found["failed"])
    if found["oldest"]:
        yield gauge(
            "mail_oldest_timestamp_seconds",
            "When the oldest letter that waits was written",
            found["oldest"].timestamp(),
        )


def backup_figures() -> Iterator[Metric]:
    last = Backup.objects.order_by("-made_at").first()
    if last is None:
        return
    made = last.made_at.timestamp()
    yield gauge(
        "backup_timestamp_seconds", "The moment that the last back-up holds", made
    )
    yield gauge("backup_age_seconds", "How old it is", time.time() - made)
    yield gauge("backup_size_bytes", "Its size", last.size)


def failure_figures() -> Iterator[Metric]:
    unhealed = TaskFailure.objects.unhealed().count()
    yield gauge("task_failures", "Tasks, or parts of them, that fail", unhealed)


def _of_valkey() -> list[Metric] | None:
    try:
        return [*_queue_figures(), *_sign_figures()]
    except (RedisError, OSError) as error:
        log.warning("no figures of Valkey", error=type(error).__name__)
        return None


def _queue_figures() -> Iterator[Metric]:
    pipe = valkey_at(settings.REDIS_URL).pipeline(transaction=False)
    for queue in settings.TASKS_OF_QUEUE:
        pipe.llen(queue)
    pipe.hlen(UNACKED)
    *lengths, unacked = pipe.execute()
    waiting = labelled("queue_messages", "Messages that wait for a worker", "queue")
    for queue, length in zip(settings.TASKS_OF_QUEUE, lengths, strict=True):
        waiting.add_metric([queue], length)
    yield waiting
    yield gauge("messages_taken", "Messages that workers work on", unacked)


def _sign_figures() -> Iterator[Metric]:
    valkey = valkey_at(settings.REDIS_URL)
    signs, now = last_heartbeats(valkey), valkey_time(valkey)
    yield gauge(
        "clock_ahead_seconds",
        "How far this machine's clock is ahead of that of Valkey's machine",
        time.time() - now,
    )
    workers = labelled("workers", "Workers that say they are there", "queue")
    for queue in settings.TASKS_OF_QUEUE:
        of_queue = [at for name, at in signs.items() if name.partition("@")[0] == queue]
        workers.add_metric([queue], sum(now - at <= SILENCE for at in of_queue))
    yield workers
    yield gauge(
        "beat_tick_timestamp_seconds",
        "When the clock last went round; 0 if nobody knows",
        signs.get(SCHEDULER, 0),
    )
