"""Workers and the scheduler send heartbeats, each from the loop that does its work: a loop
that hangs sends none.
"""

import time
from typing import Any

import structlog
from celery import bootsteps
from celery.beat import PersistentScheduler
from django.conf import settings
from redis.exceptions import RedisError

from federation.watching.alive import (
    EVERY,
    SCHEDULER,
    record_heartbeat,
    valkey_at,
    valkey_time,
)

log = structlog.get_logger(__name__)


def _send_heartbeat(name: str) -> None:
    try:
        valkey = valkey_at(settings.REDIS_URL)
        record_heartbeat(valkey, name, valkey_time(valkey))
    except (RedisError, OSError) as error:
        log.warning("no sign of life: Valkey does not answer", error=str(error))


class WorkerHeartbeat(bootsteps.StartStopStep):  # type: ignore[misc]  # has no types
    """Sends heartbeats of a worker; started again whenever the worker has lost Valkey and
    reconnected.
    """

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._timer: Any = None

    def start(self, consumer: Any) -> None:
        _send_heartbeat(consumer.hostname)
        self._timer = consumer.timer.call_repeatedly(
            EVERY, _send_heartbeat, (consumer.hostname,)
        )

    def stop(self, consumer: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    shutdown = stop


class SchedulerWithHeartbeat(PersistentScheduler):  # type: ignore[misc]  # has no types
    """Celery's scheduler, which sends a heartbeat at least every ten seconds."""

    _last_sent = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        wait = super().tick(*args, **kwargs)
        now = time.monotonic()
        if now - self._last_sent >= EVERY / 2:
            _send_heartbeat(SCHEDULER)
            self._last_sent = now
        return min(wait, EVERY)
