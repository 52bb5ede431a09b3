"""Tests of `ratings.pools.queries`."""
