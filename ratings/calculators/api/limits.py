"""The limit on questions from one address."""

from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache

from ratings.calculators.api.problems import RequestRefused

MINUTE = 60


def count_question(address: str, now: float) -> None:
    """Count a question; raises RequestRefused beyond `CALCULATOR_LIMIT` of them in a
    minute.

    The minute of an address begins with its first question. While the cache is
    unavailable nothing is counted and every question is answered.
    """
    key = f"calculators:{address}"
    began = cache.get_or_set(key, now, MINUTE) or now
    if now >= began + MINUTE:
        began = now
        cache.set(key, began, MINUTE)
    if _counted(f"{key}:{began}") > settings.CALCULATOR_LIMIT:
        wait = max(1, round(began + MINUTE - now))
        raise RequestRefused(
            HTTPStatus.TOO_MANY_REQUESTS, "too_often", {"Retry-After": str(wait)}
        )


def _counted(key: str) -> int:
    cache.add(key, 0, 2 * MINUTE)
    try:
        return cache.incr(key)
    except ValueError:
        # The key expired, or was evicted, between the two calls.
        return 1
