"""The cache while Redis is down: nothing listens on the port."""

import logging

import pytest

from federation.cache import ForgivingRedisCache


@pytest.fixture
def cache(caplog):
    caplog.set_level(logging.CRITICAL, logger="federation.cache")
    options = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
    return ForgivingRedisCache("redis://127.0.0.1:1/0", {"OPTIONS": options})


def test_get_finds_nothing(cache):
    assert (cache.get("key"), cache.get("key", "else")) == (None, "else")


def test_set_and_delete_do_nothing_without_an_error(cache):
    cache.set("key", 1, timeout=5)
    assert (cache.delete("key"), cache.add("key", 1), cache.incr("key", 3)) == (
        False,
        True,
        3,
    )


def test_many_keys_are_not_found_and_not_stored(cache):
    assert cache.get_many(["a", "b"]) == {}
    assert cache.set_many({"a": 1, "b": 2}) == ["a", "b"]
    cache.delete_many(["a", "b"])
    cache.clear()
    assert [cache.has_key("a"), cache.touch("a")] == [False, False]


def test_incrementing_for_a_rate_limit_raises_no_error(cache):
    assert cache.get_or_set("key", 5) == 5
