"""Tests of `ratings.pools.domain`."""
