"""Heartbeats of the workers and of the scheduler (`beat`): the time of the last one of each
process is stored in Valkey, where monitoring can read it from any machine.
"""

from functools import cache
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PLACE = "rankbok:alive"
SCHEDULER = "beat"
EVERY = 10.0
"""Seconds between two heartbeats."""
SILENCE = 60.0
"""Seconds without a heartbeat after which a process is considered dead."""
FORGOTTEN = 86_400.0
"""Seconds after which a process that did not come back is forgotten: each new container
has another name.
"""
SECONDS_FOR_VALKEY = 1.0


@cache
def valkey_at(url: str) -> "redis.Redis":
    return redis.Redis.from_url(
        url,
        socket_timeout=SECONDS_FOR_VALKEY,
        socket_connect_timeout=SECONDS_FOR_VALKEY,
        retry=Retry(NoBackoff(), 0),
    )


def valkey_time(valkey: "redis.Redis") -> float:
    """Return the time in seconds since 1970 by Valkey's clock, which is used for all
    times here: the clocks of two machines may differ by minutes.
    """
    time: Any = valkey.time()
    seconds, millionths = time
    return float(seconds + millionths / 1e6)


def record_heartbeat(valkey: "redis.Redis", name: str, at: float) -> None:
    """Store the time of a heartbeat. `name`: of a worker as Celery has it
    (`recompute@host`), or SCHEDULER.
    """
    valkey.zadd(PLACE, {name: at})
    valkey.zremrangebyscore(PLACE, 0, at - FORGOTTEN)


def last_heartbeats(valkey: "redis.Redis") -> dict[str, float]:
    """Return the time of the last heartbeat of each process, by its name."""
    scores: Any = valkey.zrange(PLACE, 0, -1, withscores=True)
    return {name.decode(): at for name, at in scores}
