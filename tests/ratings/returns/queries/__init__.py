"""Tests of `ratings.returns.queries`."""
