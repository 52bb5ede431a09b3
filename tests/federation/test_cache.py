"""The cache while Redis is away: nobody listens on the port."""

import logging

import pytest

from federation.cache import ForgivingRedisCache


@pytest.fixture
def cache(caplog):
    caplog.set_level(logging.CRITICAL, logger="federation.cache")
    options = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
    return ForgivingRedisCache("redis://127.0.0.1:1/0", {"OPTIONS": options})


def test_nothing_is_there(cache):
    assert (cache.get("key"), cache.get("key", "else")) == (None, "else")


def test_nothing_is_kept_and_nothing_breaks(cache):
    cache.set("key", 1, timeout=5)
    assert (cache.delete("key"), cache.add("key", 1), cache.incr("key", 3)) == (
        False,
        True,
        3,
    )


def test_many_at_once_are_not_there_either(cache):
    assert cache.get_many(["a", "b"]) == {}
    assert cache.set_many({"a": 1, "b": 2}) == ["a", "b"]
    cache.delete_many(["a", "b"])
    cache.clear()
    assert [cache.has_key("a"), cache.touch("a")] == [False, False]


def test_counting_for_a_rate_limit_does_not_break(cache):
    assert cache.get_or_set("key", 5) == 5
