"""Workers and the clock give signs of life, each from the loop that does its work: a
loop that hangs gives none.
"""

import time
from typing import Any

import structlog
from celery import bootsteps
from celery.beat import PersistentScheduler
from django.conf import settings
from redis.exceptions import RedisError

from federation.watching.alive import (
    CLOCK,
    EVERY,
    clock_of,
    give_sign_of_life,
    valkey_at,
)

log = structlog.get_logger(__name__)


def _say(name: str) -> None:
    try:
        valkey = valkey_at(settings.REDIS_URL)
        give_sign_of_life(valkey, name, clock_of(valkey))
    except (RedisError, OSError) as error:
        log.warning("no sign of life: Valkey does not answer", error=str(error))


class SignsOfWorker(bootsteps.StartStopStep):  # type: ignore[misc]  # has no types
    """Started again whenever the worker has lost Valkey and reconnected."""

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._timer: Any = None

    def start(self, consumer: Any) -> None:
        _say(consumer.hostname)
        self._timer = consumer.timer.call_repeatedly(EVERY, _say, (consumer.hostname,))

    def stop(self, consumer: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    shutdown = stop


class ClockWithSigns(PersistentScheduler):  # type: ignore[misc]  # has no types
    _said = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        wait = super().tick(*args, **kwargs)
        now = time.monotonic()
        if now - self._said >= EVERY / 2:
            _say(CLOCK)
            self._said = now
        return min(wait, EVERY)
