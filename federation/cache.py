"""The cache is optional: pages must be served even when it is down."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache that reports a miss while Redis is unavailable."""

    def _forgiving(self, name: str, missing: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(super(), name)(*args, **kwargs)
        except (RedisError, OSError) as error:
            log.warning("the cache did not answer: %s", error)
            return missing

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._forgiving("get", default, key, default, version)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        self._forgiving("set", None, key, value, *args, **kwargs)

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(self._forgiving("add", True, key, value, *args, **kwargs))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._forgiving("delete", False, key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._forgiving("incr", delta, key, delta, version))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return dict(self._forgiving("get_many", {}, keys, version))

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        """Return the keys that could not be stored."""
        return list(self._forgiving("set_many", list(data), data, *args, **kwargs))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._forgiving("delete_many", None, keys, version)

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._forgiving("has_key", False, key, version))

    def touch(self, key: str, *args: Any, **kwargs: Any) -> bool:
        return bool(self._forgiving("touch", False, key, *args, **kwargs))

    def clear(self) -> None:
        self._forgiving("clear", None)
