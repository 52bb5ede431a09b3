"""Tests of `ratings.returns.domain`."""
